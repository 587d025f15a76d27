extends SceneTree
## What the checks have in common: what holds is counted, and what is refused is noted.

var failures := 0
var refusals: Array[String] = []

func _initialize() -> void:
	run.call_deferred()

## Does all checks.
func run() -> void:
	pass

func check(holds: bool, what: String) -> void:
	if not holds:
		failures += 1
		printerr("failed: ", what)

## What was refused since the last question.
func refused() -> Array[String]:
	var said := refusals.duplicate()
	refusals.clear()
	return said

func check_refused(words: String) -> void:
	var said := refused()
	check(said.size() == 1 and words in said[0], "refused with '%s': %s" % [words, said])

func check_nothing_refused() -> void:
	var said := refused()
	check(said.is_empty(), "nothing is refused: %s" % [said])

func flat_world(runs := false) -> HybridNavWorld2D:
	var world := HybridNavWorld2D.new()
	world.name = "Yard"
	world.bounds = Rect2(0, 0, 1280, 640)
	world.radii = PackedFloat32Array([12])
	world.running = runs
	world.refused.connect(func(message, _node): refusals.append(message))
	root.add_child(world)
	return world

func flat_unit(world: Node, at: Vector2, called := "") -> HybridNavUnit2D:
	var unit := HybridNavUnit2D.new()
	unit.position = at
	if called:
		unit.name = called
	world.add_child(unit)
	return unit

func steps(world: Node, count: int) -> void:
	for k in count:
		world.step()

## Says how many checks have failed, and ends.
func finish(name: String) -> void:
	print("%s: %d failed" % [name, failures])
	quit(1 if failures else 0)
