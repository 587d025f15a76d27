// A plane of rectangles, as a mesh that Recast reads.

/** `free` are rectangles `[min x, min y, max x, max y]`: two triangles each; the ground is x and z. */
export function triangles(free) {
  const [positions, indices] = [[], []];
  for (const [x0, y0, x1, y1] of free) {
    const first = positions.length / 3;
    positions.push(x0, 0, y0, x0, 0, y1, x1, 0, y1, x1, 0, y0);
    indices.push(first, first + 1, first + 2, first, first + 2, first + 3);
  }
  return [positions, indices];
}

/** Cells of a grid for which `is` says yes, as rectangles: runs of each row, joined with equal ones of the rows below. */
export function cover(width, height, is) {
  const [done, open] = [[], new Map()];
  for (let y = 0; y <= height; y += 1) {
    const runs = new Set();
    for (let x = 0; y < height && x < width; x += 1) {
      if (!is(x, y)) continue;
      const from = x;
      while (x < width && is(x, y)) x += 1;
      runs.add(`${from},${x}`);
    }
    for (const [run, since] of open) {
      if (runs.has(run)) continue;
      const [from, to] = run.split(",").map(Number);
      done.push([from, since, to, y]);
      open.delete(run);
    }
    for (const run of runs) if (!open.has(run)) open.set(run, y);
  }
  return done;
}

/** The median of some numbers. */
export const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

/** Lines up a table. */
export function table(rows) {
  const widths = rows[0].map((_, k) => Math.max(...rows.map((row) => String(row[k]).length)));
  for (const row of rows) console.log(row.map((cell, k) => (k === 0 ? String(cell).padEnd(widths[k]) : String(cell).padStart(widths[k]))).join("  "));
}
