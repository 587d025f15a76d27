extends "res://support.gd"
## Checks of the nodes, without a picture: `godot --headless --path PROJECT --script res://checks.gd`.

func run() -> void:
	await process_frame
	units_and_orders()
	obstacles()
	await areas_and_links()
	misuse()
	await game_driven()
	await solid()
	await storm()
	await shown()
	finish("checks")

func units_and_orders() -> void:
	var world := flat_world()
	var units: Array[HybridNavUnit2D] = []
	for k in 10:
		units.append(flat_unit(world, Vector2(64 + 32 * k, 64)))
	var heard := {}
	units[0].arrived.connect(func(): heard["unit"] = true)
	world.unit_arrived.connect(func(unit, order): heard[unit] = order)
	var passed: Array[int] = []
	units[3].passed_way_point.connect(func(index): passed.append(index))
	var order := world.order_with(units, Vector2(1200, 320), {"way_points": [Vector2(640, 576)], "pace": "slowest"})
	check(order > 0 and world.get_unit_count() == 10, "an order: %d" % order)
	steps(world, 1)
	check(units[0].activity == "moving" and units[0].order == order, "who has an order moves")
	steps(world, 400)
	check(heard.size() == 11 and heard[units[9]] == order, "all have arrived: %s" % heard)
	check(passed == [0], "way points: %s" % [passed])
	check(units[0].is_there and units[0].activity == "resting", "who is there rests")
	check(world.units_in(Vector2(1200, 320), 120).size() == 10, "who is where")
	check(world.find_path(Vector2(64, 64), Vector2(640, 64), 12).size() == 2, "a straight way")
	units[0].name = "First"
	var why := world.explain(units[0])
	check(why.begins_with("First is resting, by order %d, with its place at" % order), "why: %s" % why)
	check(world.move_goal(order, Vector2(64, 320)), "a goal moves")
	check(world.hold([units[1]]) and world.stop([units[2]]), "some stop")
	steps(world, 1)
	check(units[1].activity == "holding" and units[2].order == 0, "they have: %s" % units[1].activity)
	check(world.join(order, [units[2]]), "one joins")
	var chase := world.follow([units[4], units[5]], units[0], 64)
	check(chase > order, "two follow")
	check(world.order_each([units[6], units[7]], PackedVector2Array([Vector2(90, 90), Vector2(500, 90)])) > 0, "a point each")
	steps(world, 300)
	check_nothing_refused()
	world.free()

func obstacles() -> void:
	var world := flat_world()
	# One of each: a polygon, the shapes of a static body, and one that is added by a call.
	var dart := Polygon2D.new()
	dart.polygon = PackedVector2Array([Vector2(0, 0), Vector2(64, 0), Vector2(16, 16), Vector2(0, 64)])
	dart.position = Vector2(320, 64)
	world.add_child(dart)
	var body := StaticBody2D.new()
	for shape in [RectangleShape2D.new(), CircleShape2D.new(), CapsuleShape2D.new()]:
		var node := CollisionShape2D.new()
		node.shape = shape
		node.position = Vector2(80 * body.get_child_count(), 0)
		body.add_child(node)
	var outline := CollisionPolygon2D.new()
	outline.polygon = PackedVector2Array([Vector2(0, 0), Vector2(20, 0), Vector2(0, 20)])
	outline.position = Vector2(0, 80)
	body.add_child(outline)
	body.position = Vector2(640, 300)
	world.add_child(body)
	# None: of a body that moves, and what is to be left out.
	var mover := CharacterBody2D.new()
	var foot := CollisionShape2D.new()
	foot.shape = CircleShape2D.new()
	mover.add_child(foot)
	mover.position = Vector2(900, 500)
	world.add_child(mover)
	var look := Polygon2D.new()
	look.polygon = dart.polygon
	look.position = Vector2(900, 400)
	look.add_to_group("hybridnav_ignore")
	world.add_child(look)
	var unit := flat_unit(world, Vector2(64, 400))
	steps(world, 1)
	var free := func(at: Vector2) -> bool: return world.find_path(Vector2(64, 600), at, 12).size() > 0
	check(not free.call(Vector2(325, 70)) and free.call(Vector2(365, 110)), "a polygon with a notch")
	for at in [Vector2(640, 300), Vector2(720, 300), Vector2(800, 300), Vector2(645, 385)]:
		check(not free.call(at), "a shape of a static body at %s" % at)
	check(free.call(Vector2(900, 500)) and free.call(Vector2(905, 405)), "what is none")
	body.position += Vector2(0, 100)
	steps(world, 1)
	check(free.call(Vector2(640, 300)) and not free.call(Vector2(640, 400)), "it has moved")
	var pushed := []
	unit.displaced.connect(func(from, to): pushed.append([from, to]))
	dart.position = Vector2(50, 386)
	steps(world, 2)
	check(pushed.size() == 1, "the unit makes room: %s" % [pushed])
	dart.free()
	body.remove_child(outline)
	outline.free()
	steps(world, 1)
	check(free.call(Vector2(64, 400)) and free.call(Vector2(645, 485)), "they have gone")
	var square := PackedVector2Array([Vector2(900, 60), Vector2(960, 60), Vector2(960, 120), Vector2(900, 120)])
	var added := world.add_obstacle(square)
	check(added > 0 and not free.call(Vector2(930, 90)), "one by a call")
	check(world.move_obstacle(added, Transform2D(0, Vector2(100, 0)) * square) and free.call(Vector2(930, 90)), "it moves")
	check(world.remove_obstacle(added) and free.call(Vector2(1030, 90)), "it goes")
	check_nothing_refused()
	world.free()

