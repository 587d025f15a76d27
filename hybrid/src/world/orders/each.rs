//! Where units of an order are sent that have goals of their own.

use glam::Vec2;
use navmesh::{PathOptions, Search};

use super::send::Sent;
use super::share::Party;
use crate::arrival::flood::WantedPlaces;
use crate::arrival::places::{places, remaining};
use crate::arrival::taken::Others;
use crate::base::handle::UnitId;
use crate::bodies::order::{Order, Ring, SharedGoal, Slot};
use crate::bodies::task::APART;
use crate::grids::cluster::clusters;
use crate::groups::regroup::LEAST_LINK;
use crate::world::state::World;

impl World {
    /// Sends units to goals of their own, or to the nearest points that they can reach.
    pub(super) fn send_each(
        &mut self,
        order: &mut Order,
        units: &[UnitId],
        goals: &[Vec2],
        taken: &[Vec2],
    ) -> Vec<Sent> {
        let mut taken = taken.to_vec();
        let mut sent: Vec<Sent> = Vec::with_capacity(units.len());
        for (&unit, &goal) in units.iter().zip(goals) {
            let is_lost = !self.reaches(unit, goal);
            let place = if is_lost { self.nearest_place(unit, goal, &taken) } else { Some(goal) };
            let Some(place) = place else {
                let stays = self.stay(unit, goal);
                taken.push(stays.slot.place);
                sent.push(stays);
                continue;
            };
            taken.push(place);
            let reason = || self.why_lost(self.core.bodies[unit].class(), goal);
            let lost = is_lost.then(|| (goal, reason()));
            sent.push(Sent {
                unit,
                slot: Slot::at(place),
                band: 0,
                has_taken: false,
                has_own_goal: true,
                lost,
            });
        }
        let with_room = sent.iter().filter(|sent| sent.band != APART);
        let places: Vec<Vec2> = with_room.map(|sent| sent.slot.place).collect();
        let labels = clusters(&places, self.link_distance(units));
        let first = order.bands;
        for (sent, label) in sent.iter_mut().filter(|sent| sent.band != APART).zip(labels) {
            sent.band = first + label;
            order.bands = order.bands.max(sent.band + 1);
        }
        if order.exchange {
            for band in first..order.bands {
                if let Some(known) = self.fill_deepest(order, &mut sent, band) {
                    order.exchanged.insert(band, known);
                }
            }
        }
        sent
    }

    /// Says of the places of a band, which its units exchange, how deep they lie; returns how the units come there. `None` for a
    /// unit alone.
    fn fill_deepest(&mut self, order: &Order, sent: &mut [Sent], band: u32) -> Option<SharedGoal> {
        let (mut units, mut middle) = (Vec::new(), Vec2::ZERO);
        for sent in sent.iter().filter(|sent| sent.band == band) {
            units.push(sent.unit);
            middle += sent.slot.place;
        }
        if units.len() < 2 {
            return None;
        }
        let goal = middle / units.len() as f32;
        let party = Party { units, goal, lost: None };
        let mut shared = self.share(order, &party, Ring::open(goal));
        let ahead = shared.direction().unwrap_or_default();
        let of_band = || sent.iter().filter(|sent| sent.band == band).map(|sent| sent.slot.place);
        let nearest = of_band().map(|place| place.dot(ahead)).fold(f32::INFINITY, f32::min);
        shared.reach =
            of_band().map(|place| remaining(&shared.approach, place)).fold(0.0, f32::max);
        for sent in sent.iter_mut().filter(|sent| sent.band == band) {
            sent.slot.depth = (sent.slot.place.dot(ahead) - nearest).max(0.0);
        }
        Some(shared)
    }

    /// The place nearest to a goal that a unit can reach and that is not taken; `None` if there is none.
    fn nearest_place(&self, unit: UnitId, goal: Vec2, taken: &[Vec2]) -> Option<Vec2> {
        let body = &self.core.bodies[unit];
        let (mesh, from) = (self.core.meshes.of(body.class()), self.foothold(unit));
        let nearest = mesh.nearest_reachable(from, goal).ok()?;
        let goal = nearest.point;
        let spacing = 2.0 * body.radius * self.core.definition.parameters.slot_spacing;
        let ring = Ring::open(goal);
        let wanted = WantedPlaces {
            goal,
            spacing,
            count: 1,
            taken,
            others: Others::NONE,
            approach: &[],
            ring,
        };
        let found = || places(&[mesh], &wanted).first().map(|slot| slot.place);
        let on_way = || {
            let path = mesh.find_path(&mut Search::default(), from, goal, &PathOptions::default());
            let wanted = WantedPlaces { approach: &path.ok()?.points, ..wanted };
            places(&[mesh], &wanted).first().map(|slot| slot.place)
        };
        found().or_else(on_way)
    }

    /// The distance below which goals of several units belong together.
    fn link_distance(&self, units: &[UnitId]) -> f32 {
        let radius = self.greatest_radius(units);
        self.core.definition.parameters.link_distance.max(LEAST_LINK * radius)
    }
}
