// Makes the page, one file that needs no other: `node pack.mjs FOLDER OUTPUT`, where FOLDER is what `bind` has written.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const [folder, output] = process.argv.slice(2);
const packed = gzipSync(readFileSync(join(folder, "inspector_bg.wasm")), { level: 9 }).toString("base64");
const page = readFileSync(fileURLToPath(new URL("page.html", import.meta.url)), "utf8");
const script = readFileSync(join(folder, "inspector.js"), "utf8").replaceAll("</script", "<\\/script");
writeFileSync(output, page.replace("@MODULE@", () => packed).replace("@SCRIPT@", () => script));
