extends HybridNavUnit2D
## A soldier: a disc in the colour of its company that darkens when it is in the keep.

var colour := Color.WHITE

func _ready() -> void:
	arrived.connect(queue_redraw)

func _draw() -> void:
	draw_circle(Vector2.ZERO, radius, colour.darkened(0.4) if is_there else colour)
	draw_line(Vector2.ZERO, Vector2(radius, 0), Color.BLACK)
