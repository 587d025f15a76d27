//! Areas of other ground: where walking costs more, or is not for everyone.

use std::cmp::Reverse;

use glam::{I64Vec2, IVec2};

use crate::error::{AreaError, ObstacleError};
use crate::kernel::outline::extent;
use crate::tolerances::{
    KIND_COUNT, LEAST_COST, METRES_PER_UNIT, MOST_COST, MOST_SURCHARGE, OBSTACLE_LIMIT,
    SPEED_LIMITS,
};

slotmap::new_key_type! {
    /// Names an area of a mesh, or a surcharge, until it is removed.
    pub struct AreaId;
}

/// What ground is like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// The kind of ground, below 16: what it means is the caller's. Queries can exclude kinds, or make them dearer
    /// ([`KindCosts`]). Ground in no area is of kind 0.
    pub kind: u8,
    /// What a metre costs here, at least 0.1; 1 on ground in no area. Less than 1 is a road.
    pub cost: f32,
}

impl Default for Area {
    fn default() -> Self {
        Self { kind: 0, cost: 1.0 }
    }
}

impl Area {
    pub(crate) fn check(self) -> Result<(), AreaError> {
        check_kind(self.kind)?;
        if self.cost.is_finite() && self.cost >= LEAST_COST {
            Ok(())
        } else {
            Err(AreaError::Cost { cost: self.cost })
        }
    }

    /// Returns an area of such ground on a layer: where areas overlap, only those on the highest layer count.
    pub fn on_layer(self, layer: i32) -> AreaDefinition {
        AreaDefinition { layer, ..self.into() }
    }
}

/// An area to be added. An [`Area`] becomes one on layer 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AreaDefinition {
    /// The kind of ground, below 16; 0 by default.
    pub kind: u8,
    /// What a metre costs here, at least 0.1; 1 by default. Less than 1 is a road.
    pub cost: f32,
    /// Any whole number, 0 by default. Where areas overlap, those on the highest layer alone count: a road on layer 1 is
    /// a road wherever it leads through mud on layer 0. Of those on one layer the one with the greatest cost counts, among
    /// equals the one with the greatest kind.
    pub layer: i32,
    /// How fast units are here, as a factor of their greatest speed, from 0.001 to 1; 1 by default. It changes no way: that
    /// is for the cost to do, which is the inverse where ways shall take the least time ([`of_speed`](Self::of_speed)).
    pub speed: f32,
}

impl Default for AreaDefinition {
    fn default() -> Self {
        Area::default().into()
    }
}

impl From<Area> for AreaDefinition {
    fn from(Area { kind, cost }: Area) -> Self {
        Self { kind, cost, layer: 0, speed: 1.0 }
    }
}

impl AreaDefinition {
    /// Returns an area of a kind in which units have this share of their speed, from 0.001 to 1, and a metre costs the
    /// inverse: ways take the least time. Whether the speed is in its range, the call says that adds the area.
    pub fn of_speed(kind: u8, speed: f32) -> Self {
        Self { kind, cost: 1.0 / speed, layer: 0, speed }
    }

    pub(crate) fn check(self) -> Result<(), AreaError> {
        check_speed(self.speed)?;
        self.footing().area.check()
    }

    /// Returns what the ground in it is like.
    pub(crate) fn footing(self) -> Footing {
        Footing { area: Area { kind: self.kind, cost: self.cost }, speed: self.speed }
    }

    /// The greater wins where areas overlap: first by layer, then by cost, then by kind, last the slower. Numbers that are
    /// positive order like their bits.
    pub(crate) fn strength(self) -> (i32, u32, u8, Reverse<u32>) {
        (self.layer, self.cost.to_bits(), self.kind, Reverse(self.speed.to_bits()))
    }
}

/// All that a mesh knows of the ground of a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Footing {
    pub(crate) area: Area,
    /// How fast units are on it.
    pub(crate) speed: f32,
}

