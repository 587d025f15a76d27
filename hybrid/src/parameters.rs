//! What a world is made from: its definition and its parameters.

use flowfield::CostParameters;
use navmesh::{Bounds, Entry, KindCosts, MeshDefinition, Outline};

use crate::error::WorldError;
use crate::terrain::slopes::SlopeCosts;

/// The most radius classes of a world.
pub const CLASS_LIMIT: usize = 8;

/// The most meshes of a world: one for each pair of a radius class and a movement kind.
pub const MESH_LIMIT: usize = 32;

/// Metres: the side of the least grid cell.
const LEAST_CELL_SIZE: f32 = 1.0 / 64.0;

/// How far strangers who stand count as companions in the field of a group: in the open they step on sooner or later. Were
/// it 1, opposed directions that jam would not part into lanes.
const PATIENCE: f32 = 0.7;

/// The least and the greatest sum of the weights of a way's length and time: with less, discomforts would outweigh them by
/// more than fields can tell apart, and more would bring costs near the end of their numbers.
const LEAST_WEIGHT: f32 = 0.001;
const MOST_WEIGHT: f32 = 1e6;

/// What a world is made from.
#[derive(Clone, Debug, PartialEq)]
pub struct WorldDefinition {
    /// The world's rectangle, in metres; its border is a wall.
    pub bounds: Bounds,
    /// The radius classes, in metres, in any order: 1 to [`CLASS_LIMIT`] different numbers, from 0.0112 m on: there is no
    /// [`WorldParameters::cell_size`] for less. A unit belongs to the least class that is not smaller than its own radius.
    pub class_radii: Vec<f32>,
    /// What is walkable within the bounds, in metres: polygons of any form, with or without holes; their borders are walls.
    /// `None`, by default: all of the bounds.
    pub walkable: Option<Outline>,
    /// The movement kinds: what the kinds of ground and of links cost each, and which it cannot enter. A unit names its
    /// kind by its place in this list ([`UnitDefinition::movement_kind`](crate::UnitDefinition::movement_kind)). At least
    /// one; by default one, to which all ground costs what its area says. Each pair of a radius and a movement kind has a
    /// mesh of its own, at most [`MESH_LIMIT`]: list those that are needed.
    pub movement_kinds: Vec<KindCosts>,
    /// Everything that can be tuned.
    pub parameters: WorldParameters,
}

impl WorldDefinition {
    /// A definition with default parameters.
    pub fn new(bounds: Bounds, class_radii: Vec<f32>) -> Self {
        Self {
            bounds,
            class_radii,
            walkable: None,
            movement_kinds: vec![KindCosts::default()],
            parameters: WorldParameters::default(),
        }
    }

    /// Returns how many classes there are: pairs of a radius and a movement kind. Those of the first movement kind come first,
    /// in the order of the radii.
    pub fn class_count(&self) -> usize {
        self.class_radii.len() * self.movement_kinds.len()
    }

    /// The radius of a class, in metres; 0 where there is no such class.
    pub fn class_radius(&self, class: usize) -> f32 {
        let known = class < self.class_count();
        if known { self.class_radii[class % self.class_radii.len()] } else { 0.0 }
    }

    /// The movement kind of a class.
    pub fn movement_kind(&self, class: usize) -> usize {
        class / self.class_radii.len().max(1)
    }

    /// The class of the `radius`-th radius and a movement kind.
    pub(crate) fn class(&self, radius: usize, movement_kind: usize) -> usize {
        movement_kind * self.class_radii.len() + radius
    }

    /// The definition of the mesh of a class.
    pub(crate) fn mesh(&self, class: usize) -> MeshDefinition {
        let WorldParameters { tile_size, corner_sides, .. } = self.parameters;
        MeshDefinition {
            agent_radius: self.class_radius(class),
            tile_size,
            corner_sides,
            walkable: self.walkable.clone(),
            kinds: self.movement_kinds[self.movement_kind(class)],
            ..MeshDefinition::new(self.bounds)
        }
    }

    /// Sorts the class radii and replaces every automatic value by the number it stands for.
    pub(crate) fn checked(&self) -> Result<Self, WorldError> {
        let mut checked = self.clone();
        let radii = &mut checked.class_radii;
        if radii.is_empty() || radii.len() > CLASS_LIMIT {
            return Err(WorldError::ClassCount { count: radii.len(), limit: CLASS_LIMIT });
        }
        let (count, limit) = (checked.movement_kinds.len(), MESH_LIMIT);
        if count == 0 || count * radii.len() > limit {
            return Err(WorldError::MovementKindCount { count, radii: radii.len(), limit });
        }
        radii.sort_by(f32::total_cmp);
        for (index, &radius) in self.class_radii.iter().enumerate() {
            let twice = radii.iter().filter(|&&other| other == radius).count() > 1;
            if !(radius.is_finite() && radius > 0.0) || twice {
                return Err(WorldError::ClassRadius { index, radius });
            }
        }
        checked.parameters.check(radii[0])?;
        Ok(checked)
    }
}

