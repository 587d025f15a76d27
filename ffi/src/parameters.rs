//! Everything that can be tuned.

use hybrid::navmesh;

use crate::guard::guarded_or;
use crate::result::{Failure, ResultCode};

/// Where searched paths enter the next mesh cell; it decides which cells they go through.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Where the straight way to the goal crosses into it: fast, and 0.1 to 2 % longer than the shortest.
    Crossing = 0,
    /// In the middle, as in the paper: longer paths.
    Midpoint = 1,
    /// As HNAV_ENTRY_CROSSING, each way into a cell searched for itself: two to four times the work, nearly always the
    /// shortest path.
    Portals = 2,
    /// Nowhere, from corner to corner: the shortest path there is.
    Exact = 3,
}

/// Where the field of a group's window begins, if its places lie outside.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowGoal {
    /// Everywhere on its border where shortest ways leave it: units spread over the ways out by how long and how full
    /// they are.
    Frontier = 0,
    /// Where the way of the group's leader leaves it, as in the paper: all units go the leader's way.
    ExitPoint = 1,
}

/// Everything that can be tuned in a world. hnavDefaultWorldDef() fills it with what is best for most games.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct WorldParameters {
    /// The length of every step, in seconds. 0.001 to 1; default 0.1. Shorter steps follow corners more tightly and
    /// cost more.
    pub tick: f32,
    /// The side of a grid cell, in metres. 0 (the default): 1.25 times the least class radius; else at least 1/64 m and
    /// at most 1.4 times the least class radius. Smaller cells follow walls more closely; the cost grows with the
    /// square.
    pub cell_size: f32,
    /// The side of a mesh tile, in metres. 1 to 4 096; default 32. Good: one to five obstacles a tile.
    pub tile_size: f32,
    /// The sides of the corners of inflated obstacles. 4, 8, 16 or 32; default 8. More sides give more mesh cells and
    /// cut less free area from the corners.
    pub corner_sides: u32,
    /// An hnavEntry: how the units' own paths are searched; default HNAV_ENTRY_CROSSING.
    pub entry: i32,
    /// An hnavWindowGoal; default HNAV_WINDOW_GOAL_FRONTIER.
    pub window_goal: i32,
    /// The time between two plans of a group, in seconds, rounded to whole ticks. One tick to 60; default 0.5. Longer
    /// saves time and reacts later.
    pub plan_period: f32,
    /// Units sample their field where they expect to be after this time, in seconds. 0 to 5; default 0.4. Longer smooths
    /// turns and cuts corners.
    pub look_ahead: f32,
    /// The distance between a group's bounds and the border of its window, in metres. 0 (the default): the greater of 20
    /// radii and what a unit walks until the next plan, down to 10 radii behind the units and near their goal; else at
    /// most 1 000, on all sides. Wider sees jams and second routes earlier.
    pub margin: f32,
    /// The most grid cells of a window. 2 048 to 4 194 304; default 20 000. A group that needs more is cut in two.
    pub window_cells: u32,
    /// The least number of units of a group that has a window. 1 to 1 000; default 4. Units of smaller groups walk
    /// straight from corner to corner.
    pub window_units: u32,
    /// Units of one order nearer than this to each other belong to one group, in metres; they leave it when they are a third
    /// farther off. Above 0 to 1 000; default 4.
    pub link_distance: f32,
    /// The crowd density up to which units walk freely. 0 or more and below `densityMax`; default 0.6. One unit alone
    /// makes at most 1.
    pub density_min: f32,
    /// The crowd density from which on units walk as the crowd does. Default 1.6. Lower shuns crowds more.
    pub density_max: f32,
    /// The least speed that the field assumes among others, as a share of the free speed. 0.001 to 1; default 0.15. Lower
    /// makes jams look longer.
    pub speed_floor: f32,
    /// The least speed that the field assumes among units of one order. 0.001 to 1; default 0.5. Lower sends the flanks
    /// of a queue back, round it and in again.
    pub companion_floor: f32,
    /// The weight of a way's length (the paper's alpha). 0 or more; default 0.1.
    pub path_weight: f32,
    /// The weight of a way's time (the paper's beta). 0 or more, and not both weights 0; default 0.9.
    pub time_weight: f32,
    /// How much of their speed units take from the field, and not its direction alone. 0 to 1; default 0: full speed, and
    /// a crowd slows them where they touch. 1 is the paper's: crowds keep more apart and take longer.
    pub field_speed: f32,
    /// The radius of a unit's influence on the crowd density, in its radii. 1 to 20; default 3.
    pub influence: f32,
    /// The distance between neighbouring places round a shared goal, in diameters of the largest unit. 1 to 10; default
    /// 1.04. Wider with a wider `personalSpace`.
    pub slot_spacing: f32,
    /// A unit this near to its place that sees it walks there straight, in metres. 0 to 1 000; default 8.
    pub direct_distance: f32,
    /// A unit this near to its place has arrived and rests, in its radii. 0.01 to 10; default 0.64.
    pub settle_radius: f32,
    /// A resting unit that was pushed farther than this walks back, in its radii. `settleRadius` to 100; default 2.
    pub return_radius: f32,
    /// The time constant of the approach to a place, in seconds: speed is at most distance / this. One tick to 5; default
    /// 0.3.
    pub approach_time: f32,
    /// The speed with which an idle or resting unit steps aside for a friend, as a share of its greatest. 0 (never) to 1;
    /// default 0.4.
    pub step_aside: f32,
    /// A unit on its way that gets nowhere for this long is stuck, in seconds. One tick to 3 600; default 5.
    pub stuck_time: f32,
    /// How far ahead units look for others that they would touch, in seconds, and half of the time for which they hold
    /// their course. 0 (not at all) to 5; default 1. Longer makes smoother ways in open country and wider bows in crowds.
    pub anticipation: f32,
    /// The room between units on their way, in sums of their radii. 1 to 3; default 1. More makes crowds less dense and
    /// slower.
    pub personal_space: f32,
    /// How often overlaps are corrected in a step, at most; where a crowd is pressed so hard that overlaps would become deeper,
    /// up to twice as often again. 0 (units walk through each other) to 64; default 40.
    pub contact_iterations: u32,
    /// The factor on each correction of an overlap. Above 0 to 1.9; default 1.5. Higher settles faster and trembles more.
    pub contact_gain: f32,
    /// The most mesh cells that searches of units' own paths may expand in a step; and as much work is done at distance
    /// fields of orders in the mean step, half of it at most at one, where a mesh cell that is seen from a goal or a
    /// corner counts as 2. The rest waits for the next step. 1 or more; default 20 000 (a few milliseconds each).
    pub search_cells: u32,
    /// The ticks from asking for a plan, or for the distance field of an order, to its use. 0 to 100; default 0: a step
    /// makes them itself; else they are made beside the steps in between, and units follow paths of their own until then. Distance fields
    /// that take long come later still (`searchCells`).
    pub plan_latency: u32,
    /// The most grid cells of all plans that are asked for in a tick; one is in any case. The groups that have waited longest
    /// come first. 1 or more; default 200 000 (some ten milliseconds). Fewer make long steps rarer and plans older.
    pub plan_cells: u32,
    /// The slope from which on ground costs the most, as rise / run. 0.01 to 100; default 1. Lower makes groups go round
    /// gentler hills.
    pub steepest_slope: f32,
    /// The speed that is assumed up such a slope, as a share of the free speed; a slope costs the mean of up and down. 0.01
    /// to 1; default 0.1. Lower makes hills dearer.
    pub steep_speed: f32,
    /// How often units look around, in seconds; at most `approach_time`. 0 (in every step) to 1; default 0.2. In between
    /// they hold their course, and only keep apart; what a game changes they see in the next step. Longer saves time.
    pub look_period: f32,
    /// The time gap that a unit keeps to whoever walks before it the same way, in seconds: it goes no faster than the free
    /// distance between them over this. 0 (they only do not touch) to 5; default 0; hnavPedestrianParameters(): 1. Longer
    /// makes crowds slower the denser they are, and lets fewer through a door.
    pub headway_time: f32,
}