func areas_and_links() -> void:
	var world := flat_world()
	var wall := Polygon2D.new()
	wall.polygon = PackedVector2Array([Vector2(600, 0), Vector2(640, 0), Vector2(640, 640), Vector2(600, 640)])
	world.add_child(wall)
	var link := HybridNavLink2D.new()
	link.position = Vector2(560, 320)
	link.target = Vector2(120, 0)
	link.cost = 200
	world.add_child(link)
	var mud := HybridNavArea2D.new()
	mud.polygon = PackedVector2Array([Vector2(200, 0), Vector2(400, 0), Vector2(400, 640), Vector2(200, 640)])
	mud.speed = 0.25
	mud.cost = 4
	world.add_child(mud)
	var unit := flat_unit(world, Vector2(64, 320))
	var heard: Array[String] = []
	unit.link_entered.connect(func(): heard.append("entered"))
	unit.link_left.connect(func(): heard.append("left"))
	unit.path_lost.connect(func(reason, _goes_on, _to): heard.append("lost: " + reason))
	unit.path_found.connect(func(): heard.append("found"))
	unit.arrived.connect(func(): heard.append("arrived"))
	world.order([unit], Vector2(1200, 320))
	steps(world, 40)
	check(absf(unit.velocity.x - 16) < 2, "mud is slow: %s" % unit.velocity)
	steps(world, 300)
	check(heard == ["entered", "left", "arrived"], "over the link: %s" % [heard])
	heard.clear()
	link.free()
	world.order([unit], Vector2(64, 320))
	steps(world, 200)
	check(heard.size() == 2 and heard[0].begins_with("lost: "), "no way back: %s" % [heard])
	wall.queue_free()
	await process_frame
	steps(world, 500)
	# It has arrived once for this order, as near as it could.
	check(heard.slice(2) == ["found"] and unit.position.distance_to(Vector2(64, 320)) < 8, "a way opens: %s, at %s, %s" % [heard, unit.position, world.explain(unit)])
	check_nothing_refused()
	world.free()

