//! Pictures of a crowd: who goes where, by colour; how it spreads over the gaps of a wall.

use std::path::Path;

use glam::Vec2;
use hybrid::navmesh::Bounds;

use crate::drawing::figure::Figure;
use crate::drawing::palette::{ACCENT, FREE, INK, of_group};
use crate::drawing::text;
use crate::error::Error;
use crate::scoring::recording::Moment;

/// Metres of ground shown round the crowd.
const AROUND: f32 = 3.0;

/// Pixels: lines of gaps, and how far what is written is from them.
const GAP_WIDTH: f32 = 4.0;
const BESIDE: f32 = 12.0;

/// What the picture of a crowd shows.
#[derive(Debug, Clone, Copy)]
pub struct CrowdView<'a> {
    /// Name of the scene and time.
    pub title: &'a str,
    /// The units.
    pub moment: &'a Moment,
    /// The group of each unit.
    pub groups: &'a [usize],
    /// The obstacles.
    pub outlines: &'a [Vec<Vec2>],
    /// The ends of each gap, and the share of all units that go through it first.
    pub gaps: &'a [([Vec2; 2], f64)],
    /// What may be shown.
    pub bounds: Bounds,
}

impl CrowdView<'_> {
    /// What is shown: the units and the gaps, and some ground round them.
    fn extent(&self) -> (Vec2, Vec2) {
        let units = self.moment.units.iter().map(|unit| unit.center);
        let points = || units.clone().chain(self.gaps.iter().flat_map(|(ends, _)| *ends));
        let (low, high) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
        let min = points().fold(low, Vec2::min).max(self.bounds.min + AROUND) - AROUND;
        let max = points().fold(high, Vec2::max).min(self.bounds.max - AROUND) + AROUND;
        if min.cmplt(max).all() { (min, max) } else { (self.bounds.min, self.bounds.max) }
    }

    /// Draws it.
    ///
    /// # Errors
    /// [`Error::Output`] if the file cannot be written.
    pub fn draw(&self, file: &Path) -> Result<(), Error> {
        let (min, max) = self.extent();
        let title = format!("{}: {} units", self.title, self.moment.units.len());
        let mut figure = Figure::new(min, max, &title);
        figure.rectangle(self.bounds.min, self.bounds.max, FREE);
        figure.walls(self.outlines.iter().map(Vec::as_slice));
        for (unit, &group) in self.moment.units.iter().zip(self.groups) {
            let (at, radius) = (figure.at(unit.center), figure.length(unit.radius).max(1.5));
            figure.canvas.disc(at, radius, of_group(group));
        }
        self.draw_gaps(&mut figure);
        figure.finish(file)
    }

    fn draw_gaps(&self, figure: &mut Figure) {
        for &(ends, share) in self.gaps {
            figure.polyline(&ends, GAP_WIDTH, ACCENT);
            let text = format!("{:.0} %", 100.0 * share);
            let beside = figure.at(ends[0].midpoint(ends[1])) + Vec2::new(BESIDE, 0.0);
            let width = text::width(&text);
            let (low, high) =
                (beside - Vec2::new(4.0, 11.0), beside + Vec2::new(width + 4.0, 11.0));
            let corners = [low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)];
            figure.canvas.polygon(&corners, FREE.faded(0.85));
            text::write(&mut figure.canvas, beside - Vec2::new(0.0, 7.0), &text, INK);
        }
    }
}
