//! Whether polygons are valid as they are given, and if not, the first reason: rings must be simple, holes within their
//! borders, nothing may overlap, and two rings may have points in common but no lines.
//!
//! Every decision is exact. Only outlines that cannot be cut are looked at.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use glam::DVec2;

use super::outline::{Outline, OutlinePolygon};
use super::sides::{OutlineSide, SideSweep, find_pair};
use crate::invalid::{InvalidOutline, RingRole};
use crate::kernel::turn::turn;

/// Returns the first reason why an outline is not valid as an error: for one polygon after another what is wrong with
/// itself, then what is wrong with it and those after it.
pub(crate) fn check(outline: &Outline) -> Result<(), InvalidOutline> {
    // A sweep along x is slow where sides are long in x.
    let rings = outline.polygons().iter().flat_map(|polygon| polygon.rings());
    let steps = rings.flat_map(|(_, ring)| ring.windows(2)).map(|side| (side[1] - side[0]).abs());
    let length = steps.filter(|step| step.is_finite()).sum::<DVec2>();
    if length.x > length.y {
        check_along_x(&outline.transposed()).map_err(transposed)
    } else {
        check_along_x(outline)
    }
}

fn transposed(mut reason: InvalidOutline) -> InvalidOutline {
    match &mut reason {
        InvalidOutline::TooFewPoints { .. } | InvalidOutline::NotFinite { .. } => {}
        InvalidOutline::SelfIntersection { near, .. }
        | InvalidOutline::NotContained { near, .. }
        | InvalidOutline::RingsOverlap { near, .. }
        | InvalidOutline::RingsTouch { near, .. }
        | InvalidOutline::Overlap { near, .. }
        | InvalidOutline::Touch { near, .. } => *near = DVec2::new(near.y, near.x),
    }
    reason
}

fn check_along_x(outline: &Outline) -> Result<(), InvalidOutline> {
    let polygons = outline.polygons();
    let own = |index: usize| fault(index, &polygons[index]).map(|fault| (index, fault));
    let own = (0..polygons.len()).find_map(own);
    if let Some((0, fault)) = own {
        return Err(fault);
    }
    let mut regions = Regions::default();
    for (region, polygon) in polygons.iter().enumerate().filter(|(_, polygon)| is_full(polygon)) {
        let rings = polygon.rings();
        rings.for_each(|(role, ring)| regions.add(ring, region, role == RingRole::Exterior));
    }
    match (own, regions.first_conflict(false)) {
        (Some((_, fault)), None) => Err(fault),
        (Some((index, fault)), Some(found)) if index <= found.regions[0] => Err(fault),
        (_, Some(Conflict { regions: polygons, kind, near })) => Err(match kind {
            Kind::Line => InvalidOutline::Touch { polygons, near },
            Kind::Outside | Kind::Area => InvalidOutline::Overlap { polygons, near },
        }),
        (None, None) => Ok(()),
    }
}

fn is_full(polygon: &OutlinePolygon) -> bool {
    !polygon.border().is_empty()
}

/// Returns what is wrong with a polygon itself.
fn fault(polygon: usize, shape: &OutlinePolygon) -> Option<InvalidOutline> {
    if !is_full(shape) {
        return None;
    }
    let mut rings = shape.rings().filter(|(_, ring)| !ring.is_empty());
    if let Some(fault) = rings.find_map(|(role, ring)| ring_fault(polygon, role, ring)) {
        return Some(fault);
    }
    let mut regions = Regions::default();
    for (region, (_, ring)) in shape.rings().enumerate() {
        regions.add(ring, region, true);
    }
    let Conflict { regions, kind, near } = regions.first_conflict(true)?;
    let rings = regions.map(|region| match region {
        0 => RingRole::Exterior,
        hole => RingRole::Interior(hole - 1),
    });
    Some(match kind {
        Kind::Outside => InvalidOutline::NotContained { polygon, ring: rings[1], near },
        Kind::Area => InvalidOutline::RingsOverlap { polygon, rings, near },
        Kind::Line => InvalidOutline::RingsTouch { polygon, rings, near },
    })
}

