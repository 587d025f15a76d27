//! Orders that units could not follow, and why.

use std::collections::BTreeMap;

use hybrid::{Event, OrderId, PathLostReason, UnitId, World};

use crate::scenes::scene::Scene;
use crate::scorecard::Scorecard;

/// The ways that were lost and have not been found again.
#[derive(Debug, Default)]
pub struct Losses {
    lost: BTreeMap<UnitId, (OrderId, PathLostReason)>,
}

impl Losses {
    /// Looks at what a step has told.
    pub fn observe(&mut self, world: &World) {
        for &event in world.events() {
            match event {
                Event::PathLost { unit, order, reason, .. } => {
                    self.lost.insert(unit, (order, reason));
                }
                Event::PathFound { unit, .. } => drop(self.lost.remove(&unit)),
                _ => {}
            }
        }
    }

    /// The scorecard with how many orders are lost, of which blocks, and why. Who has got another order since does not count.
    pub fn into_card(
        self,
        card: Scorecard,
        scene: &Scene,
        units: &[UnitId],
        world: &World,
    ) -> Scorecard {
        let is_lost = |unit: &UnitId, order: OrderId| {
            let now = world.unit(*unit).and_then(|unit| unit.order);
            now.is_none_or(|now| now == order)
        };
        let (mut first, mut orders_lost, mut lost_why) = (0, 0, Vec::new());
        for (index, block) in scene.blocks.iter().enumerate() {
            let end = units.len().min(first + block.count as usize);
            let mut whys: BTreeMap<String, usize> = BTreeMap::new();
            for unit in &units[first..end] {
                let known = self.lost.get(unit).filter(|(order, _)| is_lost(unit, *order));
                if let Some((_, reason)) = known {
                    *whys.entry(reason.to_string()).or_default() += 1;
                }
            }
            first = end;
            orders_lost += whys.values().sum::<usize>();
            let name = block.id.clone().unwrap_or_else(|| index.to_string());
            let line = |(why, count)| format!("{count} of block {name} ({}): {why}", block.kind);
            lost_why.extend(whys.into_iter().map(line));
        }
        Scorecard { orders_lost, lost_why, ..card }
    }
}
