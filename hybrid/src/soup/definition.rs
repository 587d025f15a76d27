//! How a level mesh is looked at.

use glam::Vec3;

use super::error::SoupError;

/// Metres: cells smaller than this are not resolved by the lattice of meshes.
const LEAST_CELL: f32 = 0.05;

/// Metres: agents and cells larger than this are slips of the pen.
const LARGEST: f32 = 100.0;

/// Metres: height grids have samples no nearer, and this many are more than anybody needs.
const SPACINGS: (f32, f32) = (1.0 / 16.0, 1000.0);

/// Which axis of the vertices points up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UpAxis {
    /// The third. A vertex (x, y, z) lies at (x, y) of the world, z high.
    #[default]
    Z,
    /// The second, as in most files of levels. A vertex (x, y, z) lies at (x, −z) of the world, y high: what is to the left
    /// stays to the left.
    Y,
}

impl UpAxis {
    /// A vertex as the world has it: x, y, and the height.
    pub fn to_world(self, vertex: Vec3) -> Vec3 {
        match self {
            Self::Z => vertex,
            Self::Y => Vec3::new(vertex.x, -vertex.z, vertex.y),
        }
    }
}

/// What becomes of floors that lie over each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FloorChoice {
    /// They are refused, and where they are is said.
    #[default]
    Only,
    /// The lowest one counts, in each cell.
    Lowest,
    /// The highest one counts, in each cell.
    Highest,
}

/// How a level mesh is looked at; see [`SoupDefinition::build`]. Lengths are metres.
#[derive(Clone, Debug, PartialEq)]
pub struct SoupDefinition {
    /// Side of a cell of the plane. 0.05 to 100; default 0.2. Borders are found to within a cell: a third to a half of the
    /// least radius of units is fine.
    pub cell_size: f32,
    /// Height of a voxel. 0.01 to 100; default 0.1. Climbs are found to within a voxel.
    pub cell_height: f32,
    /// Free height that an agent needs above the ground; at least 3 voxels count. Above 0, at most 100; default 1.8.
    pub agent_height: f32,
    /// The highest step that it takes, up or down; whole voxels count. 0 to 100; default 0.4.
    pub climb: f32,
    /// The steepest ground that it walks on, in radians. 0 to π / 2; default π / 4, which is as high as it is long.
    pub slope: f32,
    /// Radius of the smallest agent. Ground that hangs together and has nowhere as much room is left out, to within a cell: the
    /// tops of walls, and what is inside them. 0 to 100; default 0.3. Other ground is not shrunk by it: a world does that, for
    /// each of its classes.
    pub agent_radius: f32,
    /// Ground that hangs together and has less than this area is left out: table tops. Square metres, at least 0; default 1.
    pub least_island: f32,
    /// Which axis of the vertices points up.
    pub up: UpAxis,
    /// Whether both sides of a triangle are ground. By default, false, only the one is from which its vertices run
    /// counter-clockwise, so that nobody walks on ceilings turned over.
    pub two_sided: bool,
    /// What becomes of floors that lie over each other.
    pub floor: FloorChoice,
    /// Only ground counts that an agent can walk to from here: x, y and height as the world has them. The floor that is
    /// nearest in height is meant, at most [`agent_height`](Self::agent_height) away. By default, `None`, all ground counts.
    pub start: Option<Vec3>,
    /// How far samples of heights are apart. At least 1/16 and no less than [`cell_size`](Self::cell_size), at most 1000;
    /// default 0.5. So near to a ledge, heights lie between those of its two sides. Samples that are nearer make meshes larger,
    /// as slopes are cut into them.
    pub height_spacing: f32,
}

impl Default for SoupDefinition {
    fn default() -> Self {
        Self {
            cell_size: 0.2,
            cell_height: 0.1,
            agent_height: 1.8,
            climb: 0.4,
            slope: std::f32::consts::FRAC_PI_4,
            agent_radius: 0.3,
            least_island: 1.0,
            up: UpAxis::Z,
            two_sided: false,
            floor: FloorChoice::Only,
            start: None,
            height_spacing: 0.5,
        }
    }
}

impl SoupDefinition {
    /// Returns whether all is in range.
    pub(crate) fn check(&self) -> Result<(), SoupError> {
        let within = |name, value: f32, least: f32, most: f32| match value {
            value if (least..=most).contains(&value) => Ok(()),
            value => Err(SoupError::Parameter { name, value, least, most }),
        };
        within("cell_size", self.cell_size, LEAST_CELL, LARGEST)?;
        within("cell_height", self.cell_height, 0.01, LARGEST)?;
        within("agent_height", self.agent_height, 0.01, LARGEST)?;
        within("agent_radius", self.agent_radius, 0.0, LARGEST)?;
        within("climb", self.climb, 0.0, LARGEST)?;
        within("slope", self.slope, 0.0, std::f32::consts::FRAC_PI_2)?;
        within("least_island", self.least_island, 0.0, 1e12)?;
        let least_spacing = SPACINGS.0.max(self.cell_size);
        within("height_spacing", self.height_spacing, least_spacing, SPACINGS.1)?;
        match self.start.filter(|start| !start.is_finite()) {
            Some(start) => Err(SoupError::Start { start }),
            None => Ok(()),
        }
    }

    /// The free height that an agent needs, in voxels.
    pub(crate) fn height_in_voxels(&self) -> u16 {
        (self.agent_height / self.cell_height).ceil().clamp(3.0, 10_000.0) as u16
    }

    /// How far from where ground ends there has to be some, in cells; no more than `rerecast` counts in 8 bits.
    pub(crate) fn radius_in_cells(&self) -> u16 {
        (self.agent_radius / self.cell_size + 1e-3).floor().clamp(0.0, 100.0) as u16
    }

    /// The highest step, in voxels.
    pub(crate) fn climb_in_voxels(&self) -> u16 {
        // What is a whole number but for rounding is that number.
        (self.climb / self.cell_height + 1e-3).floor().clamp(0.0, 10_000.0) as u16
    }
}
