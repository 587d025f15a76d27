//! Every tolerance and limit of the crate, with its unit and its reason.
//!
//! The mesh itself needs none: it is decided in integers. These are for its doors, and for walking over it in floats.

/// Units per metre: the lattice on which all outlines lie. One unit is about a millimetre.
pub(crate) const UNITS_PER_METRE: f64 = 1024.0;

/// Metres per unit.
pub(crate) const METRES_PER_UNIT: f64 = 1.0 / UNITS_PER_METRE;

/// Units. Bounds reach no farther than this from the origin (about 1 048 km), so that sums of coordinates stay far
/// from the ends of their integers.
pub(crate) const COORDINATE_LIMIT: i64 = 1 << 30;

/// Units. The largest extent of an inflated obstacle (16.4 km): with it the determinants of the side test fit 128 bits
/// with room to spare.
pub(crate) const OBSTACLE_LIMIT: i64 = 1 << 24;

/// Units. The least and the largest side of a tile (1 m and 4 096 m): below, the borders cost more than they save;
/// above, coordinates within a tile would outgrow the side test.
pub(crate) const TILE_LIMITS: (i64, i64) = (1 << 10, 1 << 22);

/// The most tiles of a mesh: they are counted in 32 bits, and each costs memory even where the world is empty.
pub(crate) const TILE_COUNT_LIMIT: i64 = 1 << 22;

/// The most cells of a tile: they are numbered in 16 bits.
pub(crate) const CELL_COUNT_LIMIT: usize = u16::MAX as usize;

/// Tiles that one worker builds at a time, at most; commits of no more tiles are done at once. Some milliseconds.
pub(crate) const TILES_A_PART: usize = 64;

/// Triangles of which one worker finds out at a time what their ground is like. Some ten milliseconds.
pub(crate) const FACES_A_PART: usize = 1 << 14;

/// Corners, or nodes of them, from which one worker looks at a time. Some ten milliseconds.
pub(crate) const NODES_A_PART: usize = 1 << 13;

/// Units. What is free between two obstacles that are nearer to each other than this is closed: positions are told to a unit,
/// so that nothing could pass there. This is what "open" means, for all that asks: cells, sight, fields, rays and slides.
pub(crate) const LEAST_GAP: f64 = 1.0;

/// Units. How far a plug of such a gap reaches from the corner of one obstacle towards the other, and how far beside that to both
/// sides. Rounded to the lattice (by 0.71 units at most), it still reaches into the other obstacle, and has a width.
pub(crate) const PLUG_DEPTH: f64 = 1.75;
pub(crate) const PLUG_WIDTH: f64 = 1.25;

/// How often plugs are looked for again, as those that were found leave narrow gaps to other obstacles.
pub(crate) const PLUG_ROUNDS: usize = 4;

/// Units. Obstacles may shape a tile by plugs from so far beside it: four units for each of the rounds.
pub(crate) const PLUG_REACH: i64 = 16;

/// Units. Shared sides shorter than this are no portal: their ends are only known to the rounding of a float. Narrower gaps
/// between obstacles are closed ([`LEAST_GAP`]), so that it lies on open ground, or is one of several beside each other. Less
/// than [`PORTAL_SLACK`], within which rays pass beside a portal.
pub(crate) const LEAST_PORTAL: f64 = 1.0 / 16.0;

/// Units. The least portal of a tile of so many units a side: more where a float tells places less exactly.
pub(crate) fn least_portal(size: i64) -> f64 {
    LEAST_PORTAL.max(size as f64 * VERTEX_ROUNDING)
}

/// Units. Vertices of an engine's own polygons that are nearer than this are one.
pub(crate) const WELDED: f64 = 1.0;

/// Units. Shared sides between this and [`LEAST_PORTAL`] are slits: no portal, but sight passes, or corners behind the
/// crossing of several cuts on open ground would be hidden. Shorter ones are within [`CONE_SLACK`].
pub(crate) const LEAST_SLIT: f64 = 1.0e-7;

/// Units. A crossing that is computed this near to a lattice point is taken for that: far more than the rounding of an
/// f64 within a tile, far less than what sight could tell.
pub(crate) const ON_LATTICE: f64 = 1.0e-6;

