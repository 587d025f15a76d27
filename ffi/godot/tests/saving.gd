extends "res://support.gd"
## Checks of states, bytes and recordings, without a picture: `godot --headless --path PROJECT --script res://saving.gd -- FOLDER`. Recordings
## are left in FOLDER, with the hash that each ends with, to be replayed by others.

func block(world: Node, at: Rect2) -> Polygon2D:
	var polygon := Polygon2D.new()
	polygon.polygon = PackedVector2Array([at.position, Vector2(at.end.x, at.position.y), at.end, Vector2(at.position.x, at.end.y)])
	world.add_child(polygon)
	return polygon

## A wall with a gap, mud, a link and twelve units that are sent to its other side.
func yard(world: HybridNavWorld2D) -> Array[HybridNavUnit2D]:
	block(world, Rect2(600, 0, 40, 280))
	block(world, Rect2(600, 360, 40, 280))
	var mud := HybridNavArea2D.new()
	mud.polygon = PackedVector2Array([Vector2(200, 0), Vector2(300, 0), Vector2(300, 640), Vector2(200, 640)])
	mud.speed = 0.5
	world.add_child(mud)
	var link := HybridNavLink2D.new()
	link.position = Vector2(560, 60)
	link.target = Vector2(120, 0)
	link.cost = 400
	world.add_child(link)
	var units: Array[HybridNavUnit2D] = []
	for k in 12:
		units.append(flat_unit(world, Vector2(64 + 32 * (k % 4), 200 + 40 * (k / 4)), "Soldier%d" % k))
	return units

func places(units: Array) -> Array:
	return units.map(func(unit): return unit.position)

func run() -> void:
	await process_frame
	back_and_forth()
	nodes_come_and_go()
	await sources_come_and_go()
	game_driven()
	wrong_states()
	signals_of_undone_steps()
	called_back()
	await shown()
	late_teleports()
	bytes_flat()
	bytes_other_nodes()
	wrong_bytes()
	solid()
	await recordings()
	storm()
	finish("saving")

func back_and_forth() -> void:
	var world := flat_world()
	var units := yard(world)
	var first := world.order(units.slice(0, 6), Vector2(1100, 320))
	steps(world, 60)
	var state := world.save_state()
	check(state.get_tick_count() == 60 and world.get_tick_count() == 60, "a state of tick 60")
	var hash := world.get_state_hash()
	var stood := places(units)
	var turned := units.map(func(unit): return unit.rotation)
	var went := units.map(func(unit): return [unit.velocity, unit.activity, unit.order, unit.is_there])
	var later := []
	for round in 3:
		var second := world.order(units.slice(6), Vector2(1100, 500))
		var tower := world.add_obstacle(PackedVector2Array([Vector2(900, 300), Vector2(930, 300), Vector2(930, 330)]))
		var heard := []
		var note := func(unit, order): heard.append([unit, order])
		world.unit_arrived.connect(note)
		steps(world, 300)
		world.unit_arrived.disconnect(note)
		later.append([second, tower, world.get_state_hash(), places(units), heard, world.get_tick_count()])
		check(units[11].order == second and units[11].activity == "resting", "they have their orders: %d, %s" % [units[11].order, units[11].activity])
		check(world.restore_state(state), "it goes back")
		check(world.get_state_hash() == hash and world.get_tick_count() == 60, "it is where it was")
		units[0].rotation = 3
		check(world.restore_state(state), "as often as needed")
		check(places(units) == stood, "the nodes are where they were")
		check(units.map(func(unit): return unit.rotation) == turned, "they look where they looked")
		check(units.map(func(unit): return [unit.velocity, unit.activity, unit.order, unit.is_there]) == went, "the nodes say what they said")
		check(not world.remove_obstacle(tower), "what came later is gone")
		check_refused("the number names no obstacle")
		check(world.join(first, [units[6]]) and world.restore_state(state), "what was there is there again")
	check(later[0] == later[1] and later[1] == later[2], "the same calls have the same ends: %s" % [later])
	check(later[0][4].size() == 12, "all have arrived: %d" % later[0][4].size())
	# On to a later one, in the memory of an older one.
	var ring: Array[HybridNavState] = []
	for k in 4:
		ring.append(world.save_state())
	for k in 10:
		check(world.save_state_into(ring[k % 4]), "a ring of states")
		steps(world, 1)
	hash = world.get_state_hash()
	check(world.restore_state(ring[7 % 4]) and world.get_tick_count() == 67, "three ticks back")
	steps(world, 3)
	check(world.get_state_hash() == hash, "and on again")
	check_nothing_refused()
	world.free()

