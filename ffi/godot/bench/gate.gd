extends SceneTree
## 400 units through a wall with two gaps, with our nodes or with Godot's own agents:
## `godot --headless --fixed-fps FPS --path PROJECT --script res://gate.gd -- WHO`. WHO is `hybridnav`, or `godot` and a name of SETTINGS.

const COLUMNS := 20
const COUNT := 400
const RADIUS := 12.0
const SPEED := 64.0
const BOUNDS := Rect2(0, 0, 2560, 1280)
const WALLS := [Rect2(1264, 0, 32, 352), Rect2(1264, 448, 32, 384), Rect2(1264, 928, 32, 352)]
const MOST_SECONDS := 240.0
## What is set on NavigationAgent2D beside its radius and speed.
const SETTINGS := {
	"defaults": {},
	"near": {"neighbor_distance": 96.0, "max_neighbors": 12},
	"bold": {"neighbor_distance": 96.0, "max_neighbors": 12, "time_horizon_agents": 0.25},
	"walls": {"neighbor_distance": 96.0, "max_neighbors": 12, "time_horizon_agents": 0.25, "time_horizon_obstacles": 0.25},
}

var walkers: Array[Node2D] = []
var agents: Array[NavigationAgent2D] = []

func start(k: int) -> Vector2:
	return Vector2(160 + 32 * (k % COLUMNS), 320 + 32 * (k / COLUMNS))

## In the same order, on the other side.
func goal(k: int) -> Vector2:
	return start(k) + Vector2(1600, 0)

func corners(box: Rect2) -> PackedVector2Array:
	return PackedVector2Array([box.position, Vector2(box.end.x, box.position.y), box.end, Vector2(box.position.x, box.end.y)])

func _initialize() -> void:
	run.call_deferred()

func run() -> void:
	var who := OS.get_cmdline_user_args()
	if who[0] == "hybridnav":
		ours()
	else:
		await theirs(SETTINGS[who[1]])
	var began := Time.get_ticks_usec()
	var frames := 0
	var step := 1.0 / Engine.physics_ticks_per_second
	var through := 0
	var in_walls := 0
	while through < COUNT and frames * step < MOST_SECONDS:
		await physics_frame
		frames += 1
		if frames % int(Engine.physics_ticks_per_second) == 0:
			through = walkers.filter(func(walker): return walker.position.x > 1296 + RADIUS).size()
	var took := (Time.get_ticks_usec() - began) / 1e6
	for walker in walkers:
		in_walls += int(WALLS.any(func(box): return box.has_point(walker.position)))
	var seconds := frames * step
	print("%s: %d of %d through after %.0f s (%d ticks of 0.1 s); %.2f ms for 0.1 s, frames included; in walls %d" % [
		" ".join(who), through, COUNT, seconds, roundi(seconds * 10), took / seconds * 100, in_walls])
	quit()

func ours() -> void:
	var world := HybridNavWorld2D.new()
	world.bounds = BOUNDS
	world.radii = PackedFloat32Array([RADIUS])
	world.threads = 0
	root.add_child(world)
	for box in WALLS:
		world.add_obstacle(corners(box))
	var goals := PackedVector2Array()
	for k in COUNT:
		var unit := HybridNavUnit2D.new()
		unit.position = start(k)
		unit.radius = RADIUS
		unit.max_speed = SPEED
		world.add_child(unit)
		walkers.append(unit)
		goals.append(goal(k))
	world.order_each(walkers, goals)

func theirs(settings: Dictionary) -> void:
	var ground := NavigationMeshSourceGeometryData2D.new()
	ground.add_traversable_outline(corners(BOUNDS))
	for box in WALLS:
		ground.add_obstruction_outline(corners(box))
		var wall := NavigationObstacle2D.new()
		wall.vertices = corners(box)
		wall.avoidance_enabled = true
		root.add_child(wall)
	var polygon := NavigationPolygon.new()
	polygon.agent_radius = RADIUS
	NavigationServer2D.bake_from_source_geometry_data(polygon, ground)
	var region := NavigationRegion2D.new()
	region.navigation_polygon = polygon
	root.add_child(region)
	for k in COUNT:
		var walker := Node2D.new()
		walker.position = start(k)
		var agent := NavigationAgent2D.new()
		agent.radius = RADIUS
		agent.max_speed = SPEED
		agent.avoidance_enabled = true
		for key in settings:
			agent.set(key, settings[key])
		walker.add_child(agent)
		root.add_child(walker)
		agent.velocity_computed.connect(func(velocity: Vector2): walker.position += velocity / Engine.physics_ticks_per_second)
		walkers.append(walker)
		agents.append(agent)
	# The map is there after the first physics frames.
	for frame in 4:
		await physics_frame
	for k in COUNT:
		agents[k].target_position = goal(k)
	physics_frame.connect(_drive)

func _drive() -> void:
	for k in COUNT:
		var agent := agents[k]
		var way := Vector2.ZERO
		if not agent.is_navigation_finished():
			way = walkers[k].position.direction_to(agent.get_next_path_position()) * SPEED
		agent.velocity = way