/// Every knob of a world. It can be read from and written to files with serde; unknown keys are refused
/// and missing ones take their defaults.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WorldParameters {
    /// The length of every step, in seconds. 0.001 to 1; default 0.1. Shorter steps follow corners more tightly and
    /// cost more.
    pub tick: f32,
    /// The side of a grid cell, in metres. 0 (the default) means 1.25 times the least class radius, rounded down to
    /// 1/1024 m, but no less than 1/64 m; else at least 1/64 m and at most 1.4 times the least class radius: then no cell
    /// can see both sides of a wall. Smaller cells follow walls more closely; the cost grows with the square.
    pub cell_size: f32,
    /// The side of a mesh tile, in metres. 1 to 4 096; default 32. Good: one to five obstacles a tile.
    pub tile_size: f32,
    /// The sides of the corners of inflated obstacles. 4, 8, 16 or 32; default 8. More sides give more mesh cells and
    /// cut less free area from the corners (8 % of the radius at 8 sides).
    pub corner_sides: u32,
    /// Where searched paths enter the next mesh cell: `crossing` (the default), `midpoint` (as in the paper; longer
    /// paths), `portals` (slower, shorter paths) or `exact` (the shortest paths there are).
    #[serde(with = "EntryName")]
    pub entry: Entry,
    /// Where the field of a window begins; default [`WindowGoal::Frontier`].
    pub window_goal: WindowGoal,
    /// The time between two plans of a group, in seconds, rounded to whole ticks. From one tick to 60; default 0.5.
    /// Longer saves time and reacts later.
    pub plan_period: f32,
    /// The ticks from asking for a plan, or for the distance field of an order, to its use. 0 to 100; default 0. With 0 a
    /// step makes them itself; else they are made beside the steps in between, and units follow paths of their own until then. Distance
    /// fields that take long come later still (`search_cells`).
    pub plan_latency: u32,
    /// The most grid cells of all plans that are asked for in a tick; one is in any case. The groups that have waited
    /// longest come first, the others go on with the field that they have. 1 or more; default 200 000 (some ten
    /// milliseconds). Fewer make long steps rarer and plans older.
    pub plan_cells: u32,
    /// How often units look around, in seconds: who is near, and a tick later, where the field leads, who will be touched, who
    /// waits where. Rounded to whole ticks, never more than `approach_time`. 0 (all in every step) to 1; default 0.2. In
    /// between they hold their course, and only keep apart; what a game changes they see in the next step. Longer saves time.
    pub look_period: f32,
    /// Units sample their field where they expect to be after this time, in seconds. 0 to 5; default 0.4 (the paper
    /// has 0.75). Longer smooths turns and cuts corners.
    pub look_ahead: f32,
    /// The distance between a group's bounds and the border of its window, in metres. 0 (the default) means automatic:
    /// the greater of 20 radii and what a unit walks until the next plan, down to 10 radii behind the units and as they
    /// come near their goal; else at most 1 000, on all sides. A wider margin sees jams and second routes earlier; the
    /// cost grows with the window.
    pub margin: f32,
    /// The most grid cells of a window. 2 048 to 4 194 304; default 20 000. A group whose window would be larger is
    /// cut in two.
    pub window_cells: u32,
    /// The least number of units of a group that has a window. 1 to 1 000; default 4. Units of smaller groups walk
    /// straight from corner to corner.
    pub window_units: u32,
    /// Units of one order that are nearer than this to each other belong to one group, in metres; they leave it when they
    /// are a third farther off. Above 0 to 1 000; default 4.
    pub link_distance: f32,
    /// The crowd density up to which units walk freely. 0 or more and below `density_max`; default 0.6. One unit alone
    /// makes at most 1.
    pub density_min: f32,
    /// The crowd density from which on units walk as the crowd does. Default 1.6. Lower values shun crowds more.
    pub density_max: f32,
    /// The least speed that the field assumes among others, as a fraction of the free speed. 0.001 to 1; default 0.15.
    /// Lower values make jams look longer.
    pub speed_floor: f32,
    /// The least speed that the field assumes among units of one order: those who queue before a narrow way are not in
    /// its way; and among others as far as they do not come the other way. Those who walk across are hardly in the way
    /// at all. 0.001 to 1; default 0.5. Lower values send the flanks of a queue back, round it and
    /// in again.
    pub companion_floor: f32,
    /// The paper's α, the weight of a way's length. 0 or more, together with `time_weight` from 0.001 to 1 000 000; default
    /// 0.1.
    pub path_weight: f32,
    /// The paper's β, the weight of a way's time. 0 or more, together with `path_weight` from 0.001 to 1 000 000; default
    /// 0.9. Only the ratio of the two weights matters, but for the ground of discomforts, which counts more where both are
    /// small.
    pub time_weight: f32,
    /// The slope from which on ground costs the most, as rise ÷ run. 0.01 to 100; default 1. Lower values make groups go
    /// round gentler hills.
    pub steepest_slope: f32,
    /// The speed that is assumed up such a slope, as a fraction of the free speed; on flat ground and on ways down it is 1, and
    /// between it falls evenly. A slope costs the mean of up and down, whichever way it is crossed. 0.01 to 1; default 0.1.
    /// Lower values make hills dearer.
    pub steep_speed: f32,
    /// How much of their speed units take from the field, and not its direction alone. 0 to 1; default 0: they want to
    /// walk at full speed, and a crowd slows them where they touch; 1 is the paper's: crowds keep more apart, stretch,
    /// and take a sixth longer through a maze.
    pub field_speed: f32,
    /// The radius of a unit's influence on the crowd density, in radii of the unit. 1 to 20; default 3; never less
    /// than 1.5 grid cells.
    pub influence: f32,
    /// The distance between the centres of neighbouring slots round a shared goal, in diameters of the largest unit. 1
    /// to 10; default 1.04. With a wider `personal_space` slots are wider as well: at least 1 + 3 (`personal_space` − 1).
    pub slot_spacing: f32,
    /// A unit this near to its place that sees it leaves the field and walks there, in metres. 0 to 1 000; default 8.
    pub direct_distance: f32,
    /// A unit this near to its place has arrived and rests, in its radii. 0.01 to 10; default 0.64.
    pub settle_radius: f32,
    /// A resting unit that was pushed farther than this from its place walks back when nobody wants to pass any more, from three
    /// times as far at once, and from nearer, down to 0.7, when that has been so for 3 s; in its radii. From `settle_radius` to 100; default 2.
    pub return_radius: f32,
    /// The time constant of the approach to a place, in seconds: speed ≤ distance ÷ this. One tick to 5; default 0.3.
    pub approach_time: f32,
    /// The speed with which an idle or resting unit steps aside for a friend that it blocks, and returns, as a share of
    /// its greatest speed. 0 (it never does) to 1; default 0.4. Faster makes room sooner and is more of a dance.
    pub step_aside: f32,
    /// A unit on its way that is slower than a tenth of its greatest speed for this long is stuck, in seconds. One tick
    /// to 3 600; default 5. Shorter frees units sooner and takes more queues for standstills.
    pub stuck_time: f32,
    /// How far ahead units look for others that they would touch, in seconds, and half of the time for which they hold
    /// their course. 0 (not at all) to 5; default 1. Longer makes smoother ways in open country and wider bows in crowds.
    pub anticipation: f32,
    /// The room between units on their way, in sums of their radii. 1 to 3; default 1. More makes crowds less dense and
    /// slower: 1.15 gives a peak density of 8 to 9 on the scenes of a strategy game.
    pub personal_space: f32,
    /// The time gap that a unit keeps to whoever walks before it the same way, in seconds: it goes no faster than the free
    /// distance between them over this. 0 (they only do not touch) to 5; default 0; 1 for people
    /// ([`pedestrians`](Self::pedestrians)). Longer makes crowds slower the denser they are, and lets fewer through a door:
    /// a file of discs of radius r at a speed v passes at 1 ÷ (this + 2 r ÷ v). Units that wait for those ahead are not stuck.
    /// After A. Tordeux, M. Chraibi, A. Seyfried, “Collision-Free Speed Model for Pedestrian Dynamics”, 2016.
    pub headway_time: f32,
    /// How often overlaps are corrected in a step, at most: it ends when there are none. Where a crowd is pressed so hard that
    /// overlaps would become deeper, up to twice as often again. 0 (units walk through each other) to 64; default 40.
    pub contact_iterations: u32,
    /// The factor on each correction of an overlap. Above 0, at most 1.9; default 1.5. Higher values settle faster and
    /// tremble more. After the first correction in a step it takes nobody farther than the overlap is deep.
    pub contact_gain: f32,
    /// The most mesh cells that searches of units' own paths may expand in a step before the rest must wait for the
    /// next one; and as much work is done at distance fields in the mean step, where a mesh cell that is seen from a goal
    /// or a corner counts as 2: a seventh less where units decide, and no more than half at one field, so that all steps
    /// are about as long. Where ground costs more than elsewhere, a cell that a search expands counts as 8, and fields are made
    /// of more steps: they take as many ticks longer. Until its field is there an order leads its units along the way that it
    /// found when it was given.
    /// 1 or more; default 20 000 (a few milliseconds each).
    pub search_cells: u32,
}

