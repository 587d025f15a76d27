// Paths on grid maps: `NAME.map` and `NAME.queries`, with exact lengths, from the folder HYBRIDNAV_MAPS.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { World, load } from "hybridnav";
import { NavMeshQuery, init } from "recast-navigation";
import { generateTiledNavMesh } from "recast-navigation/generators";
import { cover, median, table, triangles } from "./rectangles.mjs";

const folder = process.env.HYBRIDNAV_MAPS;
if (!folder || !existsSync(folder)) {
  console.log("Paths: HYBRIDNAV_MAPS names no folder, so there are no queries");
  process.exit(0);
}
const MOST = 1000;
// The lengths are those of points; a world has units of some size. Walls along the grid need no more than four sides round corners.
const [RADIUS, PARAMETERS] = [1 / 64, { cornerSides: 4, tileSize: 64 }];

function read(name) {
  const [, height, width, , ...lines] = readFileSync(join(folder, `${name}.map`), "utf8").split("\n");
  const rows = lines.slice(0, Number(height.split(" ")[1]));
  const queries = readFileSync(join(folder, `${name}.queries`), "utf8").trim().split("\n").map((line) => line.split(" ").map(Number));
  return { width: Number(width.split(" ")[1]), height: rows.length, isFree: (x, y) => ".GS".includes(rows[y][x]), queries: queries.slice(0, MOST) };
}

function ours({ width, height, isFree }, entry) {
  const world = new World({ bounds: [0, 0, width, height], radii: [RADIUS], parameters: PARAMETERS });
  for (const [x0, y0, x1, y1] of cover(width, height, (x, y) => !isFree(x, y))) world.addObstacle([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]);
  world.commit();
  const query = { radius: RADIUS, entry };
  return (sx, sy, gx, gy) => {
    try {
      return world.findPath([sx, sy], [gx, gy], query).length;
    } catch {
      return NaN;
    }
  };
}

function theirs({ width, height, isFree }) {
  const { success, navMesh, error } = generateTiledNavMesh(...triangles(cover(width, height, isFree)), {
    // The coarsest cells with which it finds the paths: with 0.5 m it misses nearly all that lead through gaps of 1 m.
    cs: 0.25, ch: 0.2, walkableRadius: 0, walkableHeight: 2, walkableClimb: 1, walkableSlopeAngle: 45, tileSize: 128, minRegionArea: 0,
  });
  if (!success) throw new Error(error);
  const asker = new NavMeshQuery(navMesh, { maxNodes: 65535 });
  const options = { maxPathPolys: 8192, maxStraightPathPoints: 8192, halfExtents: { x: 1, y: 1, z: 1 } };
  return (sx, sy, gx, gy) => {
    const { success: found, path } = asker.computePath({ x: sx, y: 0, z: sy }, { x: gx, y: 0, z: gy }, options);
    const end = path.at(-1);
    // A path that ends elsewhere is none.
    if (!found || !end || Math.hypot(end.x - gx, end.z - gy) > 1) return NaN;
    return path.reduce((sum, { x, z }, k) => (k === 0 ? 0 : sum + Math.hypot(x - path[k - 1].x, z - path[k - 1].z)), 0);
  };
}

function measure(find, queries) {
  // Once before: compilers get going, and what an exact search learns of corners it knows from then on.
  queries.forEach(([sx, sy, gx, gy]) => find(sx, sy, gx, gy));
  const now = () => process.cpuUsage().user;
  const begun = now();
  const lengths = queries.map(([sx, sy, gx, gy]) => find(sx, sy, gx, gy));
  const seconds = (now() - begun) / 1e6;
  const ratios = lengths.map((length, k) => length / queries[k][4]).filter((ratio) => ratio > 0);
  return { rate: queries.length / seconds, longer: (median(ratios) - 1) * 100, failed: queries.length - ratios.length };
}

await load();
await init();
const rows = [["map", "", "queries/s", "longer, median %", "not found"]];
const ratios = [];
for (const name of readdirSync(folder).filter((file) => file.endsWith(".queries")).map((file) => file.slice(0, -8)).sort()) {
  const map = read(name);
  const all = [["hybridnav", () => ours(map, "crossing")], ["hybridnav, exact", () => ours(map, "exact")], ["recast-navigation", () => theirs(map)]];
  const found = all.map(([who, make]) => {
    try {
      const measured = measure(make(), map.queries);
      rows.push([name, who, Math.round(measured.rate), measured.longer.toFixed(2), `${measured.failed} of ${map.queries.length}`]);
      return measured.rate;
    } catch (error) {
      rows.push([name, who, "-", "-", error.message.slice(0, 60)]);
      return NaN;
    }
  });
  ratios.push(`${name}: ${(found[0] / found[2]).toFixed(1)} × as many queries a second, ${(found[1] / found[2]).toFixed(1)} × exact`);
}
table(rows);
console.log(`\n${ratios.join("\n")}`);