func nodes_come_and_go() -> void:
	var world := flat_world()
	var units := yard(world)
	var order := world.order(units, Vector2(1100, 320))
	steps(world, 40)
	var state := world.save_state()
	var hash := world.get_state_hash()
	steps(world, 100)
	var future := world.get_state_hash()
	world.restore_state(state)
	# One is freed, one leaves the tree, one leaves it and comes back, and one is new.
	units[0].free()
	world.remove_child(units[1])
	world.remove_child(units[2])
	var guest := flat_unit(world, Vector2(64, 600), "Guest")
	steps(world, 5)
	check(world.get_unit_count() == 10 and guest.activity == "idle", "they have gone and come")
	world.add_child(units[2])
	check(world.restore_state(state), "it goes back")
	check(world.get_unit_count() == 10, "those whose nodes have gone are gone: %d" % world.get_unit_count())
	check(guest.activity == "" and guest.position == Vector2(64, 600), "who came later stays where it stands: '%s'" % guest.activity)
	check(units[2].order == order and units[2].activity == "moving", "who is back has its order: %d" % units[2].order)
	check(units[1].activity == "", "who is not in the tree is nowhere")
	steps(world, 1)
	check(world.get_unit_count() == 11 and guest.activity == "idle", "who came later is new")
	check(world.units_in(Vector2(64, 600), 20) == [guest], "it stands where it stood")
	# Without any of that nothing is missing.
	world.add_child(units[1])
	guest.free()
	var gone := units[1]
	steps(world, 3)
	check(gone.activity == "idle", "its unit was taken away: it is new")
	check_nothing_refused()
	world.free()
	world = flat_world()
	units = yard(world)
	world.order(units, Vector2(1100, 320))
	steps(world, 40)
	state = world.save_state()
	check(world.get_state_hash() == hash, "equal calls, equal states")
	for unit in units:
		world.remove_child(unit)
	steps(world, 3)
	check(world.get_unit_count() == 0, "all have left")
	units.reverse()
	for unit in units:
		world.add_child(unit)
	check(world.restore_state(state) and world.get_state_hash() == hash, "all are back")
	steps(world, 100)
	check(world.get_state_hash() == future, "and go on as they did")
	# Settings are their nodes'.
	world.restore_state(state)
	units[3].max_speed = 20
	world.restore_state(state)
	steps(world, 100)
	check(world.get_state_hash() != future, "who is slower now is slower")
	units[3].max_speed = 64
	world.restore_state(state)
	steps(world, 100)
	check(world.get_state_hash() == future, "who is as fast as then goes as then")
	check_nothing_refused()
	world.free()