/// Where the field of a group's window begins, if its places lie outside.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum WindowGoal {
    /// On all cells of the border over which shortest ways leave the window, each with the distance that remains from
    /// there: units spread over the ways out by how long and how full they are.
    #[default]
    Frontier,
    /// Where the shortest way of the group's leader leaves the window, as in the paper: all units go the leader's way.
    ExitPoint,
}

impl Default for WorldParameters {
    fn default() -> Self {
        let cost = CostParameters::default();
        Self {
            tick: 0.1,
            cell_size: 0.0,
            tile_size: 32.0,
            corner_sides: 8,
            entry: Entry::Crossing,
            window_goal: WindowGoal::Frontier,
            plan_period: 0.5,
            plan_latency: 0,
            plan_cells: 200_000,
            look_period: 0.2,
            look_ahead: 0.4,
            margin: 0.0,
            window_cells: 20_000,
            window_units: 4,
            link_distance: 4.0,
            density_min: cost.density_min,
            density_max: cost.density_max,
            speed_floor: 0.15,
            companion_floor: cost.companion_floor,
            path_weight: cost.path_weight,
            time_weight: cost.time_weight,
            steepest_slope: cost.slope.steepest,
            steep_speed: cost.slope.slowest,
            field_speed: 0.0,
            influence: 3.0,
            slot_spacing: 1.04,
            direct_distance: 8.0,
            settle_radius: 0.64,
            return_radius: 2.0,
            approach_time: 0.3,
            step_aside: 0.4,
            stuck_time: 5.0,
            anticipation: 1.0,
            personal_space: 1.0,
            headway_time: 0.0,
            contact_iterations: 40,
            contact_gain: 1.5,
            search_cells: 20_000,
        }
    }
}

