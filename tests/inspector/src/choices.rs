//! What the user has chosen to see and to do.

use hybrid::UnitId;

use crate::palette::UnitColours;

/// Which quantity of windows is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WindowQuantity {
    /// None.
    #[default]
    None,
    /// How many units there are on a cell.
    Density,
    /// What the dearest step out of a cell costs.
    Cost,
    /// What it costs to get on from a cell.
    Potential,
    /// Where the field leads.
    Flow,
}

impl WindowQuantity {
    /// All, with their names.
    pub const ALL: [(Self, &'static str); 5] = [
        (Self::None, "none"),
        (Self::Density, "density"),
        (Self::Cost, "cost"),
        (Self::Potential, "potential"),
        (Self::Flow, "flow"),
    ];
}

/// What is drawn.
#[derive(Clone, Debug)]
pub struct Layers {
    /// Outlines of cells.
    pub cells: bool,
    /// The sides that cells share.
    pub portals: bool,
    /// Links.
    pub links: bool,
    /// Passages, their lanes and those who wait.
    pub passages: bool,
    /// A quantity of the windows of groups.
    pub window: WindowQuantity,
    /// Lines of equal distance to the goal of the chosen unit's order.
    pub distance: bool,
    /// The paths of the groups' leaders.
    pub paths: bool,
    /// The expected ways of the chosen units.
    pub ways: bool,
    /// The places that units go to.
    pub places: bool,
    /// Where units have been.
    pub traces: bool,
    /// What was reported just now.
    pub events: bool,
    /// By what units are coloured.
    pub colours: UnitColours,
    /// The radius class whose mesh is drawn.
    pub class: usize,
}

impl Default for Layers {
    fn default() -> Self {
        Self {
            cells: false,
            portals: false,
            links: true,
            passages: false,
            window: WindowQuantity::None,
            distance: false,
            paths: false,
            ways: true,
            places: false,
            traces: false,
            events: true,
            colours: UnitColours::Order,
            class: 0,
        }
    }
}

impl Layers {
    /// The layers that are on or off, with their names and keys.
    pub fn switches(&mut self) -> [(&mut bool, &'static str); 9] {
        [
            (&mut self.cells, "cells"),
            (&mut self.portals, "portals"),
            (&mut self.links, "links"),
            (&mut self.passages, "passages and queues"),
            (&mut self.distance, "distance to the goal"),
            (&mut self.paths, "paths of groups"),
            (&mut self.ways, "expected ways"),
            (&mut self.places, "places"),
            (&mut self.traces, "traces"),
        ]
    }
}

/// A moment that the user wants to see, and of whom it tells.
#[derive(Clone, Debug, Default)]
pub struct Moment {
    /// Steps before it.
    pub step: u64,
    /// The units to choose there; none: those that are chosen stay so.
    pub units: Vec<UnitId>,
}

/// What the pointer does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    /// Chooses units: one by a click, several by a box.
    #[default]
    Choose,
    /// Moves what is seen.
    Pan,
    /// Sends the chosen units to a point.
    Send,
    /// Draws walls.
    Wall,
    /// Paints mud.
    Mud,
    /// Moves obstacles.
    Move,
    /// Removes obstacles and areas.
    Erase,
    /// Adds units.
    Add,
}

impl Tool {
    /// All, with their names, keys, and what they do.
    pub const ALL: [(Self, &'static str, char, &'static str); 8] = [
        (Self::Choose, "Choose", 'C', "click a unit, or drag a box round several"),
        (
            Self::Pan,
            "Pan",
            'P',
            "drag to move the view (so does the right or middle button, and two fingers)",
        ),
        (Self::Send, "Send", 'S', "click where the chosen units shall go (all, if none is chosen)"),
        (Self::Wall, "Wall", 'W', "drag to draw a wall"),
        (Self::Mud, "Mud", 'M', "drag to paint mud: half the speed"),
        (Self::Move, "Move", 'V', "drag an obstacle"),
        (Self::Erase, "Erase", 'E', "click an obstacle or an area"),
        (Self::Add, "Add", 'A', "click to add ten units like the chosen one"),
    ];
}

/// The choices of the user.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    /// What is drawn.
    pub layers: Layers,
    /// What the pointer does.
    pub tool: Tool,
    /// The chosen units, in the order of their handles.
    pub units: Vec<UnitId>,
    /// Whether the view goes with the first chosen unit.
    pub follows: bool,
    /// Whether only those events are listed that tell of trouble.
    pub only_trouble: bool,
}