func sources_come_and_go() -> void:
	var world := flat_world()
	var units := yard(world)
	var gate := block(world, Rect2(600, 280, 40, 80))
	world.order(units, Vector2(1100, 320))
	steps(world, 20)
	var is_open := func() -> bool: return world.find_path(Vector2(560, 320), Vector2(700, 320), 12).size() == 2
	check(not is_open.call(), "the gate is shut")
	var state := world.save_state()
	steps(world, 60)
	var shut := world.get_state_hash()
	# It moves away, and back.
	world.restore_state(state)
	gate.position.y = 200
	steps(world, 60)
	check(is_open.call(), "the gate has moved")
	gate.position.y = 0
	world.restore_state(state)
	check(not is_open.call(), "it is where it was")
	steps(world, 60)
	check(world.get_state_hash() == shut, "nothing has happened")
	# It moves away, and stays there.
	gate.position.y = 200
	world.restore_state(state)
	steps(world, 60)
	check(is_open.call(), "the gate stays where its node is")
	gate.position.y = 0
	# It changes where it is.
	world.restore_state(state)
	var whole := gate.polygon
	gate.polygon = PackedVector2Array([Vector2(600, 280), Vector2(640, 280), Vector2(640, 290)])
	world.refresh()
	steps(world, 1)
	check(is_open.call(), "the gate is small")
	world.restore_state(state)
	steps(world, 1)
	check(is_open.call(), "it is as its node is")
	gate.polygon = whole
	world.refresh()
	world.restore_state(state)
	steps(world, 60)
	check(world.get_state_hash() == shut, "as it was")
	# It leaves the tree, and comes back.
	world.restore_state(state)
	world.remove_child(gate)
	steps(world, 30)
	check(is_open.call(), "the gate has gone")
	world.add_child(gate)
	world.restore_state(state)
	steps(world, 60)
	check(world.get_state_hash() == shut, "it is back")
	# One comes; a restored world has no room for it until the next step.
	var stone := block(world, Rect2(560, 300, 20, 40))
	steps(world, 1)
	world.restore_state(state)
	steps(world, 1)
	check(world.find_path(Vector2(520, 320), Vector2(570, 320), 12).is_empty(), "who is there is in the world")
	stone.free()
	world.restore_state(state)
	steps(world, 60)
	check(world.get_state_hash() == shut, "who has gone is not")
	gate.queue_free()
	await process_frame
	check(world.restore_state(state), "it goes back")
	steps(world, 1)
	check(is_open.call(), "the gate is gone for good")
	check_nothing_refused()
	world.free()

func game_driven() -> void:
	var world := flat_world()
	var player := flat_unit(world, Vector2(64, 64), "Player")
	player.driver = 1
	var guard := flat_unit(world, Vector2(400, 400), "Guard")
	steps(world, 1)
	world.follow([guard], player, 40)
	var walk := func(count: int):
		for k in count:
			player.position += Vector2(4, 1)
			world.step()
	walk.call(20)
	var state := world.save_state()
	var at := player.position
	walk.call(30)
	var hash := world.get_state_hash()
	var there := player.position
	world.restore_state(state)
	check(player.position == there and guard.position != Vector2(400, 400), "the player is the game's to put back")
	player.position = at
	walk.call(30)
	check(world.get_state_hash() == hash and player.position == there, "and goes on as it did")
	check_nothing_refused()
	world.free()

func wrong_states() -> void:
	var world := flat_world()
	var units := yard(world)
	world.order(units, Vector2(1100, 320))
	steps(world, 30)
	var hash := world.get_state_hash()
	var stood := places(units)
	var other := flat_world()
	other.name = "Elsewhere"
	steps(other, 2)
	var deep := HybridNavWorld3D.new()
	deep.name = "Deep"
	deep.running = false
	root.add_child(deep)
	steps(deep, 2)
	check(not world.restore_state(null), "no state")
	check_refused("there is no state to go back to: give one that save_state has returned")
	check(not world.save_state_into(null), "no state")
	check_refused("no state to write over")
	check(not world.restore_state(other.save_state()), "a state of another world")
	check_refused("the state is one of another world, Elsewhere: give one that save_state of this world has returned")
	check(not world.restore_state(deep.save_state()), "a state in three dimensions")
	check_refused("the state is one of another world, Deep")
	var state := other.save_state()
	other.free()
	check(not world.restore_state(state), "a state of a world that is gone")
	check_refused("another world, Elsewhere")
	check(not ClassDB.can_instantiate("HybridNavState"), "states are made by worlds alone")
	# One that is written over belongs to who has done so.
	check(world.save_state_into(state) and world.restore_state(state), "it is of this world now")
	check(world.get_state_hash() == hash and places(units) == stood, "all is as it was")
	world.start_recording()
	check(not world.restore_state(state), "a world that is recorded")
	check_refused("the world is being recorded: stop that first")
	check(not world.load_bytes(world.save_bytes()), "a world that is recorded")
	check_refused("the world is being recorded: stop that first")
	check(world.get_state_hash() == hash and world.is_recording(), "all is as it was")
	check(world.stop_recording().size() > 0 and world.restore_state(state), "it is recorded no more")
	check_nothing_refused()
	deep.free()
	world.free()
	var none := HybridNavWorld2D.new()
	none.radii = PackedFloat32Array()
	none.running = false
	none.refused.connect(func(message, _node): refusals.append(message))
	root.add_child(none)
	check(none.save_state() == null, "a world that cannot be")
	check_refused("0 radius classes")
	check(none.save_bytes().is_empty(), "it cannot be saved")
	check_refused("no world to save")
	check(not none.start_recording() and not none.is_recording() and not none.load_bytes(PackedByteArray()), "nor recorded, nor loaded")
	refusals.clear()
	check(not none.restore_state(state), "nor go back")
	check_refused("another world")
	none.free()

