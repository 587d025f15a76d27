//! What ground costs on which surcharges add up.

use crate::areas::{Area, Footing};

/// The kinds of ground of a tile with the surcharges on them, by number; number 0 is ground in no area.
#[derive(Clone, Debug, Default)]
pub(crate) struct Levies {
    /// What the ground is like without surcharges, and their sum.
    list: Vec<(Footing, f64)>,
}

impl Levies {
    /// Begins with the areas of a tile, whose numbers are from 1.
    pub(super) fn begin(&mut self, areas: impl Iterator<Item = Footing>) {
        self.list.clear();
        self.list.push((Footing::default(), 0.0));
        self.list.extend(areas.map(|area| (area, 0.0)));
    }

    /// The number of the ground of one number with another surcharge.
    pub(super) fn raised(&mut self, number: u16, amount: f32) -> u16 {
        let (area, sum) = self.list[number as usize];
        let raised = (area, sum + f64::from(amount));
        // What is asked for again has mostly come last.
        let known = self.list.iter().rposition(|&other| other == raised);
        known.unwrap_or_else(|| {
            self.list.push(raised);
            self.list.len() - 1
        }) as u16
    }

    /// Returns whether a number has been given that a tile cannot tell.
    pub(super) fn are_too_many(&self) -> bool {
        self.list.len() > u16::MAX as usize
    }

    /// Returns what all ground is like whose number is not 0, in the order of the numbers.
    pub(super) fn areas(&self) -> impl Iterator<Item = Footing> {
        let raised = |&(Footing { area, speed }, sum): &(Footing, f64)| {
            let cost = (f64::from(area.cost) * (1.0 + sum)).min(f64::from(f32::MAX)) as f32;
            Footing { area: Area { cost, ..area }, speed }
        };
        self.list.iter().skip(1).map(raised)
    }
}