impl Default for Footing {
    fn default() -> Self {
        AreaDefinition::default().footing()
    }
}

impl From<Footing> for AreaDefinition {
    fn from(Footing { area, speed }: Footing) -> Self {
        Self { speed, ..area.into() }
    }
}

pub(crate) fn check_speed(speed: f32) -> Result<(), AreaError> {
    let (least, most) = SPEED_LIMITS;
    if (least..=most).contains(&speed) { Ok(()) } else { Err(AreaError::Speed { speed }) }
}

fn check_kind(kind: u8) -> Result<(), AreaError> {
    if (kind as usize) < KIND_COUNT { Ok(()) } else { Err(AreaError::Kind { kind }) }
}

/// What the kinds of ground (and of links) cost in one query: a factor for each, or that it is excluded. All factors are
/// 1 by default.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KindCosts {
    /// Infinite for kinds that are excluded.
    factors: [f32; KIND_COUNT],
    /// How fast units are on each kind.
    speeds: [f32; KIND_COUNT],
    /// Whether a metre costs 1 all the same, on ground that is not excluded.
    is_level: bool,
}

impl Default for KindCosts {
    fn default() -> Self {
        Self { factors: [1.0; KIND_COUNT], speeds: [1.0; KIND_COUNT], is_level: false }
    }
}

impl KindCosts {
    /// Returns these costs with another factor for a kind, at least 0.1: by it the costs of its areas and links are multiplied.
    /// No metre costs less than 0.1 for all that.
    ///
    /// # Errors
    /// A kind of 16 or more; a factor that is less than 0.1 or not finite.
    pub fn with_factor(mut self, kind: u8, factor: f32) -> Result<Self, AreaError> {
        Area { kind, cost: factor }.check()?;
        self.factors[kind as usize] = factor;
        Ok(self)
    }

    /// Returns these costs with another speed on a kind of ground, from 0.001 to 1: by it the speed on its areas is
    /// multiplied, and the factor of its cost becomes the inverse, so that ways take the least time (links of the kind get
    /// dearer, too). For another factor call [`with_factor`](Self::with_factor) after this.
    ///
    /// Speeds count where a mesh is made for them ([`MeshDefinition::kinds`](crate::MeshDefinition::kinds)); in a query
    /// only the factors do.
    ///
    /// # Errors
    /// A kind of 16 or more; a speed out of range.
    pub fn with_speed(self, kind: u8, speed: f32) -> Result<Self, AreaError> {
        check_speed(speed)?;
        let mut costs = self.with_factor(kind, 1.0 / speed)?;
        costs.speeds[kind as usize] = speed;
        Ok(costs)
    }

    /// The factor of the speed on a kind of ground.
    pub fn speed(&self, kind: u8) -> f32 {
        self.speeds.get(kind as usize).copied().unwrap_or(1.0)
    }

    /// Returns what ground is like to those whom it costs this, in a mesh that is made for them.
    pub(crate) fn applied(&self, Footing { area, speed }: Footing) -> Footing {
        let cost = self.cost(area).min(f32::MAX);
        let speed = (speed * self.speed(area.kind)).max(SPEED_LIMITS.0);
        Footing { area: Area { cost, ..area }, speed }
    }

    /// Returns whether the speed is another on any kind of ground.
    pub(crate) fn have_speeds(&self) -> bool {
        self.speeds != [1.0; KIND_COUNT]
    }

    /// Returns these costs without a kind: its areas are walls for the query, and its links closed.
    ///
    /// # Errors
    /// A kind of 16 or more.
    pub fn without(mut self, kind: u8) -> Result<Self, AreaError> {
        check_kind(kind)?;
        self.factors[kind as usize] = f32::INFINITY;
        Ok(self)
    }

    /// The factor of a kind; infinite where it is excluded.
    pub fn factor(&self, kind: u8) -> f32 {
        self.factors.get(kind as usize).copied().unwrap_or(f32::INFINITY)
    }