func signals_of_undone_steps() -> void:
	var world := flat_world()
	var units: Array[HybridNavUnit2D] = []
	for k in 3:
		units.append(flat_unit(world, Vector2(64, 64 + 64 * k)))
	for unit in units:
		world.order([unit], unit.position + Vector2(100, 0))
	steps(world, 5)
	# Three that do the same arrive in one step; the first to say so has the world go back.
	var state := world.save_state()
	var heard := []
	var told := []
	world.stepped.connect(func(ticks): told.append(ticks))
	for unit in units:
		unit.arrived.connect(func():
			heard.append([units.find(unit), world.get_tick_count()])
			if heard.size() == 1:
				world.restore_state(state))
	var before := world.get_tick_count()
	while heard.is_empty():
		world.step()
	check(world.get_tick_count() == before, "it went back in the middle of a step")
	check(heard.size() == 1 and not told.has(heard[0][1]), "what that had to tell is not told: %s, %s" % [heard, told])
	told.clear()
	steps(world, 60)
	check(heard.size() == 4 and heard[1] == heard[0], "it is told when it happens: %s" % [heard])
	check(told.size() == 60 and told[0] == before + 1, "and so is each step")
	# What a call has announced for the next step is told after going back, too: a way that is lost when its unit is put elsewhere.
	block(world, Rect2(600, 0, 40, 640))
	var lost := []
	units[0].path_lost.connect(func(reason, _goes_on, _to): lost.append(reason))
	world.order([units[0]], Vector2(1200, 64))
	state = world.save_state()
	steps(world, 3)
	var once := lost.duplicate()
	check(once.size() == 1, "a way is lost: %s" % [once])
	world.restore_state(state)
	steps(world, 3)
	check(lost == once + once, "and again: %s" % [lost])
	check_nothing_refused()
	world.free()

