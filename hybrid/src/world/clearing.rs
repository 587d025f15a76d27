//! Units over which an obstacle has come are put beside it, each where it has room.
//!
//! The free points nearest to a crowd lie on one line or in one corner: put there, units would stand in each other. Whoever
//! has no room there is put farther off, on free ground that is seen from there. How far depends on how far it has come: who
//! is pushed by an obstacle that moves bit by bit does not leap past others.

use glam::Vec2;

use crate::arrival::standing::StandingDiscs;
use crate::base::handle::UnitId;
use crate::bodies::unit::Driver;
use crate::event::Event;
use crate::ways::ground::{is_free, standing};
use crate::ways::sight::sees;
use crate::world::state::World;

/// How far apart places are that are tried, in diameters of the unit.
const PITCH: f32 = 1.02;

/// How far from its nearest free point a unit is put at most, as a multiple of how far it is to that point.
const LEAP: f32 = 4.0;

/// How many rings of places are tried, at most: 816 places.
const MOST_RINGS: u32 = 16;

/// The sides of squares are a fourth of the greatest radius at least: who is much larger covers few of them.
const LEAST_SIDE: f32 = 0.25;

/// Half the square root of 3: the height of an equilateral triangle.
const HEIGHT: f32 = 0.866_025_4;

/// A unit over which an obstacle has come.
#[derive(Clone, Copy, Debug)]
struct Displaced {
    unit: UnitId,
    from: Vec2,
    /// The free point nearest to it.
    free: Vec2,
    radius: f32,
}

impl Displaced {
    /// Returns how far it is to the free point.
    fn way(&self) -> f32 {
        self.from.distance(self.free)
    }

    /// Gives the places for it in rings round its free point, away from the obstacle first.
    fn places(&self) -> impl Iterator<Item = Vec2> {
        let &Self { from, free, radius, .. } = self;
        let (way, pitch) = (self.way(), 2.0 * PITCH * radius);
        let ahead = (free - from).normalize_or(Vec2::X);
        let aside = ahead.perp();
        // The corners of a hexagon, to the left and to the right in turn.
        let corner = move |k: u32| {
            let (along, across) = match k {
                0 => (1.0, 0.0),
                1 => (0.5, HEIGHT),
                2 => (0.5, -HEIGHT),
                3 => (-0.5, HEIGHT),
                4 => (-0.5, -HEIGHT),
                _ => (-1.0, 0.0),
            };
            ahead * along + aside * across
        };
        // From each of them to the next one on its left, seen from the middle.
        const NEXT: [u32; 6] = [1, 3, 0, 5, 2, 4];
        let rings = 1..=((LEAP * way / pitch) as u32).min(MOST_RINGS);
        rings.flat_map(move |ring| {
            (0..6).flat_map(move |side: u32| {
                let (from, to) = (corner(side), corner(NEXT[side as usize]));
                (0..ring).map(move |step| {
                    let share = step as f32 / ring as f32;
                    free + from.lerp(to, share) * (ring as f32 * pitch)
                })
            })
        })
    }
}

impl World {
    /// Puts units over which an obstacle has come beside it.
    pub(crate) fn clear_obstacles(&mut self) {
        let mut displaced = Vec::new();
        for (unit, body) in &self.core.bodies {
            if body.driver == Driver::World && body.crossing.is_none() {
                let (from, radius) = (body.position, body.radius);
                let mesh = self.core.meshes.of(body.class());
                let escape = self.escapes.get(&unit).copied().filter(|_| !is_free(mesh, from));
                let free = escape.filter(|&point| is_free(mesh, point));
                let free = free.unwrap_or_else(|| standing(mesh, from));
                if free != from {
                    displaced.push(Displaced { unit, from, free, radius });
                }
            }
        }
        self.escapes.clear();
        self.put_beside(displaced);
    }

    /// Puts some units at once on the free ground nearest to them, where they are not on any.
    pub(crate) fn put_on_ground(&mut self, units: &[UnitId]) {
        let mut displaced = Vec::new();
        for &unit in units {
            let body = &self.core.bodies[unit];
            let from = body.position;
            let free = standing(self.core.meshes.of(body.class()), from);
            if body.driver == Driver::World && body.crossing.is_none() && free != from {
                displaced.push(Displaced { unit, from, free, radius: body.radius });
                self.finder.note(unit);
            }
        }
        self.put_beside(displaced);
    }

    /// Puts units where they have room, at the nearest free point or beyond it.
    fn put_beside(&mut self, mut displaced: Vec<Displaced>) {
        if displaced.is_empty() {
            return;
        }
        // The nearest first: what is left for the others is farther off, where they may be put.
        let key =
            |of: &Displaced| (of.way().to_bits(), of.from.to_array().map(f32::to_bits), of.unit);
        displaced.sort_unstable_by_key(key);
        let mut standing = self.standing_near(&displaced);
        for of in displaced {
            let mesh = self.core.meshes.of(self.core.bodies[of.unit].class());
            let has_room = |&place: &Vec2| {
                standing.leaves(place, of.radius)
                    && (place == of.free || is_free(mesh, place) && sees(mesh, of.free, place))
            };
            let place = std::iter::once(of.free).chain(of.places()).find(has_room);
            // Where there is none they get apart bit by bit.
            let place = place.unwrap_or(of.free);
            self.core.bodies[of.unit].position = place;
            let (unit, from) = (of.unit, of.from);
            self.announced.push(Event::Displaced { unit, from, to: place });
            standing.add(place, of.radius);
        }
    }

    /// The discs of all other units near those that are displaced.
    fn standing_near(&self, displaced: &[Displaced]) -> StandingDiscs {
        let (mut low, mut high) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
        let (mut least, mut greatest) = (f32::INFINITY, 0.0_f32);
        for of in displaced {
            let reach =
                (LEAP * of.way()).min(2.0 * PITCH * of.radius * MOST_RINGS as f32) + of.radius;
            (low, high) = (low.min(of.free - reach), high.max(of.free + reach));
            (least, greatest) = (least.min(of.radius), greatest.max(of.radius));
        }
        let units: std::collections::BTreeSet<UnitId> =
            displaced.iter().map(|of| of.unit).collect();
        let near = self.core.bodies.iter().filter(|(unit, body)| {
            let (at, radius) = (body.position, body.radius);
            body.crossing.is_none()
                && (at + radius).cmpge(low).all()
                && (at - radius).cmple(high).all()
                && !units.contains(unit)
        });
        let near: Vec<(Vec2, f32)> = near.map(|(_, body)| (body.position, body.radius)).collect();
        greatest = near.iter().fold(greatest, |most, &(_, radius)| most.max(radius));
        let side = (2.0 * least).max(LEAST_SIDE * greatest);
        let mut standing = StandingDiscs::new(side);
        near.into_iter().for_each(|(center, radius)| standing.add(center, radius));
        standing
    }
}
