// The example of lock step with a native side: WebAssembly and native code are the same world, turn by turn.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { load } from "hybridnav";
import { Peer } from "./lockstep/peer.js";
import { socketPort } from "./lockstep/socket.js";

const { HYBRIDNAV_LOCKSTEP: program } = process.env;

/** Plays so many turns with the native side, and cheats in one of them. Returns its last words, and the turn in which the worlds part. */
async function play(turns, cheats) {
  const native = spawn(program, ["0"], { stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface({ input: native.stdout })[Symbol.asyncIterator]();
  try {
    const { value } = await lines.next();
    const port = await socketPort(value.match(/ws:\S+/)[0]);
    const peer = new Peer(0, (message) => port.postMessage(message));
    port.onmessage = ({ data }) => peer.receive(data);
    peer.ask([70, 25]);
    // The native side goes on for a few turns more, as it knows what is asked for in them.
    while (peer.turn < turns || [...peer.hashes.keys()].some((turn) => turn < turns)) {
      if (peer.turn < turns) {
        if (peer.turn === cheats) peer.world.teleport(peer.world.units[7], [50, 5]);
        if (peer.advance() && peer.turn === 70) peer.ask([10, 12]);
      }
      await new Promise((done) => setImmediate(done));
    }
    port.close();
    return { told: (await lines.next()).value, differentIn: peer.differentIn };
  } finally {
    native.kill();
    await once(native, "exit");
  }
}

await load();

test("a native side stays the same for 150 turns", async () => {
  const { told, differentIn } = await play(150);
  assert.equal(differentIn, undefined);
  assert.match(told, /^15\d turns, the same on both sides/);
});

test("a world that was changed on one side is found by both", async () => {
  const { told, differentIn } = await play(40, 20);
  assert.equal(differentIn, 20);
  assert.match(told, /different since turn 20/);
});
