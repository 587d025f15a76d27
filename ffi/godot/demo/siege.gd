extends Node2D
## A siege: four companies leave their camp for the keep; on their way the gate is broken, and part of the wall comes down.

const COMPANIES := 4
const SOLDIERS := 50
const KEEP := Vector2(760, 320)
const COLOURS := [Color("0072b2"), Color("d55e00"), Color("009e73"), Color("cc79a7")]
const LAST_TICK := 3000

@export var soldier_script: Script

## All of them.
var army: Array[HybridNavUnit2D] = []

@onready var world: HybridNavWorld2D = $World

func _ready() -> void:
	for company in COMPANIES:
		var soldiers: Array[HybridNavUnit2D] = []
		for k in SOLDIERS:
			var soldier: HybridNavUnit2D = soldier_script.new()
			soldier.position = Vector2(64 + 8 * (k % 10), 64 + 144 * company + 8 * (k / 10))
			soldier.radius = 2.8
			soldier.max_speed = 16.0 + 2.0 * company
			soldier.colour = COLOURS[company]
			soldier.keep = KEEP
			world.add_child(soldier)
			soldiers.append(soldier)
		army.append_array(soldiers)
		world.order(soldiers, KEEP)
	world.stepped.connect(_on_stepped)

func _on_stepped(ticks: int) -> void:
	if ticks == 250:
		$World/Gate.queue_free()
	if ticks == 350:
		$World/WeakWall.queue_free()
	# Before the gate is broken they arrive as near as they can get.
	var there := army.filter(func(soldier): return soldier.is_in_keep()).size()
	if there == COMPANIES * SOLDIERS or ticks == LAST_TICK:
		world.running = false
		print("%d of %d are in the keep after %d ticks" % [there, COMPANIES * SOLDIERS, ticks])
		print("state ", world.get_state_hash())
		if "--check" in OS.get_cmdline_user_args():
			get_tree().quit(0 if there == COMPANIES * SOLDIERS else 1)
	elif "--shot" in OS.get_cmdline_user_args() and ticks == 420:
		_shoot.call_deferred()

## Takes a picture of what is to be seen, for the readme.
func _shoot() -> void:
	world.debug_layers = 32 + 64 + 128
	for frame in 3:
		await RenderingServer.frame_post_draw
	get_viewport().get_texture().get_image().save_png(OS.get_environment("SHOT"))
	get_tree().quit()
