extends SceneTree
## Runs the first lines of the readme, until all units are there.

func _initialize() -> void:
	run.call_deferred()

func run() -> void:
	var yard: Node2D = load("res://yard.gd").new()
	root.add_child(yard)
	for frame in 60 * 60:
		await process_frame
		if yard.there == 50:
			print("the readme's units are there")
			quit()
			return
	printerr("the readme's units are not there: %d" % yard.there)
	quit(1)