/// Parameters that are the same here and there, both ways.
macro_rules! mirrored {
    ($($field:ident),*) => {
        impl WorldParameters {
            pub(crate) fn new(from: &hybrid::WorldParameters) -> Self {
                Self {
                    $($field: from.$field,)*
                    entry: entry_code(from.entry) as i32,
                    window_goal: window_goal_code(from.window_goal) as i32,
                }
            }

            pub(crate) fn translated(&self) -> Result<hybrid::WorldParameters, Failure> {
                let mut to = hybrid::WorldParameters::default();
                $(to.$field = self.$field;)*
                to.entry = entry(self.entry)?;
                to.window_goal = window_goal(self.window_goal)?;
                Ok(to)
            }
        }
    };
}

mirrored!(
    tick,
    cell_size,
    tile_size,
    corner_sides,
    plan_period,
    look_ahead,
    margin,
    window_cells,
    window_units,
    link_distance,
    density_min,
    density_max,
    speed_floor,
    companion_floor,
    path_weight,
    time_weight,
    field_speed,
    influence,
    slot_spacing,
    direct_distance,
    settle_radius,
    return_radius,
    approach_time,
    step_aside,
    stuck_time,
    anticipation,
    personal_space,
    contact_iterations,
    contact_gain,
    search_cells,
    plan_latency,
    plan_cells,
    steepest_slope,
    steep_speed,
    look_period,
    headway_time
);

