// What a worker does: it runs tasks of the worlds of a module on the memory that it shares with it.

export async function serve({ module, memory, stack, storage }, onReady) {
  const { exports } = await WebAssembly.instantiate(module, { env: { memory } });
  exports.__stack_pointer.value = stack;
  exports.__wasm_init_tls(storage);
  onReady();
  try {
    exports.hnavWeb_Serve();
  } catch (error) {
    exports.__stack_pointer.value = stack;
    exports.hnavWeb_NoteLostWorker();
    throw error;
  }
}