/// Units. A line that passes this near to the crossing of two others passes through it: about what is left of an f64 in the
/// farthest corner of a world.
pub(crate) const AT_CROSSING: f64 = 4.0e-6;

/// Units. An outline may be hollow by this much and still counts as convex: rounding to the lattice moves each vertex
/// by up to 0.71 units.
pub(crate) const HOLLOW: f64 = 1.5;

/// Metres. Two portal ends that are nearer than this are the same corner: crossings computed from different pairs of
/// lines agree to a few bits of an f32, and portals are at least one unit long.
pub(crate) const SAME_CORNER: f64 = 0.4 / UNITS_PER_METRE;

/// Metres. A ray that leaves a cell this near to the end of a portal still passes: about the rounding of an f32
/// position at 1 km, and less than a unit.
pub(crate) const PORTAL_SLACK: f64 = 1.0e-4;

/// Metres. A way that leaves a tile this near to its corner may lead to any of the tiles there: far more than
/// [`PORTAL_SLACK`].
pub(crate) const OPEN_CORNER: f64 = 1.0e-2;

/// Metres. Where a ray meets a wall it stops this far before it: two units, so that the rounded point is free.
pub(crate) const WALL_GAP: f64 = 2.0 / UNITS_PER_METRE;

/// Relative error of a side test in f64, with a margin of four: the vertex carries two roundings, the products and
/// sums one each.
pub(crate) const SIDE_FILTER: f64 = 1.0 / (1u64 << 50) as f64;

/// A part of a cell counts as larger than another if it is so many times as large: parts that are as large as each other
/// differ by their rounding, a million times less.
pub(crate) const SAME_AREA: f64 = 1.0 + 1.0e-9;

/// Metres. A corner hidden by this much still counts as seen, at the price of the way round what hides it: with one
/// corner too few all that lies behind it is lost, one too many does no harm. A hundred times the rounding of a vertex.
pub(crate) const SIGHT_SLACK: f64 = 2.0e-4;

/// Metres. A way of the distance field is given up only where another is shorter by more than this, so that a ray that
/// grazes a corner does not tie with the way round it. Twice what two seen corners can owe to [`SIGHT_SLACK`].
pub(crate) const DOMINATION_MARGIN: f64 = 2.0e-3;

/// Metres. A place this far beside a cone of the distance field counts as inside: points are rounded to a unit, vertices
/// to less.
pub(crate) const CONE_SLACK: f64 = 0.5 / UNITS_PER_METRE;

/// A factor on squared distances: more than their rounding. What is this much farther is farther for certain.
pub(crate) const FARTHER: f64 = 1.0 + 1.0e-9;

/// Metres. A goal this near to a side of a cell counts as lying on it: more than the rounding of a vertex, and too
/// little to see in a distance.
pub(crate) const ON_SIDE: f64 = 1.0e-4;

/// Metres. A way this near to ground that changed may touch it: way points are told to 3 units ([`AT_WAY_POINT`]), and points
/// are rounded to the lattice.
pub(crate) const BESIDE_CHANGE: f32 = 6.0 / 1024.0;

/// Metres. A way point this near counts as reached: slides stop up to [`WALL_GAP`] before a corner, along and across.
pub(crate) const AT_WAY_POINT: f64 = 3.0 / UNITS_PER_METRE;

/// Metres, to the right. From so far beside it a slide tries to get into a narrow gap: one to three units, as far as way
/// points count as reached ([`AT_WAY_POINT`]).
pub(crate) const BESIDE_GAP: [f32; 6] =
    [1.0 / 1024.0, -1.0 / 1024.0, 2.0 / 1024.0, -2.0 / 1024.0, 3.0 / 1024.0, -3.0 / 1024.0];

/// Relative to the size of a tile. Ends of portals nearer than this are one vertex: they are known to a rounding of an
/// f32 within the tile; this is eight times as much.
pub(crate) const VERTEX_ROUNDING: f64 = 1.0 / (1u64 << 22) as f64;

/// Metres. Where a cone of sight is limited by a point on open ground, what lies this far beside the limit (at the
/// distance of that point) still counts as seen: such points are crossings, rounded to an f64.
pub(crate) const VIEW_SLACK: f64 = 1.0e-9;