impl WorldParameters {
    /// Parameters for people in cities and evacuations: they slow down in dense crowds and pass doors as people do. Give units a
    /// radius of 0.2 m and a `max_speed` of 1.34 m/s, or such as vary round that.
    ///
    /// Their speed is that of U. Weidmann, “Transporttechnik der Fussgänger”, 1993, within 30 % up to 3 people a square metre,
    /// and a door lets 1.2 to 1.9 of them through per metre and second. All else is as by default. How this was measured says
    /// the readme.
    pub fn pedestrians() -> Self {
        Self { headway_time: 1.0, ..Self::default() }
    }

    /// Returns what the flow field needs of them.
    pub(crate) fn cost(&self) -> CostParameters {
        CostParameters {
            density_min: self.density_min,
            density_max: self.density_max,
            speed_floor: self.speed_floor,
            companion_floor: self.companion_floor,
            patience: PATIENCE,
            path_weight: self.path_weight,
            time_weight: self.time_weight,
            ..CostParameters::default()
        }
    }

    /// Returns what slopes cost.
    pub(crate) fn slope_costs(&self) -> SlopeCosts {
        SlopeCosts {
            steepest: self.steepest_slope,
            slowest: self.steep_speed,
            time: self.time_weight / (self.path_weight + self.time_weight),
        }
    }

    /// The number of ticks between two plans.
    pub(crate) fn plan_ticks(&self) -> u64 {
        (self.plan_period / self.tick).round().max(1.0) as u64
    }

    /// The number of ticks between two looks around. Who approaches a place must look before it would be there.
    pub(crate) fn look_ticks(&self) -> u64 {
        (self.look_period.min(self.approach_time) / self.tick).round().max(1.0) as u64
    }

    /// Returns how far ahead units look for others, in seconds: what they decide is older on the average than what is decided
    /// in every step.
    pub(crate) fn sight(&self) -> f32 {
        let age = (self.look_ticks() - 1) as f32 * self.tick * 0.5;
        if self.anticipation > 0.0 { self.anticipation + age } else { 0.0 }
    }