    /// The kinds that are not excluded, with a cost of 1 a metre whatever lies there: for a query, never for a mesh.
    pub(crate) fn level(self) -> Self {
        Self { is_level: true, ..self }
    }

    /// Returns whether a metre costs 1 on all ground, areas or not, and none is excluded.
    pub(crate) fn are_level(&self) -> bool {
        self.is_level && !self.exclude_any()
    }

    /// Returns what a metre costs at least where it costs so much at least without these factors.
    pub(crate) fn least(&self, cost: f32) -> f32 {
        if self.is_level {
            1.0
        } else {
            self.factors.iter().fold(cost, |least, factor| least.min(cost * factor)).max(LEAST_COST)
        }
    }

    /// Returns whether all factors are 1.
    pub fn is_plain(&self) -> bool {
        self.factors == [1.0; KIND_COUNT]
    }

    /// Returns whether any kind is excluded.
    pub(crate) fn exclude_any(&self) -> bool {
        self.factors.contains(&f32::INFINITY)
    }

    /// Returns what a metre costs in an area, at least 0.1 and at most 1e24; infinite where its kind is excluded.
    pub fn cost(&self, area: Area) -> f32 {
        let factor = self.factor(area.kind);
        if factor == f32::INFINITY {
            factor
        } else if self.is_level {
            1.0
        } else {
            (area.cost * factor).clamp(LEAST_COST, MOST_COST)
        }
    }
}

/// What an outline says of the ground in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum GroundRule {
    /// What it is like, where nothing stronger lies.
    Area(AreaDefinition),
    /// How much more a metre costs, whatever else lies there.
    Surcharge(f32),
}

impl GroundRule {
    pub(crate) fn check(self) -> Result<(), AreaError> {
        match self {
            Self::Area(definition) => definition.check(),
            Self::Surcharge(amount) if amount > 0.0 && amount <= MOST_SURCHARGE => Ok(()),
            Self::Surcharge(amount) => Err(AreaError::Surcharge { amount }),
        }
    }
}

/// An area as a mesh keeps it.
#[derive(Clone, Debug)]
pub(crate) struct AreaShape {
    pub(crate) ground: GroundRule,
    /// Its convex parts, each from its least vertex; units.
    rings: Box<[Box<[IVec2]>]>,
}

impl AreaShape {
    /// The area of these strictly convex lattice rings.
    pub(crate) fn new(ground: GroundRule, rings: Vec<Vec<I64Vec2>>) -> Result<Self, AreaError> {
        for ring in &rings {
            let (min, max) = extent(ring);
            if (max - min).max_element() > OBSTACLE_LIMIT {
                let limit = (OBSTACLE_LIMIT as f64 * METRES_PER_UNIT) as f32;
                let metres = |at: I64Vec2| (at.as_dvec2() * METRES_PER_UNIT).as_vec2();
                let extent = crate::bounds::Bounds::new(metres(min), metres(max));
                return Err(ObstacleError::TooLarge { extent, limit }.into());
            }
        }
        let small = |ring: Vec<I64Vec2>| ring.into_iter().map(|at| at.as_ivec2()).collect();
        Ok(Self { ground, rings: rings.into_iter().map(small).collect() })
    }

    /// Its parts, each with the box round it; units.
    pub(crate) fn parts(&self) -> impl Iterator<Item = (&[IVec2], [I64Vec2; 2])> {
        self.rings.iter().map(|ring| {
            let min = ring.iter().fold(IVec2::MAX, |min, &at| min.min(at));
            let max = ring.iter().fold(IVec2::MIN, |max, &at| max.max(at));
            (&**ring, [min.as_i64vec2(), max.as_i64vec2()])
        })
    }

    /// The bytes of the rings.
    pub(crate) fn size_in_bytes(&self) -> usize {
        self.rings.iter().map(|ring| size_of_val(ring) + size_of_val(&**ring)).sum()
    }
}
