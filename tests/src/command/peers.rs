//! What was published of others for the same scenes: beside our figures in the gallery.

/// Where figures were published.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// Warzone 2100 before its movement was mended.
    WarzoneBefore,
    /// Warzone 2100 after that.
    WarzoneAfter,
}

impl Origin {
    /// All, in the order of their numbers from 1.
    pub(super) const ALL: [Self; 2] = [Self::WarzoneBefore, Self::WarzoneAfter];

    /// Its number, from 1.
    pub(super) fn number(self) -> usize {
        self as usize + 1
    }

    /// Whose figures they are, where they stand, and what they are of.
    pub(super) fn about(self) -> &'static str {
        match self {
            Self::WarzoneBefore => {
                "Warzone 2100, a strategy game: its movement benchmark (doc/PathfindingBench.md and tests/movebench in its sources), the \
                 game's baseline before pull request 5042 (2026); medians of 27 arrangements, with its tanks, which turn slowly"
            }
            Self::WarzoneAfter => "The same, after pull request 5042 (2026)",
        }
    }
}

/// A figure of another one.
#[derive(Debug)]
pub(super) struct PeerFigure {
    /// The built-in scene.
    pub(super) scene: &'static str,
    /// The key of the scorecard that says the same of ours.
    pub(super) key: &'static str,
    /// The figure as published.
    pub(super) shown: &'static str,
    /// Where.
    pub(super) origin: Origin,
}

const fn figure(
    scene: &'static str,
    key: &'static str,
    shown: &'static str,
    origin: Origin,
) -> PeerFigure {
    PeerFigure { scene, key, shown, origin }
}

/// All figures. Of the blob the game's times are those of the few units that reach the tile: they are left out.
pub(super) const ALL: &[PeerFigure] = &[
    figure("openfield", "arrival_p95_s", "74", Origin::WarzoneBefore),
    figure("openfield", "peak_density", "8", Origin::WarzoneBefore),
    figure("oneway", "arrival_p95_s", "64", Origin::WarzoneAfter),
    figure("oneway", "peak_density", "8", Origin::WarzoneAfter),
    figure("counterflow_w2", "arrival_p95_s", "98", Origin::WarzoneAfter),
    figure("counterflow_w2", "peak_density", "8", Origin::WarzoneAfter),
    figure("counterflow_w4", "arrival_p95_s", "120", Origin::WarzoneBefore),
    figure("counterflow_w4", "peak_density", "12", Origin::WarzoneBefore),
    figure("counterflow_w8", "arrival_p95_s", "64", Origin::WarzoneBefore),
    figure("counterflow_w8", "peak_density", "9", Origin::WarzoneBefore),
    figure("corner", "arrival_p95_s", "135", Origin::WarzoneBefore),
    figure("corner", "peak_density", "9", Origin::WarzoneBefore),
    figure("blob", "peak_density", "14", Origin::WarzoneBefore),
    figure("parking", "arrival_p95_s", "63", Origin::WarzoneBefore),
    figure("parking", "peak_density", "5", Origin::WarzoneBefore),
];

/// The figure of another one beside ours, if there is one.
pub(super) fn of(scene: &str, key: &str) -> Option<&'static PeerFigure> {
    ALL.iter().find(|figure| figure.scene == scene && figure.key == key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenes::built_in;

    #[test]
    fn figures_are_of_scenes_that_there_are_and_each_stands_once() {
        for figure in ALL {
            let is_built_in = built_in::ALL.iter().any(|scene| scene.name == figure.scene);
            assert!(is_built_in && figure.shown.parse::<f64>().is_ok(), "{figure:?}");
            let same = |other: &&PeerFigure| (other.scene, other.key) == (figure.scene, figure.key);
            assert_eq!(ALL.iter().filter(same).count(), 1, "{figure:?}");
            assert_eq!(Origin::ALL[figure.origin.number() - 1], figure.origin);
        }
    }
}
