// The package in browsers and bundlers, which find the module by this very expression.
import { setDefault } from "./module.js";

setDefault((place) => fetch(place ?? new URL("./hybridnav.wasm", import.meta.url)));

export * from "./hybridnav.js";