/// Returns what is wrong with a ring itself.
fn ring_fault(polygon: usize, ring: RingRole, line: &[DVec2]) -> Option<InvalidOutline> {
    let distinct = distinct(line);
    if distinct.len() < 4 {
        return Some(InvalidOutline::TooFewPoints { polygon, ring });
    }
    let sides: Vec<OutlineSide> = sides(&distinct, 0).collect();
    let crossing = find_pair(&sides, |p, q| {
        // Those that follow each other meet in any case.
        let follow = p.from == q.to || p.to == q.from;
        (!follow && p.meets(q)).then_some(p.from)
    });
    if let Some(near) = crossing {
        return Some(InvalidOutline::SelfIntersection { polygon, ring, near });
    }
    let index = line.iter().position(|at| !at.is_finite())?;
    Some(InvalidOutline::NotFinite { polygon, ring, index })
}

/// A closed ring without vertices that repeat the one before.
fn distinct(ring: &[DVec2]) -> Vec<DVec2> {
    let mut ring = ring.to_vec();
    ring.dedup();
    ring
}

/// The sides of a closed ring, but for those that lead nowhere.
fn sides(ring: &[DVec2], region: usize) -> impl Iterator<Item = OutlineSide> {
    let sides = ring.windows(2).map(move |ends| OutlineSide { from: ends[0], to: ends[1], region });
    sides.filter(|side| side.from.is_finite() && side.to.is_finite())
}

/// The order of points from left to right.
fn from_left(p: &DVec2, q: &DVec2) -> Ordering {
    p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y))
}

/// What two regions have in common, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// The second reaches out of the first, which should hold it.
    Outside,
    Area,
    Line,
}

/// Two regions that have in common what they should not; the lesser number first.
#[derive(Clone, Copy, Debug)]
struct Conflict {
    regions: [usize; 2],
    kind: Kind,
    near: DVec2,
}

/// Parts of the plane by their borders.
#[derive(Default)]
struct Regions {
    sides: Vec<OutlineSide>,
    /// A vertex of each ring, and its region.
    starts: Vec<(DVec2, usize)>,
}

impl Regions {
    /// Adds a closed ring to a region, which lies inside of it, or else outside of it as of a hole.
    fn add(&mut self, ring: &[DVec2], region: usize, is_inside: bool) {
        let mut ring = distinct(ring);
        ring.pop();
        let n = ring.len();
        let Some(least) = (0..n).min_by(|&p, &q| from_left(&ring[p], &ring[q])) else { return };
        let start = ring[least];
        let winding = turn(ring[(least + n - 1) % n], start, ring[(least + 1) % n]);
        // What encloses nothing overlaps nothing.
        if winding == 0 {
            return;
        }
        if (winding > 0) != is_inside {
            ring.reverse();
        }
        ring.push(ring[0]);
        self.starts.push((start, region));
        self.sides.extend(sides(&ring, region));
    }

    /// The first conflict: of the first hole with its border and with those after it, and so on, if all are rings of one
    /// polygon, whose border is the region 0; else of the first region with those after it.
    fn first_conflict(self, of_rings: bool) -> Option<Conflict> {
        let mut found = FoundFault { of_rings, first: None };
        if self.sides.iter().all(|side| side.region == self.sides[0].region) {
            return None;
        }
        find_pair(&self.sides, |p, q| {
            if p.region != q.region && p.crosses(q) {
                found.add([p.region, q.region], Kind::Outside, p.from);
                found.add([p.region, q.region], Kind::Area, p.from);
            }
            None::<()>
        });
        let mut points: Vec<DVec2> = self.sides.iter().map(|side| side.from).collect();
        // For the order, 0 is to be as −0.
        points.iter_mut().for_each(|point| *point += 0.0);
        points.sort_by(from_left);
        points.dedup();
        let mut starts = self.starts;
        starts.sort_by(|(p, _), (q, _)| from_left(p, q));
        let mut sweep = SideSweep::new(&self.sides);
        for point in points {
            let open = sweep.at(point.x);
            let here: Vec<OutlineSide> =
                open.iter().filter(|side| side.holds(point)).copied().collect();
            found.look_round(point, &here);
        }
        let mut sweep = SideSweep::new(&self.sides);
        for (start, region) in starts {
            found.look_below(start, region, sweep.at(start.x));
        }
        found.first
    }
}

/// The first conflict that was found.
struct FoundFault {
    of_rings: bool,
    first: Option<Conflict>,
}

