// What the package offers.
export { HybridNavError } from "./error.js";
export { Area, Discomfort, Link, Obstacle, Order, Unit } from "./handles.js";
export { HybridNav, load, loadWithWorkers } from "./module.js";
export { SavedState } from "./saved_state.js";
export { World, activities, pedestrianParameters } from "./world.js";