/// The most cones of sight of one sweep. Sweeps end by themselves, after about one cone for each cell in sight; this is
/// for the case that a rounding should ever send sight round in circles.
pub(crate) const MOST_CONES: usize = 1 << 20;

/// Bytes for each cell of a baked mesh that may be spent on knowing which corners see into cells. Queries that begin or
/// end in cells for which it is not known look round instead, which takes some microseconds.
pub(crate) const VIEWS_OF_A_CELL: usize = 400;

/// Bytes that may be spent on that whatever the number of cells.
pub(crate) const VIEWS_ALLOWANCE: usize = 1 << 16;

/// Sine of an angle. Where corners are not on the lattice, a way beside a wall by less than this leads along it: far more than
/// the rounding of the way, far less than what is seen.
pub(crate) const BLUNT_SLACK: f64 = 1.0e-9;

/// Metres. What a sweep saw counts as changed where something changed so near to it: far more than the roundings to f32 of
/// directions and boxes within a kilometre.
pub(crate) const REACH_SLACK: f64 = 1.0e-3;

/// Metres. What a sweep holds back as beyond its horizon counts as nearer by this: far more than all roundings.
pub(crate) const HORIZON_SLACK: f64 = 1.0e-3;

/// How many times as long as the straight one a way to the goal may be over what exact searches see at first from the
/// start. They look at the rest once ways get longer.
pub(crate) const FIRST_HORIZON: f64 = 1.05;

/// How many times as long as the least estimate of a way to the goal the ways may be over what they look at next.
pub(crate) const NEXT_HORIZON: f64 = 1.05;

/// Relative error of a length. Of two ways to a corner the longer one by more than this is given up.
pub(crate) const STRAIGHT: f64 = 1.0e-12;

/// How many times as long as the shortest a path may be asked for: beyond, the goal pulls so hard that searches take more
/// steps again.
pub(crate) const MOST_BOUND: f32 = 2.0;

/// Steps of a distance from a landmark. The difference of a corner's and the goal's may be too large by this: less than a
/// step was cut off twice for the goal, once for the corner from which it was measured; the rest is for roundings to f32.
pub(crate) const LANDMARK_STEPS: f32 = 2.125;

/// Sine of an angle. Legs that turn the wrong way by less than this still count as straight: a few roundings of a
/// direction of length 1 in f32. One leg too many does no harm.
pub(crate) const TAUT_SLACK: f32 = 1.0e-6;

/// The most vertices of a polygon that is given as a cell: each is tested against each side.
pub(crate) const POLYGON_SIDE_LIMIT: usize = 1 << 10;

/// Units. Ends of walls nearer than this are one vertex when a mesh is baked: crossings in a tile are known to 1e-9
/// units, and in a world of the largest size to 1e-7.
pub(crate) const SAME_VERTEX: f64 = 1.0e-5;

/// Relative. The cells of a baked mesh cover what the tiles cover, but for this: the roundings of all vertices are far
/// less, and a single leaking wall is far more.
pub(crate) const BAKED_COVER: f64 = 1.0e-6;

/// The most pairs of an obstacle and a tile that it overlaps which a saved mesh may have: a few forged bytes must not
/// fill the memory. Thirty million are far beyond what a tile size for one to five obstacles a tile gives.
pub(crate) const LOADED_OVERLAP_LIMIT: i64 = 1 << 25;

/// Units. Cells that are loaded may be hollow, and overlap, by this much: polygons by [`HOLLOW`], and a unit more for each of
/// the two ways in which they are then fitted to each other.
pub(crate) const LOADED_DEPTH: f64 = HOLLOW + 2.0 * LEAST_PORTAL;

/// Entries of the grid over cells that never change, and more for each of them: where they would be more, squares are larger.
/// Cells that are not many times as long as they are wide have a few each.
pub(crate) const MOST_ENTRIES: usize = 1 << 16;
pub(crate) const MOST_ENTRIES_PER_RING: usize = 64;

/// Tests of a point against a side that are made, and more for each polygon, to see whether polygons overlap. Those that
/// lie side by side take some hundreds each, and seven thousand that meet in one vertex take all.
pub(crate) const MOST_OVERLAP_TESTS: u64 = 1 << 28;
pub(crate) const MOST_OVERLAP_TESTS_PER_RING: u64 = 1 << 12;

