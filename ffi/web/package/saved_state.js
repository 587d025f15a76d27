// States of worlds in the module's memory, to go back to.
import { HybridNavError } from "./error.js";
import { refuse } from "./values.js";

// For games that forget to free a state.
const forgotten = new FinalizationRegistry((place) => free(place));

/** Destroys a state; again does no harm. */
function free(place) {
  if (place.isFreed) return;
  place.isFreed = true;
  if (place.core.isBroken) return;
  place.core.check("hnavDestroySavedState", place.at);
  place.core.release(place.at, 8);
}

export class SavedState {
  #place;

  /** The state that a world is in. */
  static of(owner) {
    const core = owner.begin();
    const at = core.allocate(8);
    try {
      owner.check("hnavWorld_SaveState", at);
    } catch (error) {
      if (!core.isBroken) core.release(at, 8);
      throw error;
    }
    const state = new SavedState();
    state.#place = { core, at, isFreed: false };
    forgotten.register(state, state.#place, state.#place);
    return state;
  }

  /** Where the handle of a state lies in the memory of an instance. */
  static place(state, core) {
    if (!(state instanceof SavedState) || !state.#place) refuse("state", "what saveState() returns", state);
    const { at, core: own, isFreed } = state.#place;
    if (isFreed) throw new HybridNavError("freed", "the saved state has been freed");
    if (own !== core) throw new HybridNavError("staleHandle", "the saved state belongs to another loaded module");
    return at;
  }

  get isFreed() {
    return this.#place.isFreed;
  }

  get tickCount() {
    const { core } = this.#place;
    const at = SavedState.place(this, core);
    core.begin();
    const out = core.take(8);
    core.check("hnavSavedState_GetTickCount", at, out);
    return Number(core.u64[out >> 3]);
  }

  free() {
    forgotten.unregister(this.#place);
    free(this.#place);
  }

  [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() {
    this.free();
  }
}
