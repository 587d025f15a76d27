/** A refused call. Nothing has changed; `code` says of which kind it is, `message` what is wrong, where, and what would be right. */
export class HybridNavError extends Error {
  constructor(code, message, options) {
    super(message, options);
    this.name = "HybridNavError";
    this.code = code;
  }
}
