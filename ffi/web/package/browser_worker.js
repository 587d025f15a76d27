// A worker in browsers.
import { serve } from "./serve.js";

self.onmessage = ({ data }) => {
  const served = serve(data, () => self.postMessage("ready"));
  // Who started it hears of what is thrown, but not of a promise that fails.
  served.then(() => self.close(), (error) => setTimeout(() => { throw error; }));
};
