// A worker in Node.
import { parentPort, workerData } from "node:worker_threads";
import { serve } from "./serve.js";

await serve(workerData, () => parentPort.postMessage("ready"));
