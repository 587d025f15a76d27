//! Colours: those of the pictures, which are apart for all eyes.

use eframe::egui::Color32;
use headless::drawing::canvas::Colour;
use headless::drawing::palette;
use hybrid::{Activity, Unit};

pub use headless::drawing::palette::{HEAT, SPEED, Scale, VIRIDIS};

/// Ground that the centre of a unit cannot reach.
pub const GROUND: Color32 = of(palette::GROUND);
/// Ground that it can reach.
pub const FREE: Color32 = of(palette::FREE);
/// Obstacles.
pub const WALL: Color32 = of(palette::WALL);
/// Sides of cells.
pub const LINE: Color32 = of(palette::LINE);
/// Outlines of units.
pub const INK: Color32 = of(palette::INK);
/// What the eye should follow.
pub const ACCENT: Color32 = of(palette::ACCENT);
/// Where a way ends.
pub const GOAL: Color32 = of(palette::GOAL);

/// The colour as the user interface has it.
pub const fn of(Colour([r, g, b, a]): Colour) -> Color32 {
    const fn byte(part: f32) -> u8 {
        (part * 255.0 + 0.5) as u8
    }
    Color32::from_rgba_unmultiplied_const(byte(r), byte(g), byte(b), byte(a))
}

/// The colour of a share (0 … 1) on a scale.
pub fn on_scale(scale: &Scale, share: f32) -> Color32 {
    of(palette::on_scale(scale, share))
}

/// The colour of the ground of an area.
pub fn of_ground(kind: u8, cost: f32) -> Color32 {
    of(palette::of_ground(kind, cost))
}

/// The colour of a number: of a team, or of an order.
pub fn of_number(number: usize) -> Color32 {
    of(palette::of_group(number))
}

/// By what units are coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UnitColours {
    /// By their order.
    #[default]
    Order,
    /// By their team.
    Team,
    /// By how fast they are, as a share of what they can.
    Speed,
    /// By what they are doing.
    Activity,
}

impl UnitColours {
    /// All, with their names.
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::Order, "order"),
        (Self::Team, "team"),
        (Self::Speed, "speed"),
        (Self::Activity, "activity"),
    ];

    /// The colour of a unit whose order has this number, if it has one.
    pub fn of(self, unit: &Unit, order: Option<usize>) -> Color32 {
        match self {
            Self::Order => order.map_or(LINE, of_number),
            Self::Team => of_number(unit.team as usize),
            Self::Speed => {
                on_scale(SPEED, unit.velocity.length() / unit.max_speed.max(f32::MIN_POSITIVE))
            }
            Self::Activity => of_activity(unit.activity),
        }
    }
}

/// The colour of what a unit is doing.
pub fn of_activity(activity: Activity) -> Color32 {
    match activity {
        Activity::Moving => of_number(0),
        Activity::Stuck => ACCENT,
        Activity::Resting => of_number(2),
        Activity::Holding => of_number(1),
        Activity::Crossing => of_number(4),
        _ => LINE,
    }
}