    /// Checks every value and replaces an automatic cell size by its number.
    fn check(&mut self, least_radius: f32) -> Result<(), WorldError> {
        if self.cell_size == 0.0 {
            let rounded = (1.25 * least_radius * 1024.0).floor() / 1024.0;
            self.cell_size = rounded.max(LEAST_CELL_SIZE);
        }
        let tiny = f32::MIN_POSITIVE;
        within("tick", self.tick, 0.001, 1.0)?;
        within("cell_size", self.cell_size, LEAST_CELL_SIZE, 1.4 * least_radius)?;
        within("plan_period", self.plan_period, self.tick, 60.0)?;
        within("plan_latency", self.plan_latency as f32, 0.0, 100.0)?;
        within("plan_cells", self.plan_cells as f32, 1.0, u32::MAX as f32)?;
        within("look_period", self.look_period, 0.0, 1.0)?;
        within("look_ahead", self.look_ahead, 0.0, 5.0)?;
        within("margin", self.margin, 0.0, 1000.0)?;
        within("window_cells", self.window_cells as f32, 2048.0, 4_194_304.0)?;
        within("window_units", self.window_units as f32, 1.0, 1000.0)?;
        within("link_distance", self.link_distance, tiny, 1000.0)?;
        within("path_weight", self.path_weight, 0.0, MOST_WEIGHT)?;
        within("time_weight", self.time_weight, 0.0, MOST_WEIGHT)?;
        let weights = self.path_weight + self.time_weight;
        within("path_weight + time_weight", weights, LEAST_WEIGHT, MOST_WEIGHT)?;
        within("steepest_slope", self.steepest_slope, 0.01, 100.0)?;
        within("steep_speed", self.steep_speed, 0.01, 1.0)?;
        within("field_speed", self.field_speed, 0.0, 1.0)?;
        within("influence", self.influence, 1.0, 20.0)?;
        within("slot_spacing", self.slot_spacing, 1.0, 10.0)?;
        within("direct_distance", self.direct_distance, 0.0, 1000.0)?;
        within("settle_radius", self.settle_radius, 0.01, 10.0)?;
        within("return_radius", self.return_radius, self.settle_radius, 100.0)?;
        within("approach_time", self.approach_time, self.tick, 5.0)?;
        within("step_aside", self.step_aside, 0.0, 1.0)?;
        within("stuck_time", self.stuck_time, self.tick, 3600.0)?;
        within("anticipation", self.anticipation, 0.0, 5.0)?;
        within("personal_space", self.personal_space, 1.0, 3.0)?;
        within("headway_time", self.headway_time, 0.0, 5.0)?;
        within("contact_iterations", self.contact_iterations as f32, 0.0, 64.0)?;
        within("contact_gain", self.contact_gain, tiny, 1.9)?;
        within("search_cells", self.search_cells as f32, 1.0, u32::MAX as f32)?;
        Ok(self.cost().validate()?)
    }
}

fn within(name: &'static str, value: f32, least: f32, most: f32) -> Result<(), WorldError> {
    let right = value >= least && value <= most;
    if right { Ok(()) } else { Err(WorldError::Parameter { name, value, least, most }) }
}

/// The names of [`Entry`] in files.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(remote = "Entry", rename_all = "lowercase")]
enum EntryName {
    Midpoint,
    Crossing,
    Portals,
    Exact,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use serde::de::value::{Error, MapDeserializer};

    #[test]
    fn missing_keys_take_their_defaults_and_unknown_ones_are_refused() {
        let read = |name: &'static str, value: f32| {
            WorldParameters::deserialize(MapDeserializer::<_, Error>::new(
                [(name, value)].into_iter(),
            ))
        };
        let expected = WorldParameters { look_ahead: 0.75, ..WorldParameters::default() };
        assert_eq!(read("look_ahead", 0.75), Ok(expected));
        assert!(read("lookahead", 0.75).unwrap_err().to_string().contains("lookahead"));
    }

    #[test]
    fn entries_have_names() {
        let read = |value: &'static str| {
            WorldParameters::deserialize(MapDeserializer::<_, Error>::new(
                [("entry", value)].into_iter(),
            ))
        };
        assert_eq!(read("midpoint").map(|parameters| parameters.entry), Ok(Entry::Midpoint));
        assert_eq!(read("crossing").map(|parameters| parameters.entry), Ok(Entry::Crossing));
        assert_eq!(read("exact").map(|parameters| parameters.entry), Ok(Entry::Exact));
        assert_eq!(read("portals").map(|parameters| parameters.entry), Ok(Entry::Portals));
        assert!(read("sideways").is_err());
    }
}
