// The other side behind a WebSocket, as a port is used: JSON knows no BigInt, so hashes travel as hexadecimal texts.
export async function socketPort(address) {
  const socket = new WebSocket(address);
  await new Promise((open, fail) => {
    socket.onopen = open;
    socket.onerror = () => fail(new Error(`${address}: nobody answers; start the native side first`));
  });
  const port = {
    postMessage: ({ hash, ...others }) =>
      socket.send(JSON.stringify(hash === undefined ? others : { ...others, hash: hash.toString(16).padStart(16, "0") })),
    close: () => socket.close(),
  };
  socket.onmessage = ({ data }) => {
    const { hash, ...others } = JSON.parse(data);
    port.onmessage?.({ data: hash === undefined ? others : { ...others, hash: BigInt(`0x${hash}`) } });
  };
  return port;
}
