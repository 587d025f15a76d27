extends SceneTree
## What a step of 10 000 walking units takes with nodes; `examples/many.rs` makes the same calls without Godot.

const COUNT := 10000
const COLUMNS := 100

func _initialize() -> void:
	run.call_deferred()

func place(k: int, far: float) -> Vector2:
	return Vector2(far + 640 + 38.4 * (k % COLUMNS), far + 640 + 38.4 * (k / COLUMNS))

func run() -> void:
	var world := HybridNavWorld2D.new()
	world.bounds = Rect2(0, 0, 12800, 12800)
	world.radii = PackedFloat32Array([12])
	world.threads = 0
	world.running = false
	root.add_child(world)
	var units: Array[HybridNavUnit2D] = []
	var goals := PackedVector2Array()
	for k in COUNT:
		var unit := HybridNavUnit2D.new()
		unit.position = place(k, 0)
		world.add_child(unit)
		units.append(unit)
		goals.append(place(k, 7040))
	world.order_each(units, goals)
	for k in 10:
		world.step()
	var began := Time.get_ticks_usec()
	for k in 100:
		world.step()
	var millis := (Time.get_ticks_usec() - began) / 1e5
	print("with nodes:    %.2f ms a step, state %s" % [millis, world.get_state_hash()])
	world.running = true
	for k in 12:
		await process_frame
	began = Time.get_ticks_usec()
	var frames := 0
	for k in 60:
		await process_frame
		frames += 1
	print("a frame of Godot with them, steps included: %.2f ms" % [(Time.get_ticks_usec() - began) / 1e3 / frames])
	quit()
