extends "res://support.gd"
## The maze of the built-in scene of that name, made as its own source makes it, has to reach the state of the command, as nodes of two and of three
## dimensions: `godot --headless --path PROJECT --script res://maze.gd -- HASH`.

const SIDE := 24
const CELL := 5.0
const HALF_WALL := 0.25
const TICKS := 300
const COLUMNS := 7
const PITCH := 0.6
const UNITS := 200
const GOAL := Vector2(23.5 * CELL, 23.5 * CELL)

## Of each cell, whether the ways east and north are open. Cell (x, y) has the number y × SIDE + x.
var open := []

## SplitMix64: Guy Steele, Doug Lea, Christine Flood, “Fast Splittable Pseudorandom Number Generators”, 2014.
var random := 5

func run() -> void:
	var expected: String = OS.get_cmdline_user_args()[0]
	grow()
	check(flat() == expected, "the maze in two dimensions reaches the state of the command")
	check(solid() == expected, "the maze in three dimensions reaches the state of the command")
	check_nothing_refused()
	print("the state after %d ticks: %s" % [TICKS, expected])
	finish("maze")

func flat() -> String:
	var world := HybridNavWorld2D.new()
	var scale := world.units_per_metre
	world.bounds = Rect2(0, 0, SIDE * CELL * scale, SIDE * CELL * scale)
	world.radii = PackedFloat32Array([0.25 * scale])
	enter(world)
	for wall: Array in walls():
		var low: Vector2 = wall[0] * scale
		var high: Vector2 = wall[1] * scale
		var polygon := Polygon2D.new()
		polygon.polygon = [low, Vector2(high.x, low.y), high, Vector2(low.x, high.y)]
		world.add_child(polygon)
	var units: Array[HybridNavUnit2D] = []
	for at in crowd():
		var unit := flat_unit(world, at * scale)
		unit.radius = 0.25 * scale
		unit.max_speed = 2.0 * scale
		units.append(unit)
	world.order(units, GOAL * scale)
	return hash_of(world)

func solid() -> String:
	var world := HybridNavWorld3D.new()
	world.bounds = Rect2(0, 0, SIDE * CELL, SIDE * CELL)
	world.radii = PackedFloat32Array([0.25])
	enter(world)
	for wall: Array in walls():
		var extent: Vector2 = wall[1] - wall[0]
		var body := StaticBody3D.new()
		var shape := CollisionShape3D.new()
		shape.shape = BoxShape3D.new()
		shape.shape.size = Vector3(extent.x, 2, extent.y)
		body.position = Vector3(wall[0].x + extent.x / 2, 1, wall[0].y + extent.y / 2)
		body.add_child(shape)
		world.add_child(body)
	var units: Array[HybridNavUnit3D] = []
	for at in crowd():
		var unit := HybridNavUnit3D.new()
		unit.position = Vector3(at.x, 0, at.y)
		# The scene's units look east.
		unit.rotation.y = -PI / 2
		unit.radius = 0.25
		unit.max_speed = 2.0
		world.add_child(unit)
		units.append(unit)
	world.order(units, Vector3(GOAL.x, 0, GOAL.y))
	return hash_of(world)

func enter(world: Node) -> void:
	world.running = false
	world.refused.connect(func(message, _node): refusals.append(message))
	root.add_child(world)

func hash_of(world: Node) -> String:
	steps(world, TICKS)
	check(world.get_tick_count() == TICKS and world.get_unit_count() == UNITS, "the crowd walks")
	var state: String = world.get_state_hash()
	world.free()
	return state

## Moves bits down, and zeros in from above.
func down(value: int, bits: int) -> int:
	return (value >> bits) & ((1 << (64 - bits)) - 1)

func below(end: int) -> int:
	random += -0x61C8864680B583EB
	var mixed := (random ^ down(random, 30)) * -0x40A7B892E31B1A47
	mixed = (mixed ^ down(mixed, 27)) * -0x6B2FB644ECCEEE15
	mixed ^= down(mixed, 31)
	return (down(mixed, 32) * end) >> 32

## A perfect maze by loop-erased random walks: David Wilson, “Generating Random Spanning Trees More Quickly than the Cover Time”, 1996.
func grow() -> void:
	open.resize(SIDE * SIDE)
	for at in SIDE * SIDE:
		open[at] = [false, false]
	var in_tree := {SIDE * SIDE - 1: true}
	var next := {}
	for start in SIDE * SIDE:
		var at := start
		while at not in in_tree:
			var near := around(at)
			next[at] = near[below(near.size())]
			at = next[at]
		at = start
		while at not in in_tree:
			in_tree[at] = true
			open[mini(at, next[at])][side(at, next[at])] = true
			at = next[at]

## The cells beside a cell.
func around(at: int) -> Array[int]:
	var near: Array[int] = []
	if at % SIDE + 1 < SIDE:
		near.append(at + 1)
	if at / SIDE + 1 < SIDE:
		near.append(at + SIDE)
	if at % SIDE > 0:
		near.append(at - 1)
	if at >= SIDE:
		near.append(at - SIDE)
	return near

## 0 if one of two neighbours lies east of the other, 1 if north.
func side(a: int, b: int) -> int:
	return 1 if absi(a - b) == SIDE else 0

func joined(a: int, b: int) -> bool:
	return open[mini(a, b)][side(a, b)]

## The walls between cells, as their lower and upper corners: straight runs are one box, and go on to the far side of the walls that they meet.
func walls() -> Array:
	var made := []
	for axis in 2:
		var across := 1 if axis == 0 else SIDE
		var along := SIDE if axis == 0 else 1
		for line in range(1, SIDE):
			var first := -1
			for at in SIDE + 1:
				var before := (line - 1) * across + at * along
				if at < SIDE and not joined(before, before + across):
					first = at if first < 0 else first
				elif first >= 0:
					var low := Vector2(line * CELL - HALF_WALL, maxf(first * CELL - HALF_WALL, 0))
					var high := Vector2(line * CELL + HALF_WALL, minf(at * CELL + HALF_WALL, SIDE * CELL))
					made.append([low, high] if axis == 0 else [Vector2(low.y, low.x), Vector2(high.y, high.x)])
					first = -1
	return made

## Where the units start: blocks of 7 × 7 in the cells nearest to the first one.
func crowd() -> Array[Vector2]:
	var reached := [0]
	var head := 0
	var places: Array[Vector2] = []
	while places.size() < UNITS:
		var cell: int = reached[head]
		for near in around(cell):
			if joined(cell, near) and near not in reached:
				reached.append(near)
		head += 1
		for k in mini(COLUMNS * COLUMNS, UNITS - places.size()):
			places.append(Vector2(coordinate(cell % SIDE, k % COLUMNS), coordinate(cell / SIDE, k / COLUMNS)))
	return places

## Every result is rounded to 32 bits, as the scene's are.
func coordinate(cell: int, place: int) -> float:
	var pitch := rounded(PITCH)
	var margin := rounded(CELL - rounded((COLUMNS - 1) * pitch)) / 2
	var corner := rounded(rounded(cell * CELL + margin) - 0.5)
	return rounded(rounded(corner + rounded(place * pitch)) + 0.5)

func rounded(value: float) -> float:
	return PackedFloat32Array([value])[0]
