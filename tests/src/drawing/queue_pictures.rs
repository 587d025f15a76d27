//! Pictures of queues: who waits before which passage, and for whom; by which lanes each direction goes in.

use std::path::Path;

use glam::Vec2;
use hybrid::navmesh::Bounds;

use crate::drawing::canvas::Colour;
use crate::drawing::figure::Figure;
use crate::drawing::palette::{ACCENT, FREE, GOAL, INK, LINE, of_group};
use crate::drawing::text;
use crate::error::Error;
use crate::scoring::queues::{Entrance, Queues, Way};

/// Metres of ground shown round those who wait.
const AROUND: f32 = 6.0;

/// Pixels: lines of mouths, of other gates, and from those who wait; the least radius of a unit.
const MOUTH_WIDTH: f32 = 5.0;
const GATE_WIDTH: f32 = 1.0;
const WAIT_WIDTH: f32 = 1.2;
const LEAST_RADIUS: f32 = 3.0;

/// Pixels: the shaft of an arrow, how long it is, and how far its barbs reach back.
const SHAFT: f32 = 3.0;
const ARROW: f32 = 26.0;
const BARB: f32 = 8.0;

/// Pixels: what lies round the text of a passage.
const PLATE: Vec2 = Vec2::new(6.0, 5.0);

/// Parts of a unit's radius: the light middle of one that must wait, the dark one of one that queues.
const HOLLOW: f32 = 0.6;
const DARK: f32 = 0.4;

/// What the colour of a mouth means.
const OPEN: Colour = GOAL;
const SHUT: Colour = ACCENT;

/// What the picture of queues shows.
#[derive(Debug, Clone, Copy)]
pub struct QueueView<'a> {
    /// Name of the scene and time.
    pub title: &'a str,
    /// Who waits.
    pub queues: &'a Queues,
    /// The order of each unit, as a number.
    pub groups: &'a [usize],
    /// The obstacles.
    pub outlines: &'a [Vec<Vec2>],
    /// What may be shown.
    pub bounds: Bounds,
    /// Metres from the ends of gates to the walls.
    pub inset: f32,
}

impl QueueView<'_> {
    /// What is shown: those who wait, the passages before which they do, and some ground round them.
    fn extent(&self) -> (Vec2, Vec2) {
        let Queues { units, waiting, ways, .. } = self.queues;
        let waiting = waiting.iter().filter_map(|one| Some(units.get(one.unit)?.center));
        let queued = ways.iter().filter(|way| way.has_queue);
        let points = || waiting.clone().chain(queued.clone().flat_map(|way| way.gates.concat()));
        let (low, high) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
        let min = (points().fold(low, Vec2::min) - AROUND).max(self.bounds.min);
        let max = (points().fold(high, Vec2::max) + AROUND).min(self.bounds.max);
        if min.cmplt(max).all() { (min, max) } else { (self.bounds.min, self.bounds.max) }
    }

    /// Draws it.
    ///
    /// # Errors
    /// [`Error::Output`] if the file cannot be written.
    pub fn draw(&self, file: &Path) -> Result<(), Error> {
        let (min, max) = self.extent();
        let [must_wait, queue] = self.queues.counts();
        let title = format!("{}: {must_wait} wait for their turn, {queue} queue", self.title);
        let mut figure = Figure::with_notes(min, max, &title, NOTES.len());
        figure.rectangle(self.bounds.min, self.bounds.max, FREE);
        figure.walls(self.outlines.iter().map(Vec::as_slice));
        self.draw_units(&mut figure);
        for way in &self.queues.ways {
            self.draw_way(&mut figure, way);
        }
        let mut plates = Vec::new();
        for way in self.queues.ways.iter().filter(|way| way.has_queue) {
            self.write_lanes(&mut figure, way, &mut plates);
        }
        for (row, (text, symbol)) in NOTES.iter().enumerate() {
            figure.note(row, text, *symbol);
        }
        figure.finish(file)
    }

    fn draw_units(&self, figure: &mut Figure) {
        let Queues { units, waiting, .. } = self.queues;
        for (unit, &group) in units.iter().zip(self.groups) {
            let radius = figure.length(unit.radius).max(LEAST_RADIUS);
            let at = figure.at(unit.center);
            figure.canvas.disc(at, radius, of_group(group));
        }
        // Lines lie on all units: who waits may stand behind others.
        for one in waiting {
            let Some(unit) = units.get(one.unit) else { continue };
            let faded = if one.must_wait { 0.5 } else { 0.35 };
            figure.polyline(&[unit.center, one.until], WAIT_WIDTH, INK.faded(faded));
        }
        for one in waiting {
            let Some(unit) = units.get(one.unit) else { continue };
            let radius = figure.length(unit.radius).max(LEAST_RADIUS);
            let at = figure.at(unit.center);
            mark(figure, at, radius, one.must_wait);
        }
    }

    fn draw_way(&self, figure: &mut Figure, way: &Way) {
        let inner = way.gates.len().saturating_sub(1);
        for &gate in way.gates.iter().take(inner).skip(1) {
            figure.polyline(&self.wall_to_wall(gate), GATE_WIDTH, LINE);
        }
        for entrance in &way.entrances {
            self.draw_entrance(figure, entrance);
        }
    }

    /// The mouth: red where nobody may go in, green where units do, with an arrow for each lane.
    fn draw_entrance(&self, figure: &mut Figure, entrance: &Entrance) {
        let Entrance { mouth, open, lanes, users } = *entrance;
        let [left, right] = mouth;
        // Somewhat before it: both mouths may be one gate.
        let inward = (right - left).perp().normalize_or_zero();
        let before = |ends: [Vec2; 2]| ends.map(|end| end - inward * 0.5 * self.inset);
        if users == 0 {
            figure.polyline(&before(self.wall_to_wall(mouth)), GATE_WIDTH, LINE);
            return;
        }
        let Some(open) = open else {
            figure.polyline(&before(self.wall_to_wall(mouth)), MOUTH_WIDTH, SHUT);
            return;
        };
        let whole = self.wall_to_wall(mouth);
        figure.polyline(&before(whole), GATE_WIDTH, LINE);
        let shown = if open == mouth { whole } else { [open[0], whole[1]] };
        figure.polyline(&before(shown), MOUTH_WIDTH, OPEN);
        let [from, to] = before(shown).map(|end| figure.at(end));
        let ahead = Vec2::new(inward.x, -inward.y);
        for lane in 0..lanes {
            let at = from.lerp(to, (lane as f32 + 0.5) / lanes as f32);
            arrow(figure, at - ahead * ARROW, at);
        }
    }

    /// A gate, as long as the walls let it be.
    fn wall_to_wall(&self, [left, right]: [Vec2; 2]) -> [Vec2; 2] {
        let along = (right - left).normalize_or_zero() * self.inset;
        [left - along, right + along]
    }

    /// How many lanes a passage has, beside its narrowest gate, unless others say so there already.
    fn write_lanes(&self, figure: &mut Figure, way: &Way, plates: &mut Vec<[Vec2; 2]>) {
        let length = |gate: &&[Vec2; 2]| gate[0].distance_squared(gate[1]).to_bits();
        let Some(&narrowest) = way.gates.iter().min_by_key(length) else { return };
        let [left, right] = self.wall_to_wall(narrowest).map(|end| figure.at(end));
        let lanes = if way.lanes == 1 { "lane" } else { "lanes" };
        let text = format!("{:.1} m, {} {lanes}", way.width, way.lanes);
        let half = 0.5 * Vec2::new(text::width(&text), text::HEIGHT) + PLATE;
        // Beyond the upper end, or the left one, by what it takes to leave the passage free.
        let (end, other) = if left.y < right.y { (left, right) } else { (right, left) };
        let out = (end - other).normalize_or_zero();
        let (columns, rows) = figure.pixels();
        let [min, max] = [(columns.start, rows.start), (columns.end, rows.end)]
            .map(|(x, y)| Vec2::new(x as f32, y as f32));
        let middle = end + out * (half.dot(out.abs()) + 6.0);
        let middle = middle.max(min + half).min(max - half);
        let is_over = |&[low, high]: &[Vec2; 2]| {
            (middle - half).cmplt(high).all() && (middle + half).cmpgt(low).all()
        };
        if plates.iter().any(is_over) {
            return;
        }
        plates.push([middle - half, middle + half]);
        let corners = [Vec2::NEG_ONE, Vec2::new(1.0, -1.0), Vec2::ONE, Vec2::new(-1.0, 1.0)]
            .map(|corner| middle + corner * half);
        figure.canvas.polygon(&corners, FREE.faded(0.9));
        text::write(&mut figure.canvas, middle - half + PLATE, &text, INK);
    }
}