/// Times: so many more tests are made of cells that are loaded. They have vertices of others on their sides.
pub(crate) const LOADED_TESTS: u64 = 4;

/// The most versions of a mesh that is loaded: a mesh that changes a thousand times a second has them after 285 000 years,
/// and goes on counting without an end of its integer in sight.
pub(crate) const VERSION_LIMIT: u64 = 1 << 53;

/// How many kinds of ground there are.
pub(crate) const KIND_COUNT: usize = 16;

/// The greatest surcharge on a metre: what is dearer is as good as closed.
pub(crate) const MOST_SURCHARGE: f32 = 1e6;

/// The least that a metre costs in an area, and the least factor of a kind: a road that is ten times as good as open ground.
/// Below, searches would look at the whole mesh for roads far away.
pub(crate) const LEAST_COST: f32 = 0.1;

/// The most that a metre, or a link, costs in a query, in metres of free ground: what costs more is no longer told from it,
/// and sums over the largest world stay finite in an f32.
pub(crate) const MOST_COST: f32 = 1e24;

/// Times the size of the bounds. Points farther away than this are taken to lie there, in the same direction: the nearest
/// point of the mesh is then the same to a thousandth of its size, and no length outgrows an f32.
pub(crate) const FAR_AWAY: f64 = 1000.0;

/// Metres. Slides towards points that are farther away than this are taken to end there, in the same direction: far beyond
/// the largest world, and the squares of it fit an f32.
pub(crate) const FARTHEST_SLIDE: f64 = 1.0e12;

/// Relative. The crossings of a path over ground of different cost are in place when a round of moving them gains less
/// of its cost than this: a hundredth of what the choice of cells costs.
pub(crate) const REFRACTION_SETTLED: f64 = 1.0e-6;

/// Metres. Borders between ground of different cost are cut into parts no longer than this, and all ways through a part go
/// on as the cheapest one through its middle does: where they part, the better one is missed by less than a part.
pub(crate) const BORDER_SPACING: f64 = 0.5;

/// Metres. Rays that meet farther back than this are taken for parallel: their cone is then a thousandth wider per metre
/// than they are, and the bounds of it still told from each other in f32.
pub(crate) const FARTHEST_APEX: f64 = 1000.0;

/// Relative. A way over borders is given up only where another is cheaper by more than this part of it: twice what is lost
/// where ways through one part of a border part ([`BORDER_SPACING`]).
pub(crate) const REFRACTION_MARGIN: f64 = 0.01;

/// Sine of an angle, less than 1. Ways that leave a border at less than this from along it are taken to graze it: they may
/// leave it anywhere.
pub(crate) const GRAZING: f64 = 0.01;

/// The most rounds: the cost falls to a part in each, and is within [`REFRACTION_SETTLED`] after about ten.
pub(crate) const REFRACTION_ROUNDS: usize = 64;

/// Cells in which obstacles came after dead ends were found; with more of them, dead ends are found anew.
pub(crate) const MOST_OBSTRUCTED: usize = 64;

/// A way into a cell replaces the one that is known if that is more than so many times as long: roundings over hundreds of
/// cells are less. Otherwise a way into a dead end and back might, and whether dead ends are left out hangs on what was
/// asked before.
pub(crate) const SAME_LENGTH: f32 = 1.00001;

/// Metres: so far beside its disc a random point may lie. Triangles are cut and points rounded to f32, which up to 16 km
/// from the origin moves them by 1/1024 m at most.
pub(crate) const RANDOM_STRAY: f64 = 2.0 / UNITS_PER_METRE;

/// Metres. By so much a bound of what paths over links cost, made from directions, is lowered, so that it stays one with all
/// roundings: coordinates are below 2²⁰ m.
pub(crate) const LINK_BOUND_SLACK: f64 = 1e-6;

/// The least and the greatest factor of the speed on a kind of ground, or in an area.
pub(crate) const SPEED_LIMITS: (f32, f32) = (0.001, 1.0);

/// Metres. A straight way so near to the border of two grounds leads along it: it costs what the cheaper one does.
pub(crate) const BESIDE: f32 = 1.5 / 1024.0;
