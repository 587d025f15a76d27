extends SceneTree
## Runs the script of the readme: until all units are there, and its functions for going back and for saved games.

func _initialize() -> void:
	run.call_deferred()

func fail(what: String) -> void:
	printerr("failed: ", what)
	quit(1)

func run() -> void:
	var yard: Node2D = load("res://yard.gd").new()
	root.add_child(yard)
	var world: HybridNavWorld2D = yard.get_child(0)
	var path := "user://yard.save"
	var state: HybridNavState
	var saved := ""
	for frame in 60 * 60:
		await process_frame
		if world.get_tick_count() >= 100 and state == null:
			state = world.save_state()
			saved = world.get_state_hash()
			yard.save_game(world, path)
		if yard.there == 50:
			break
	if yard.there != 50:
		return fail("the readme's units are not there: %d" % yard.there)
	world.running = false
	var ticks := world.get_tick_count()
	var hash := world.get_state_hash()
	yard.happen(world, state, func(): pass)
	if world.get_state_hash() != hash:
		return fail("nothing has happened, and all is otherwise")
	var units := world.get_children().filter(func(node): return node is HybridNavUnit2D)
	yard.happen(world, state, func(): world.stop(units.slice(0, 1)))
	if world.get_state_hash() == hash or world.get_tick_count() != ticks or units[0].activity != "idle":
		return fail("something has happened, and all is as before")
	yard.free()
	yard = load("res://yard.gd").new()
	root.add_child(yard)
	world = yard.get_child(0)
	world.running = false
	if not yard.load_game(world, path) or world.get_state_hash() != saved:
		return fail("the saved game is another one")
	while world.get_tick_count() < ticks:
		world.step()
	if world.get_state_hash() != hash:
		return fail("the saved game goes on otherwise")
	DirAccess.remove_absolute(path)
	print("the readme's units are there")
	quit()