## Scripts that are told of something may go back, load, and free whom they like.
func called_back() -> void:
	var world := flat_world()
	var units := yard(world)
	steps(world, 1)
	var state := world.save_state()
	var bytes := world.save_bytes()
	var answers: Array[Callable] = [
		func(): check(world.restore_state(state), "it goes back"),
		func(): check(world.load_bytes(bytes), "it loads"),
		func(): world.step(),
		func(): units.pop_back().free()]
	for answer in answers:
		# Two obstacles and two units that are refused, each with others after it.
		var called := [0]
		var call_back := func(_message, _node):
			called[0] += 1
			if called[0] < 5:
				answer.call()
		world.refused.connect(call_back)
		var made: Array[Node] = []
		for k in 2:
			made.append(block(world, Rect2(-500, 0, 20, 20)))
			made.append(block(world, Rect2(900 + 40 * k, 300, 20, 20)))
			made.append(flat_unit(world, Vector2(-64, 64)))
			made.append(flat_unit(world, Vector2(200 + 64 * k, 600)))
		steps(world, 5)
		check(called[0] >= 4, "they are refused: %d" % called[0])
		check(world.get_unit_count() == units.size() + 2, "who may be there is there: %d" % world.get_unit_count())
		check(world.find_path(Vector2(860, 320), Vector2(910, 310), 12).is_empty(), "and so is an obstacle")
		world.refused.disconnect(call_back)
		for node in made:
			node.free()
		steps(world, 2)
		check(world.get_unit_count() == units.size(), "they have gone: %d" % world.get_unit_count())
		check(world.find_path(Vector2(860, 320), Vector2(1000, 310), 12).size() == 2, "and so have obstacles")
	refusals.clear()
	# Each step goes back once, and is then taken.
	var back := [0]
	world.stepped.connect(func(ticks):
		back[0] += 1
		if back[0] % 2 == 1:
			check((world.restore_state(state) if ticks % 3 else world.load_bytes(bytes)), "it goes back"))
	steps(world, 20)
	check(world.get_tick_count() == state.get_tick_count() + 1, "it is one step on: %d" % world.get_tick_count())
	check_nothing_refused()
	# A world that leaves the tree has no units; once it is back it can go back.
	root.remove_child(world)
	check(world.get_unit_count() == 0, "nobody is there")
	root.add_child(world)
	back[0] = 1
	check(world.restore_state(state) and world.get_unit_count() == units.size(), "all are back")
	var hash := world.get_state_hash()
	check(world.save_state_into(state) and world.restore_state(state) and world.get_state_hash() == hash, "and it goes on")
	check_nothing_refused()
	world.free()

## Going back neither takes time nor gives it, and nodes go on evenly.
func shown() -> void:
	var world := flat_world(true)
	var unit := flat_unit(world, Vector2(64, 64))
	unit.turn_rate = 100
	world.order([unit], Vector2(1200, 64))
	var state: HybridNavState
	for k in 60:
		await physics_frame
	state = world.save_state()
	# As rollback does: two ticks back, and the same two again, in each of some frames.
	var ring: Array[HybridNavState] = []
	world.stepped.connect(func(_ticks): ring.append(world.save_state()))
	for k in 30:
		await physics_frame
	await process_frame
	var ticks := world.get_tick_count()
	var before := unit.position.x
	var least := INF
	var most := 0.0
	for k in 60:
		await process_frame
		if k % 7 == 3:
			var count := ring.size()
			check(world.restore_state(ring[count - 3]), "two ticks back")
			world.step()
			world.step()
			# The lambda has the same array.
			ring.resize(count)
		var moved := unit.position.x - before
		before = unit.position.x
		if k % 7 not in [3, 4]:
			least = minf(least, moved)
			most = maxf(most, moved)
	check(world.get_tick_count() in [ticks + 9, ticks + 10, ticks + 11], "a second has ten ticks: %d" % (world.get_tick_count() - ticks))
	check(least > 0.9 and most < 1.25, "it moves evenly, by %s to %s a frame" % [least, most])
	# Its node is there as soon as it goes back, turned as it was.
	world.stop([unit])
	world.order([unit], Vector2(64, 600))
	for k in 60:
		await process_frame
	check(unit.rotation > 0.5, "it looks elsewhere: %s" % unit.rotation)
	world.restore_state(state)
	check(absf(unit.rotation) < 0.1 and absf(unit.position.y - 64) < 1, "it is back: %s, %s" % [unit.rotation, unit.position])
	check_nothing_refused()
	world.free()

## What the game has said and the world does not know yet is part of a state.
func late_teleports() -> void:
	var world := flat_world()
	var units := yard(world)
	world.order(units, Vector2(1100, 320))
	steps(world, 20)
	units[4].position = Vector2(900, 100)
	var state := world.save_state()
	steps(world, 20)
	var hash := world.get_state_hash()
	check(absf(units[4].position.x - 900) < 100, "it is elsewhere")
	world.restore_state(state)
	check(units[4].position == Vector2(900, 100), "it is put there again")
	steps(world, 20)
	check(world.get_state_hash() == hash, "with the same end")
	check_nothing_refused()
	world.free()