func misuse() -> void:
	var world := flat_world()
	for wrong in [[Vector2(NAN, 64), 12.0, "inside the bounds"], [Vector2(-64, 64), 12.0, "inside the bounds"], [Vector2(64, 64), 0.0, "radius is 0"], [Vector2(64, 64), NAN, "radius is NaN"], [Vector2(64, 64), 99.0, "largest class"]]:
		var unit := HybridNavUnit2D.new()
		unit.position = wrong[0]
		unit.radius = wrong[1]
		world.add_child(unit)
		steps(world, 3)
		check_refused(wrong[2])
		unit.position = Vector2(64, 64)
		unit.radius = 12
		steps(world, 1)
		check(unit.activity == "idle", "put right, it comes in")
		unit.free()
	var unit := flat_unit(world, Vector2(64, 64))
	var dead := flat_unit(world, Vector2(128, 64))
	steps(world, 1)
	var both := [unit, dead]
	dead.free()
	check(world.order(both, Vector2(600, 64)) == 0, "an order to the dead")
	check_refused("names no unit of this world")
	check(world.order([], Vector2(600, 64)) == 0, "an order to nobody")
	check_refused("at least one unit")
	check(world.order([7, "who"], Vector2(600, 64)) == 0, "an order to what is none")
	check_refused("names no unit")
	unit.name = "Guard"
	check(world.order([unit, unit], Vector2(600, 64)) == 0, "an order to one twice")
	check_refused("Guard is listed twice")
	check(world.order([unit], Vector2(NAN, 64)) == 0, "an order to nowhere")
	check_refused("finite")
	check(world.order_with([unit], Vector2(600, 64), {"way_point": 7}) == 0, "an option that there is not")
	check_refused("the option way_point is 7")
	check(world.order_with([unit], Vector2(600, 64), {"range": "far"}) == 0, "a range of words")
	check_refused("the option range is far")
	check(world.order_each([unit], PackedVector2Array()) == 0, "no points")
	check_refused("0 goals for 1 units")
	check(not world.move_goal(99, Vector2(64, 64)), "an order that there is not")
	check_refused("the number names no order")
	check(world.add_obstacle(PackedVector2Array([Vector2(1, 1)])) == 0, "a point is no obstacle")
	check_refused("the obstacle: ")
	check(not world.remove_obstacle(5), "an obstacle that there is not")
	check_refused("names no obstacle")
	unit.position = Vector2(NAN, NAN)
	steps(world, 3)
	check_refused("inside the bounds")
	unit.position = Vector2(300, 300)
	steps(world, 1)
	check(world.units_in(Vector2(300, 300), 10) == [unit], "it is where it was put")
	var bad := Polygon2D.new()
	bad.polygon = PackedVector2Array([Vector2(0, 0), Vector2(9, 0)])
	world.add_child(bad)
	steps(world, 2)
	check_refused("the obstacle: ")
	var segment := CollisionShape2D.new()
	segment.shape = SegmentShape2D.new()
	world.add_child(segment)
	steps(world, 2)
	check_refused("a SegmentShape2D is no obstacle")
	world.free()
	var none := HybridNavWorld2D.new()
	none.radii = PackedFloat32Array()
	none.running = false
	none.refused.connect(func(message, _node): refusals.append(message))
	root.add_child(none)
	check(not none.step() and none.get_state_hash() == "0000000000000000", "a world that cannot be")
	check_refused("0 radius classes")
	none.free()

func game_driven() -> void:
	var world := flat_world()
	world.bounds = Rect2(0, 0, 1280, 640)
	var player := flat_unit(world, Vector2(64, 64))
	player.driver = 1
	world.order([player], Vector2(600, 64))
	# As the readme has it: a unit below a body that moves, which is in a group of others.
	var group := Node.new()
	var body := CharacterBody2D.new()
	body.position = Vector2(64, 400)
	body.rotation = PI / 2
	group.add_child(body)
	world.add_child(group)
	var rider := HybridNavUnit2D.new()
	rider.driver = 1
	rider.position = Vector2(0, -36)
	body.add_child(rider)
	check(world.units_in(Vector2(100, 400), 4) == [rider], "it is where its body has it")
	world.order([rider], Vector2(600, 400))
	for k in 120:
		world.step()
		player.position += player.desired_velocity * 0.1
		body.velocity = rider.desired_velocity
		body.position += body.velocity * 0.1
	check(player.position.distance_to(Vector2(600, 64)) < 32, "the game has moved it to %s" % player.position)
	check(body.position.distance_to(Vector2(564, 400)) < 32, "the game has moved its body to %s" % body.position)
	check(rider.position == Vector2(0, -36), "it is where it was below that")
	check_nothing_refused()
	world.free()
	var deep := HybridNavWorld3D.new()
	deep.running = false
	deep.refused.connect(func(message, _node): refusals.append(message))
	root.add_child(deep)
	var beast := CharacterBody3D.new()
	beast.position = Vector3(-10, 1, 0)
	deep.add_child(beast)
	var head := HybridNavUnit3D.new()
	head.driver = 1
	head.position = Vector3(1, 1, 0)
	beast.add_child(head)
	deep.order([head], Vector3(10, 0, 5))
	for k in 140:
		deep.step()
		beast.position += head.desired_velocity * 0.1
	check(beast.position.distance_to(Vector3(9, 1, 5)) < 1, "the game has moved its body to %s" % beast.position)
	check_nothing_refused()
	deep.free()