impl FoundFault {
    fn add(&mut self, mut regions: [usize; 2], kind: Kind, near: DVec2) {
        regions.sort_unstable();
        let is_border = self.of_rings && regions[0] == 0;
        // Holes lie in their border, and nothing else has to lie in anything.
        if kind == Kind::Area && is_border || kind == Kind::Outside && !is_border {
            return;
        }
        let rank = |[p, q]: [usize; 2], kind: Kind| {
            if self.of_rings && p == 0 { (q, 0, kind) } else { (p, q, kind) }
        };
        if self.first.is_none_or(|first| rank(regions, kind) < rank(first.regions, first.kind)) {
            self.first = Some(Conflict { regions, kind, near });
        }
    }

    /// Looks at the sides that pass through a point or end there, all round it.
    fn look_round(&mut self, point: DVec2, here: &[OutlineSide]) {
        if here.iter().all(|side| side.region == here[0].region) {
            return;
        }
        let mut rays: Vec<SideDirection> =
            here.iter().flat_map(|side| SideDirection::of(side, point)).collect();
        rays.sort_by(|p, q| p.compare(q, point));
        let mut inside: BTreeSet<usize> = BTreeSet::new();
        // Once round, to know what lies before the first.
        rays.iter().for_each(|ray| ray.pass(&mut inside));
        let has_border = self.of_rings && rays.iter().any(|ray| ray.region == 0);
        for ways in rays.chunk_by(|p, q| p.compare(q, point).is_eq()) {
            let regions: BTreeSet<usize> = ways.iter().map(|ray| ray.region).collect();
            if has_border && !regions.contains(&0) && !inside.contains(&0) {
                regions.iter().for_each(|&hole| self.add([0, hole], Kind::Outside, point));
            }
            // Of many the first two are the first conflict.
            if let Some(pair) = first_two(regions.iter().copied()) {
                self.add(pair, Kind::Line, point);
            }
            ways.iter().for_each(|ray| ray.pass(&mut inside));
            let holes = inside.iter().copied().filter(|&region| !self.of_rings || region > 0);
            if let Some(pair) = first_two(holes) {
                self.add(pair, Kind::Area, point);
            }
        }
    }

    /// Finds out within which regions a ring lies, by one of its vertices.
    fn look_below(&mut self, start: DVec2, region: usize, open: &[OutlineSide]) {
        let touched: BTreeSet<usize> =
            open.iter().filter(|side| side.holds(start)).map(|side| side.region).collect();
        let mut around: BTreeSet<usize> = BTreeSet::new();
        for side in open.iter().filter(|side| side.passes_below(start)) {
            if !around.remove(&side.region) {
                around.insert(side.region);
            }
        }
        for &other in around.difference(&touched) {
            self.add([other, region], Kind::Area, start);
        }
        if self.of_rings && !around.contains(&0) && !touched.contains(&0) {
            self.add([0, region], Kind::Outside, start);
        }
    }
}

fn first_two(mut regions: impl Iterator<Item = usize>) -> Option<[usize; 2]> {
    Some([regions.next()?, regions.next()?])
}

/// A side as it is seen from a point on it: a direction.
#[derive(Clone, Copy, Debug)]
struct SideDirection {
    to: DVec2,
    region: usize,
    /// Whether the region lies counter-clockwise of it; else clockwise.
    opens: bool,
}

impl SideDirection {
    fn of(side: &OutlineSide, point: DVec2) -> impl Iterator<Item = SideDirection> {
        let region = side.region;
        let ways = [(side.from, false), (side.to, true)];
        let ways = ways.into_iter().filter(move |(to, _)| *to != point);
        ways.map(move |(to, opens)| SideDirection { to, region, opens })
    }

    /// The order counter-clockwise round the point, from the direction of x.
    fn compare(&self, other: &SideDirection, point: DVec2) -> Ordering {
        let is_low = |to: DVec2| to.y < point.y || to.y == point.y && to.x < point.x;
        is_low(self.to)
            .cmp(&is_low(other.to))
            .then_with(|| turn(point, self.to, other.to).cmp(&0).reverse())
    }

    /// Goes over it counter-clockwise.
    fn pass(&self, inside: &mut BTreeSet<usize>) {
        if self.opens {
            inside.insert(self.region);
        } else {
            inside.remove(&self.region);
        }
    }
}
