// The package in browsers and bundlers, which find the modules and the worker by these very expressions.
import { setPlatform } from "./module.js";

setPlatform({
  read: (place) => fetch(place ?? new URL("./hybridnav.wasm", import.meta.url)),
  readShared: (place) => fetch(place ?? new URL("./hybridnav_workers.wasm", import.meta.url)),
  cores: () => navigator.hardwareConcurrency ?? 1,
  startWorker(given, onReady, onError) {
    const worker = new Worker(new URL("./browser_worker.js", import.meta.url), { type: "module" });
    worker.onmessage = onReady;
    worker.onerror = (event) => onError(new Error(event.message ?? "a worker could not be started"));
    worker.postMessage(given);
    return () => worker.terminate();
  },
});

export * from "./hybridnav.js";