func bytes_flat() -> void:
	var world := flat_world()
	var units := yard(world)
	var order := world.order(units, Vector2(1100, 320))
	var stone := world.add_obstacle(PackedVector2Array([Vector2(900, 300), Vector2(930, 300), Vector2(930, 330)]))
	steps(world, 80)
	var bytes := world.save_bytes()
	check(bytes.size() > 1000, "bytes: %d" % bytes.size())
	var hash := world.get_state_hash()
	var stood := places(units)
	steps(world, 200)
	var later := world.get_state_hash()
	check(later != hash, "it goes on")
	check(world.load_bytes(bytes), "it goes back")
	check(world.get_state_hash() == hash and places(units) == stood, "all are where they were")
	steps(world, 200)
	check(world.get_state_hash() == later, "and go on as they did")
	world.free()
	# Nodes that have only their names in common, in another order.
	var other := flat_world()
	var twins := yard(other)
	other.move_child(twins[3], 0)
	check(other.load_bytes(bytes) and other.get_state_hash() == hash, "another world goes on from there")
	check(places(twins) == stood and twins[5].order == order and twins[5].activity == "moving", "its nodes are the same")
	check(other.get_unit_count() == 12 and other.units_in(twins[5].position, 1) == [twins[5]], "its units know their nodes")
	var heard := []
	other.unit_arrived.connect(func(unit, number): heard.append([unit, number]))
	steps(other, 200)
	check(other.get_state_hash() == later, "with the same end")
	steps(other, 400)
	check(heard.size() == 12 and heard[0][1] == order, "they arrive by their order: %s" % [heard])
	check(other.move_goal(order, Vector2(64, 64)) and other.remove_obstacle(stone), "numbers are right again")
	check(other.order(twins, Vector2(300, 300)) == stone + 1, "and are not given twice")
	check_nothing_refused()
	other.free()

func bytes_other_nodes() -> void:
	var world := flat_world()
	var units := yard(world)
	world.order(units, Vector2(1100, 320))
	steps(world, 30)
	var bytes := world.save_bytes()
	world.free()
	# One unit is missing, one is new, a part of the wall is missing, and there is another one elsewhere.
	world = flat_world()
	units = yard(world)
	units[7].free()
	var guest := flat_unit(world, Vector2(64, 600), "Guest")
	world.get_child(0).free()
	block(world, Rect2(1000, 0, 20, 20))
	check(world.load_bytes(bytes), "it is loaded")
	check(world.get_unit_count() == 11 and guest.activity == "", "units are as their nodes are")
	steps(world, 1)
	check(world.get_unit_count() == 12 and guest.activity == "idle" and guest.position == Vector2(64, 600), "who is new is new")
	check(world.find_path(Vector2(560, 200), Vector2(700, 200), 12).size() == 2, "the wall is as its nodes are")
	check(world.find_path(Vector2(900, 200), Vector2(1010, 10), 12).is_empty(), "and so is the other one")
	check_nothing_refused()
	# Below another node, names may be equal.
	var folder := Node.new()
	folder.name = "Reserve"
	world.add_child(folder)
	var twin := flat_unit(folder, Vector2(500, 600), "Guest")
	steps(world, 1)
	bytes = world.save_bytes()
	twin.position.x = 100
	steps(world, 1)
	check(world.load_bytes(bytes) and twin.position.x == 500 and guest.position.x == 64, "paths tell them apart")
	# A name that Godot makes up is another one next time.
	var nameless := flat_unit(folder, Vector2(400, 600))
	check(world.save_bytes().is_empty(), "a node without a name")
	check_refused("has a name that Godot made up")
	nameless.name = "Someone"
	check(not world.save_bytes().is_empty(), "one with a name")
	check_nothing_refused()
	world.free()