/// What a symbol of the notes shows, drawn round a point.
type Symbol = fn(&mut Figure, Vec2);

/// What is explained below the title.
const NOTES: [(&str, Symbol); 5] = [
    ("waits for its turn: line to one who goes first", |figure, at| {
        note_unit(figure, at, true);
    }),
    ("queues: line to where it goes in", |figure, at| note_unit(figure, at, false)),
    ("they go in here, an arrow for each lane", |figure, at| {
        let offset = Vec2::new(0.0, 9.0);
        let at = at + Vec2::X * 0.4 * ARROW;
        figure.canvas.line(at - offset, at + offset, MOUTH_WIDTH, OPEN);
        arrow(figure, at - Vec2::X * ARROW, at);
    }),
    ("nobody goes in here before turns change", |figure, at| {
        let offset = Vec2::new(0.0, 9.0);
        figure.canvas.line(at - offset, at + offset, MOUTH_WIDTH, SHUT);
    }),
    ("a narrow place, nobody goes in from here now", |figure, at| {
        let offset = Vec2::new(0.0, 9.0);
        figure.canvas.line(at - offset, at + offset, GATE_WIDTH, LINE);
    }),
];

fn note_unit(figure: &mut Figure, at: Vec2, must_wait: bool) {
    let unit = at - Vec2::X * 8.0;
    figure.canvas.disc(unit, 9.0, of_group(0));
    let faded = if must_wait { 0.5 } else { 0.35 };
    figure.canvas.line(unit, at + Vec2::X * 20.0, WAIT_WIDTH, INK.faded(faded));
    mark(figure, unit, 9.0, must_wait);
}

/// Marks a unit that waits.
fn mark(figure: &mut Figure, at: Vec2, radius: f32, must_wait: bool) {
    let (part, colour) = if must_wait { (HOLLOW, FREE) } else { (DARK, INK) };
    figure.canvas.disc(at, part * radius, colour);
}

/// An arrow between two points of the canvas, light round it.
fn arrow(figure: &mut Figure, from: Vec2, to: Vec2) {
    let ahead = (to - from).normalize_or_zero();
    let barbs = [ahead.perp(), -ahead.perp()].map(|side| to - (ahead - 0.8 * side) * BARB);
    for (more, colour) in [(3.0, FREE), (0.0, OPEN)] {
        figure.canvas.line(from, to, SHAFT + more, colour);
        for barb in barbs {
            figure.canvas.line(barb, to, SHAFT + more, colour);
        }
    }
}
