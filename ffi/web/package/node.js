// The package in Node.
import { readFile } from "node:fs/promises";
import { setDefault } from "./module.js";

setDefault((place) => readFile(place ?? new URL("./hybridnav.wasm", import.meta.url)));

export * from "./hybridnav.js";