/// Parameters for people in cities and evacuations, to be put in the place of those of hnavDefaultWorldDef(): people slow
/// down in dense crowds and pass doors as people do. Give units a radius of 0.2 m and a greatest speed of 1.34 m/s, or such as
/// vary round that.
#[unsafe(no_mangle)]
pub extern "C" fn hnavPedestrianParameters() -> WorldParameters {
    guarded_or(WorldParameters::default(), || {
        WorldParameters::new(&hybrid::WorldParameters::pedestrians())
    })
}

fn entry_code(entry: navmesh::Entry) -> Entry {
    match entry {
        navmesh::Entry::Midpoint => Entry::Midpoint,
        navmesh::Entry::Crossing => Entry::Crossing,
        navmesh::Entry::Portals => Entry::Portals,
        navmesh::Entry::Exact => Entry::Exact,
    }
}

fn window_goal_code(goal: hybrid::WindowGoal) -> WindowGoal {
    match goal {
        hybrid::WindowGoal::ExitPoint => WindowGoal::ExitPoint,
        _ => WindowGoal::Frontier,
    }
}

/// The rule of a number from C.
pub(crate) fn entry(code: i32) -> Result<navmesh::Entry, Failure> {
    use navmesh::Entry::*;
    let known = [Crossing, Midpoint, Portals, Exact];
    known
        .into_iter()
        .find(|&rule| entry_code(rule) as i32 == code)
        .ok_or_else(|| unknown("entry", code, "hnavEntry"))
}

fn window_goal(code: i32) -> Result<hybrid::WindowGoal, Failure> {
    let known = [hybrid::WindowGoal::Frontier, hybrid::WindowGoal::ExitPoint];
    let found = known.into_iter().find(|&goal| window_goal_code(goal) as i32 == code);
    found.ok_or_else(|| unknown("windowGoal", code, "hnavWindowGoal"))
}

/// Refuses a number that stands for nothing.
pub(crate) fn unknown(field: &str, code: i32, values: &str) -> Failure {
    Failure::new(ResultCode::OutOfRange, format!("{field} is {code}: give a value of {values}"))
}

/// What a field that is 0 or 1 says.
pub(crate) fn yes_or_no(field: &str, value: u32) -> Result<bool, Failure> {
    match value {
        0 | 1 => Ok(value == 1),
        _ => Err(Failure::new(ResultCode::OutOfRange, format!("{field} is {value}: give 0 or 1"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of the fields in a value's `{:#?}`.
    fn fields(debug: &str) -> Vec<&str> {
        let of = |line: &'_ str| line.starts_with("    ") && !line.starts_with("     ");
        let lines = debug.lines().filter(|line| of(line) && line.contains(": "));
        let mut names: Vec<&str> = lines.filter_map(|line| line.trim().split(':').next()).collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn every_parameter_can_be_set_from_c() {
        let ours = format!("{:#?}", WorldParameters::default());
        let theirs = format!("{:#?}", hybrid::WorldParameters::default());
        assert_eq!(fields(&ours), fields(&theirs));
    }

    #[test]
    fn defaults_survive_the_border() {
        let default = hybrid::WorldParameters::default();
        assert_eq!(WorldParameters::new(&default).translated().unwrap(), default);
    }
}
