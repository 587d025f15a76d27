extends HybridNavUnit2D
## A soldier: a disc in the colour of its company that darkens when it is in the keep.

var colour := Color.WHITE
var keep := Vector2.ZERO

func is_in_keep() -> bool:
	return is_there and position.distance_to(keep) < 120

func _ready() -> void:
	arrived.connect(queue_redraw)

func _draw() -> void:
	draw_circle(Vector2.ZERO, radius, colour.darkened(0.5) if is_in_keep() else colour)
	draw_line(Vector2.ZERO, Vector2(radius, 0), Color.BLACK)