func wrong_bytes() -> void:
	var world := flat_world()
	var units := yard(world)
	world.order(units, Vector2(1100, 320))
	steps(world, 30)
	var bytes := world.save_bytes()
	var hash := world.get_state_hash()
	var stood := places(units)
	for wrong in [[PackedByteArray(), "do not begin with its mark"], ["what".to_utf8_buffer(), "do not begin with its mark"], [bytes.slice(0, 10), "cut off"], [bytes.slice(0, 900), "checksum"], [bytes.slice(1), "mark"]]:
		check(not world.load_bytes(wrong[0]), "broken bytes")
		check_refused(wrong[1])
	for at in range(8, bytes.size(), 97):
		var broken := bytes.duplicate()
		broken[at] ^= 4
		check(not world.load_bytes(broken), "a change at %d" % at)
		check(refusals.size() == 1, "it says why")
		refusals.clear()
	check(world.get_state_hash() == hash and places(units) == stood and world.get_unit_count() == 12, "all is as it was")
	steps(world, 1)
	check(world.load_bytes(bytes) and world.get_state_hash() == hash, "they were right")
	world.free()
	for other in [["bounds", Rect2(0, 0, 1280, 700)], ["radii", PackedFloat32Array([12, 20])], ["tick", 0.05], ["plan_latency", 2], ["pedestrians", true], ["units_per_metre", 30.0]]:
		var changed := HybridNavWorld2D.new()
		changed.bounds = Rect2(0, 0, 1280, 640)
		changed.running = false
		changed.set(other[0], other[1])
		changed.refused.connect(func(message, _node): refusals.append(message))
		root.add_child(changed)
		check(not changed.load_bytes(bytes), "other " + other[0])
		check_refused(other[0])
		check(changed.step(), "it goes on")
		changed.free()
	var deep := HybridNavWorld3D.new()
	deep.running = false
	deep.refused.connect(func(message, _node): refusals.append(message))
	root.add_child(deep)
	check(not deep.load_bytes(bytes), "of two dimensions, in three")
	check_refused("one in 2 dimensions: load it into a HybridNavWorld2D")
	deep.free()

func solid() -> void:
	var worlds := []
	for k in 2:
		var world := HybridNavWorld3D.new()
		world.running = false
		world.refused.connect(func(message, _node): refusals.append(message))
		root.add_child(world)
		var wall := StaticBody3D.new()
		var shape := CollisionShape3D.new()
		shape.shape = BoxShape3D.new()
		shape.shape.size = Vector3(1, 3, 40)
		wall.add_child(shape)
		wall.position = Vector3(0, 1.5, 0)
		world.add_child(wall)
		for i in 8:
			var unit := HybridNavUnit3D.new()
			unit.name = "Guard%d" % i
			unit.position = Vector3(-20 + i, 0.7, 0)
			world.add_child(unit)
		worlds.append(world)
	var world: HybridNavWorld3D = worlds[0]
	var units := world.get_children().filter(func(child): return child is HybridNavUnit3D)
	world.order(units, Vector3(20, 0, 0))
	steps(world, 50)
	var state := world.save_state()
	var bytes := world.save_bytes()
	var hash := world.get_state_hash()
	var stood := places(units)
	steps(world, 100)
	var later := world.get_state_hash()
	check(world.restore_state(state) and world.get_state_hash() == hash and places(units) == stood, "it is back")
	check(absf(units[0].position.y - 0.7) < 1e-6, "heights stay")
	steps(world, 100)
	check(world.get_state_hash() == later, "and goes on")
	var other: HybridNavWorld3D = worlds[1]
	var twins := other.get_children().filter(func(child): return child is HybridNavUnit3D)
	check(other.load_bytes(bytes) and other.get_state_hash() == hash and places(twins) == stood, "another is there, too")
	steps(other, 100)
	check(other.get_state_hash() == later, "and goes on")
	check_nothing_refused()
	world.free()
	other.free()