func solid() -> void:
	var world := HybridNavWorld3D.new()
	world.running = false
	world.refused.connect(func(message, _node): refusals.append(message))
	root.add_child(world)
	var floor_body := StaticBody3D.new()
	var floor_shape := CollisionShape3D.new()
	floor_shape.shape = BoxShape3D.new()
	floor_shape.shape.size = Vector3(64, 1, 64)
	floor_shape.position.y = -0.5
	floor_body.add_child(floor_shape)
	world.add_child(floor_body)
	var wall := StaticBody3D.new()
	var wall_shape := CollisionShape3D.new()
	wall_shape.shape = BoxShape3D.new()
	wall_shape.shape.size = Vector3(1, 3, 60)
	wall.add_child(wall_shape)
	wall.position = Vector3(0, 1.5, -2)
	world.add_child(wall)
	var units: Array[HybridNavUnit3D] = []
	for k in 8:
		var unit := HybridNavUnit3D.new()
		unit.position = Vector3(-20 + k, 0.7, 0)
		world.add_child(unit)
		units.append(unit)
	var heard := []
	world.unit_arrived.connect(func(unit, _order): heard.append(unit))
	check(world.order(units, Vector3(20, 0, 0)) > 0, "an order")
	check(world.find_path(Vector3(-20, 0, 0), Vector3(20, 0, 0), 0.4).size() > 2, "round the wall")
	steps(world, 20)
	await process_frame
	check(absf(units[0].position.y - 0.7) < 1e-6, "its height is the game's")
	var ahead := -units[7].basis.z
	var way := units[7].velocity.normalized()
	check(ahead.dot(way) > 0.9, "it looks where it goes: %s, %s" % [ahead, way])
	steps(world, 600)
	check(heard.size() == 8, "all have arrived: %d" % heard.size())
	check_nothing_refused()
	world.debug_layers = 255
	await process_frame
	await process_frame
	check(world.has_node("HybridNavLines"), "lines are drawn")
	world.free()

func storm() -> void:
	var world := flat_world()
	var generator := RandomNumberGenerator.new()
	generator.seed = 7
	var units: Array[HybridNavUnit2D] = []
	for round in 40:
		for k in 20:
			units.append(flat_unit(world, Vector2(generator.randf_range(20, 1200), generator.randf_range(20, 600))))
		var squad := []
		for k in 10:
			var unit := units[generator.randi() % units.size()]
			if not squad.has(unit):
				squad.append(unit)
		world.order(squad, Vector2(generator.randf_range(20, 1200), generator.randf_range(20, 600)))
		for k in 19:
			var gone: HybridNavUnit2D = units.pop_at(generator.randi() % units.size())
			if k % 3 == 0:
				gone.queue_free()
			elif k % 3 == 1:
				world.remove_child(gone)
				gone.queue_free()
			else:
				gone.free()
		if round % 2:
			await process_frame
		world.step()
	await process_frame
	check(world.get_unit_count() == units.size(), "units: %d of %d" % [world.get_unit_count(), units.size()])
	check_nothing_refused()
	# Scripts that are told may free whom they like, and call the world.
	for unit in units:
		unit.arrived.connect(func(): world.stop([unit]); unit.queue_free())
	world.stepped.connect(func(_ticks): flat_unit(world, Vector2(640, 600)))
	world.order(units, Vector2(640, 320))
	steps(world, 50)
	check(refused().size() == 0, "nothing is refused")
	world.free()

func shown() -> void:
	var world := flat_world()
	world.running = true
	var unit := flat_unit(world, Vector2(64, 64))
	world.order([unit], Vector2(1200, 64))
	for k in 60:
		await physics_frame
	await process_frame
	var before := unit.position.x
	var least := INF
	var most := 0.0
	for k in 30:
		await process_frame
		var moved := unit.position.x - before
		before = unit.position.x
		least = minf(least, moved)
		most = maxf(most, moved)
	# 64 a second, in frames of a sixtieth.
	check(least > 0.9 and most < 1.25, "it moves evenly, by %s to %s a frame" % [least, most])
	world.free()
