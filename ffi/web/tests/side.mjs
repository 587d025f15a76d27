// A side of the game in lock step, in a thread: it plays so many turns, clicks when it is told to, and may cheat in one of them.
import { parentPort, workerData } from "node:worker_threads";
import { load } from "hybridnav";
import { Peer } from "./lockstep/peer.js";

const { side, port, turns, clicks, cheats } = workerData;
await load();
const peer = new Peer(side, (message) => port.postMessage(message));
port.on("message", (message) => peer.receive(message));
while (peer.turn < turns || peer.hashes.size > 0) {
  if (peer.turn < turns) {
    const { turn } = peer;
    if (turn === cheats) peer.world.teleport(peer.world.units[7], [50, 5]);
    if (peer.advance() && clicks[turn]) peer.ask(clicks[turn]);
  }
  await new Promise((done) => setImmediate(done));
}
parentPort.postMessage({ turn: peer.turn, hash: peer.world.hash(), differentIn: peer.differentIn });
port.close();
