//! The whole taut corner graph of cells that never change, with what makes searches on it short.

use glam::DVec2;

use super::landmarks::Landmarks;
use super::views::Views;
use crate::tiles::ground::SightGraph;

/// Marks the ends of legs that lead far.
const FAR: u32 = 1 << 31;

/// No way back.
const NO_LEG: u32 = u32::MAX;

/// A taut leg to another corner.
#[derive(Clone, Copy, Debug)]
struct ChartLeg {
    /// The node to which it leads, with [`FAR`].
    end: u32,
    /// The leg from its end to its start: its place among the legs out of there; or [`NO_LEG`].
    back: u32,
}

/// A leg in half the bytes, where the numbers are small.
#[derive(Clone, Copy, Debug)]
struct ShortLeg {
    end: u16,
    back: u16,
}

/// Marks the same as [`FAR`].
const SHORT_FAR: u16 = 1 << 15;

/// As [`NO_LEG`], in 16 bits.
const NO_SHORT_LEG: u16 = u16::MAX;

impl ChartLeg {
    fn shortened(self) -> Option<ShortLeg> {
        let end = u16::try_from(self.end & !FAR).ok().filter(|&end| end < SHORT_FAR)?;
        let far = if self.end & FAR != 0 { SHORT_FAR } else { 0 };
        let back = match self.back {
            NO_LEG => NO_SHORT_LEG,
            _ => u16::try_from(self.back).ok().filter(|&back| back != NO_SHORT_LEG)?,
        };
        Some(ShortLeg { end: end | far, back })
    }
}

/// All legs: short ones where the numbers of all allow, once they are complete.
#[derive(Clone, Debug)]
enum Legs {
    Short(Vec<ShortLeg>),
    Long(Vec<ChartLeg>),
}

impl Default for Legs {
    fn default() -> Self {
        Self::Long(Vec::new())
    }
}

/// All taut legs between corners.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chart {
    /// For each node its first leg, and the number of all at the end. The legs of a node turn less and less.
    first: Vec<u32>,
    legs: Legs,
    pub(crate) landmarks: Landmarks,
    /// Which corners see into each cell, but for those that see it only where no taut path comes from.
    pub(crate) views: Views,
}

impl Chart {
    /// Begins the legs of the next node.
    pub(crate) fn begin_node(&mut self) {
        self.first.push(self.leg_count() as u32);
    }

    /// Adds a leg to a node that leads far, for all that is known.
    pub(crate) fn push_leg(&mut self, to: u32) {
        if let Legs::Long(legs) = &mut self.legs {
            legs.push(ChartLeg { end: to | FAR, back: NO_LEG });
        }
    }

    /// Changes a leg, while the legs are not complete.
    fn change(&mut self, leg: u32, change: impl FnOnce(&mut ChartLeg)) {
        if let Legs::Long(legs) = &mut self.legs {
            change(&mut legs[leg as usize]);
        }
    }

    /// Remembers which leg out of its end leads back along a leg: its number there.
    pub(crate) fn set_back(&mut self, leg: u32, back: u32) {
        self.change(leg, |leg| leg.back = back);
    }

    /// Remembers that every taut path that goes along a leg ends soon.
    pub(crate) fn end_soon(&mut self, leg: u32) {
        self.change(leg, |leg| leg.end &= !FAR);
    }

    /// Stores the legs in as few bytes as they need: no more is learnt of them.
    pub(crate) fn complete(&mut self) {
        self.first.shrink_to_fit();
        if let Legs::Long(legs) = &mut self.legs {
            legs.shrink_to_fit();
            let short: Option<Vec<ShortLeg>> = legs.iter().map(|leg| leg.shortened()).collect();
            if let Some(short) = short {
                self.legs = Legs::Short(short);
            }
        }
    }

    pub(crate) fn leg_count(&self) -> usize {
        match &self.legs {
            Legs::Short(legs) => legs.len(),
            Legs::Long(legs) => legs.len(),
        }
    }

    /// The numbers of the legs out of a node.
    pub(crate) fn range(&self, node: u32) -> std::ops::Range<u32> {
        self.first[node as usize]..self.first[node as usize + 1]
    }

    /// The node to which a leg leads: twice the corner's number in the ground, and 1 more for turns to the right.
    pub(crate) fn to(&self, leg: u32) -> u32 {
        match &self.legs {
            Legs::Short(legs) => (legs[leg as usize].end & !SHORT_FAR) as u32,
            Legs::Long(legs) => legs[leg as usize].end & !FAR,
        }
    }

    /// Returns whether taut paths may have many legs from a leg on.
    pub(crate) fn leads_far(&self, leg: u32) -> bool {
        match &self.legs {
            Legs::Short(legs) => legs[leg as usize].end & SHORT_FAR != 0,
            Legs::Long(legs) => legs[leg as usize].end & FAR != 0,
        }
    }

    /// The leg from a leg's end to its start, if there is one.
    pub(crate) fn back(&self, leg: u32) -> Option<u32> {
        let (end, back) = match &self.legs {
            Legs::Short(legs) => {
                let ShortLeg { end, back } = legs[leg as usize];
                ((end & !SHORT_FAR) as u32, if back == NO_SHORT_LEG { NO_LEG } else { back as u32 })
            }
            Legs::Long(legs) => (legs[leg as usize].end & !FAR, legs[leg as usize].back),
        };
        (back != NO_LEG).then(|| self.first[(end ^ 1) as usize] + back)
    }

    /// The way along a leg out of a node; metres.
    pub(crate) fn way(&self, ground: &SightGraph, from: u32, leg: u32) -> DVec2 {
        let to = self.to(leg);
        ground.corners[to as usize / 2].at - ground.corners[from as usize / 2].at
    }

    pub(crate) fn size_in_bytes(&self) -> usize {
        let of_legs = match &self.legs {
            Legs::Short(legs) => size_of_val(&**legs),
            Legs::Long(legs) => size_of_val(&**legs),
        };
        size_of_val(&*self.first)
            + of_legs
            + self.landmarks.size_in_bytes()
            + self.views.size_in_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn legs_are_the_same_in_half_the_bytes() {
        for other in [2, SHORT_FAR as u32 - 1, SHORT_FAR as u32, 1 << 20] {
            // A leg from node 0 to another and one from that one's other turn back; a third without a way back.
            let mut chart = Chart::default();
            for node in 0..=(other | 1) {
                chart.begin_node();
                match node {
                    0 => [other, 2].iter().for_each(|&to| chart.push_leg(to)),
                    _ if node == other ^ 1 => chart.push_leg(1),
                    _ => (),
                }
            }
            chart.begin_node();
            chart.set_back(0, 0);
            chart.end_soon(1);
            let seen = |chart: &Chart| {
                let leg = |leg| (chart.to(leg), chart.leads_far(leg), chart.back(leg));
                (chart.range(0), [0, 1, 2].map(leg))
            };
            let before = seen(&chart);
            assert_eq!(before, (0..2, [(other, true, Some(2)), (2, false, None), (1, true, None)]));
            chart.complete();
            assert_eq!(seen(&chart), before);
            assert_eq!(matches!(chart.legs, Legs::Short(_)), other < SHORT_FAR as u32);
        }
    }
}
