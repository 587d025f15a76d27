// A side in a worker of its own: the page passes messages on, and draws.
import { load } from "hybridnav";
import { Peer } from "./peer.js";
import { socketPort } from "./socket.js";

const { side, port: given, address } = await new Promise((start) => addEventListener("message", ({ data }) => start(data), { once: true }));
await load();
const port = given ?? (await socketPort(address));
const peer = new Peer(side, (message) => port.postMessage(message));
port.onmessage = ({ data }) => peer.receive(data);
addEventListener("message", ({ data }) => peer.ask(data.goal));
setInterval(() => {
  if (!peer.advance()) return;
  const { turn, differentIn, world } = peer;
  postMessage({ turn, differentIn, hash: world.hash().toString(16), positions: world.positions.slice() });
}, 100);
