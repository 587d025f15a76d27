// The package in Node.
import { readFile } from "node:fs/promises";
import os from "node:os";
import { Worker } from "node:worker_threads";
import { setPlatform } from "./module.js";

setPlatform({
  read: (place) => readFile(place ?? new URL("./hybridnav.wasm", import.meta.url)),
  readShared: (place) => readFile(place ?? new URL("./hybridnav_workers.wasm", import.meta.url)),
  // Before 18.14 the first one is not there.
  cores: () => os.availableParallelism?.() ?? os.cpus().length,
  startWorker(given, onReady, onError) {
    // Some options of the program are not for files: with them no worker would start.
    const worker = new Worker(new URL("./node_worker.js", import.meta.url), { workerData: given, execArgv: [] });
    worker.on("error", onError);
    worker.on("message", () => {
      // A program that has nothing else to do ends.
      worker.unref();
      onReady();
    });
    return () => worker.terminate();
  },
});

export * from "./hybridnav.js";