func recordings() -> void:
	var folder := OS.get_cmdline_user_args()[0]
	var world := flat_world()
	check(world.stop_recording().is_empty(), "nothing is recorded")
	check_refused("call `start_recording` first")
	check(not world.start_recording(folder.path_join("no such folder/a.rec")), "a folder that there is not")
	check_refused("no such folder")
	check(world.start_recording("user://begun.rec") and world.is_recording(), "a file of the user's")
	# From the beginning, in memory: obstacles that move, units that come and go, and one that the game moves.
	check(world.start_recording() and world.is_recording(), "in memory, instead")
	var units := yard(world)
	var player := flat_unit(world, Vector2(64, 600), "Player")
	player.driver = 1
	world.order(units, Vector2(1100, 320))
	for k in 200:
		player.position.x += 3
		if k == 50:
			units[0].free()
			world.get_child(0).position.y = -100
		if k == 80:
			flat_unit(world, Vector2(500, 600))
			units[1].max_speed = 30
		if k == 100:
			units[2].position = Vector2(1000, 600)
		world.step()
	var hash := world.get_state_hash()
	var bytes := world.stop_recording()
	check(bytes.size() > 1000 and not world.is_recording(), "recorded: %d bytes" % bytes.size())
	check(world.get_state_hash() == hash, "recording changes nothing")
	_leave(folder, "memory", bytes, hash)
	# From the middle, into a file, after going back; with threads, as time passes.
	var state := world.save_state()
	steps(world, 10)
	world.restore_state(state)
	check(world.start_recording(folder.path_join("file.rec")), "into a file")
	world.running = true
	world.order(units.slice(1), Vector2(100, 100))
	for k in 120:
		await physics_frame
	world.running = false
	hash = world.get_state_hash()
	check(world.stop_recording().is_empty() and FileAccess.file_exists(folder.path_join("file.rec")), "it is in the file")
	_leave(folder, "file", PackedByteArray(), hash)
	# A world that is freed while it is recorded ends its recording where it is.
	check(world.start_recording(folder.path_join("freed.rec")), "into a file")
	steps(world, 30)
	hash = world.get_state_hash()
	check_nothing_refused()
	world.free()
	_leave(folder, "freed", PackedByteArray(), hash)
	DirAccess.remove_absolute("user://begun.rec")

func _leave(folder: String, name: String, bytes: PackedByteArray, hash: String) -> void:
	if not bytes.is_empty():
		var file := FileAccess.open(folder.path_join(name + ".rec"), FileAccess.WRITE)
		file.store_buffer(bytes)
		file.close()
	var file := FileAccess.open(folder.path_join(name + ".hash"), FileAccess.WRITE)
	file.store_line(hash)
	file.close()

## Random play, with states of which some are gone back to.
func storm() -> void:
	var world := flat_world()
	var generator := RandomNumberGenerator.new()
	generator.seed = 11
	var nodes: Array[Node2D] = []
	var states: Array[HybridNavState] = []
	for round in 300:
		match generator.randi() % 8:
			0, 1:
				nodes.append(flat_unit(world, Vector2(generator.randf_range(20, 1200), generator.randf_range(20, 600))))
			2:
				nodes.append(block(world, Rect2(0, 0, 20, 20)))
				nodes[-1].position = Vector2(generator.randf_range(20, 1200), generator.randf_range(20, 600))
			3 when not nodes.is_empty():
				var gone: Node2D = nodes.pop_at(generator.randi() % nodes.size())
				gone.free()
			4 when not nodes.is_empty():
				nodes[generator.randi() % nodes.size()].position = Vector2(generator.randf_range(20, 1200), generator.randf_range(20, 600))
			5:
				states.append(world.save_state())
			6 when not states.is_empty():
				check(world.restore_state(states[generator.randi() % states.size()]), "it goes back")
			7:
				var units := nodes.filter(func(node): return node is HybridNavUnit2D)
				if not units.is_empty():
					world.order(units, Vector2(generator.randf_range(20, 1200), generator.randf_range(20, 600)))
		world.step()
		var units := nodes.filter(func(node): return node is HybridNavUnit2D)
		var placed := units.filter(func(unit): return unit.activity != "")
		check(world.get_unit_count() == placed.size(), "each unit has a node: %d of %d" % [world.get_unit_count(), placed.size()])
		for unit in placed:
			check(unit in world.units_in(unit.position, 40), "who is shown is there")
	# Some stood in a wall when they came; nothing else may be refused.
	for message in refusals:
		check("choose a free" in message or "does not fit" in message or "room for" in message or "no way leads" in message or "inside the bounds" in message or "names no unit" in message, "refused: %s" % message)
	refusals.clear()
	world.free()
