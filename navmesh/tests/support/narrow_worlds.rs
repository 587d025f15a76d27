//! Worlds full of narrow gaps, as an oracle sees them and as the mesh does.

use glam::{DVec2, I64Vec2, Vec2, i64vec2};

use super::mesh::{
    Bounds, DistanceField, DistanceOptions, Entry, Goal, Location, MeshDefinition, NavMesh, Path,
    PathError, PathOptions, Ray, Search,
};
use super::narrow::{Narrow, Ring, apart, hull, octagon, sum};

/// Metres by which lengths may differ: corners of plugs and the oracle's second growth.
const ROUNDING: f64 = 0.012;

/// Metres: a walk goes so far with each slide.
const STEP: f32 = 0.15;

const ENTRIES: [Entry; 4] = [Entry::Midpoint, Entry::Crossing, Entry::Portals, Entry::Exact];

/// What was compared.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Judged {
    /// Pairs of places that are joined for certain, or parted, and others.
    pub(crate) joined: u32,
    pub(crate) parted: u32,
    pub(crate) between: u32,
    /// Gaps between obstacles of less than a unit, and of up to four.
    pub(crate) slits: u32,
    pub(crate) narrow: u32,
}

/// Chooses a number below another.
pub(crate) type Choose<'a> = dyn FnMut(u64) -> u64 + 'a;

struct World {
    side: i64,
    radius: i64,
    outlines: Vec<Ring>,
    grown: Vec<Ring>,
}

impl World {
    fn new(choose: &mut Choose) -> World {
        let side = 1024 * (6 + choose(8) as i64);
        let radius = [0, 51, 256, 300][choose(4) as usize];
        let mut world = World { side, radius, outlines: Vec::new(), grown: Vec::new() };
        // Every other world is parted by a chain of obstacles from below upwards, with gaps that are mostly closed.
        let is_chain = choose(2) == 0;
        for _ in 0..if is_chain { 16 } else { 3 + choose(7) } {
            let reach = 300 + choose(side as u64 / 3);
            let mut point = || i64vec2(choose(reach) as i64, choose(reach) as i64);
            let ring = hull((0..6).map(|_| point()).collect());
            let middle = match (is_chain, world.outlines.is_empty()) {
                (true, true) => i64vec2(side / 2, 0),
                _ => i64vec2(choose(side as u64) as i64, choose(side as u64) as i64),
            };
            if ring.len() >= 3 {
                let ring: Ring = ring.iter().map(|&at| at + middle - reach as i64 / 2).collect();
                world.add(ring, is_chain, choose);
            }
        }
        world
    }

    /// Adds an obstacle, nearly always moved so that it is just beside one that is there, or beside the bounds.
    fn add(&mut self, ring: Ring, is_chain: bool, choose: &mut Choose) {
        let disc = octagon(self.radius as f64 / 1024.0);
        let grown = sum(&ring, &disc);
        let is_closed = is_chain && choose(24) > 0;
        let gap = if is_closed { choose(13) as f64 / 16.0 } else { choose(41) as f64 / 8.0 };
        let turn = choose(1 << 12) as f64 / 4096.0;
        let (other, way) = match (choose(8), self.grown.len() as u64) {
            (_, 0) => (None, DVec2::ZERO),
            (_, _) if is_chain => (self.grown.last(), DVec2::from_angle(turn + 1.07)),
            (7, _) => (None, DVec2::ZERO),
            (0, _) => (None, DVec2::X),
            (_, count) => {
                let way = DVec2::from_angle(turn * std::f64::consts::TAU);
                (Some(&self.grown[choose(count) as usize]), way)
            }
        };
        let by = match other {
            Some(other) => beside(&grown, other, (gap, is_closed), way),
            None if way == DVec2::X => {
                let low = grown.iter().map(|at| at.x).min().unwrap_or(0);
                Some(i64vec2(self.radius + gap as i64 - low, 0))
            }
            None => Some(I64Vec2::ZERO),
        };
        let Some(by) = by else { return };
        let moved = |ring: &Ring| ring.iter().map(|&at| at + by).collect::<Ring>();
        let (ring, grown) = (moved(&ring), moved(&grown));
        let meets = |at: &I64Vec2| at.min_element() > 0 && at.max_element() < self.side;
        if ring.iter().any(meets) {
            self.outlines.push(ring);
            self.grown.push(grown);
        }
    }

    fn mesh(&self, tile_size: f32) -> NavMesh {
        let metres = |at: I64Vec2| (at.as_dvec2() / 1024.0).as_vec2();
        let bounds = Bounds::new(Vec2::ZERO, metres(I64Vec2::splat(self.side)));
        let definition = MeshDefinition {
            agent_radius: self.radius as f32 / 1024.0,
            tile_size,
            ..MeshDefinition::new(bounds)
        };
        let mut mesh = NavMesh::new(&definition).expect("a sound definition");
        for ring in &self.outlines {
            let ring: Vec<Vec2> = ring.iter().map(|&at| metres(at)).collect();
            mesh.add_obstacle(&ring).expect("a convex obstacle within the bounds");
        }
        mesh.commit().expect("few cells");
        mesh
    }
}

/// By how much a ring must be moved in a direction to be about so far from another.
fn beside(ring: &Ring, other: &Ring, (gap, is_closed): (f64, bool), way: DVec2) -> Option<I64Vec2> {
    let middle =
        |ring: &Ring| ring.iter().map(|at| at.as_dvec2()).sum::<DVec2>() / ring.len() as f64;
    let base = middle(other) - middle(ring);
    let at = |far: f64| (base + way * far).round().as_i64vec2();
    let width = |far: f64| {
        let by = at(far);
        apart(&ring.iter().map(|&vertex| vertex + by).collect::<Ring>(), other)
    };
    let (mut near, mut far) = (0.0, 40_000.0);
    for _ in 0..24 {
        let half = (near + far) * 0.5;
        if width(half) < gap { near = half } else { far = half }
    }
    // Positions are whole: the one before is as much too near.
    let found = if is_closed { near } else { far };
    (width(far) < gap + 4.0).then(|| at(found))
}

/// Makes a world of what is chosen and compares all answers.
///
/// # Panics
/// Where one is wrong.
pub(crate) fn judge(choose: &mut Choose) -> Judged {
    let world = World::new(choose);
    let mut judged = Judged::default();
    for (index, ring) in world.grown.iter().enumerate() {
        for other in &world.grown[..index] {
            let width = apart(ring, other);
            judged.slits += u32::from(width > 0.0 && width < 1.0);
            judged.narrow += u32::from((1.0..4.0).contains(&width));
        }
    }
    let tiled = world.mesh([4.0, 5.0, 32.0][choose(3) as usize]);
    let baked = tiled.bake(&mut |_| {}).expect("walls that can be told apart");
    let low = I64Vec2::splat(world.radius);
    let oracles = Narrow::both(&world.grown, low, world.side - low);
    for _ in 0..4 {
        let mut place = || {
            let at = i64vec2(choose(world.side as u64) as i64, choose(world.side as u64) as i64);
            at.as_dvec2() / 1024.0
        };
        let ends = [place(), place()];
        if ends[0] == ends[1] || !ends.iter().all(|&end| oracles[1].holds(end)) {
            continue;
        }
        let [shortest, longest] = [0, 1].map(|k| oracles[k].shortest(ends[0], ends[1]));
        let joined = match (shortest, longest) {
            (None, _) => Some(false),
            (_, Some(_)) => Some(true),
            _ => None,
        };
        *match joined {
            Some(true) => &mut judged.joined,
            Some(false) => &mut judged.parted,
            None => &mut judged.between,
        } += 1;
        let mut exact = [None; 2];
        for (mesh, exact) in [&tiled, &baked].into_iter().zip(&mut exact) {
            *exact = Asked::new(mesh, ends).answers(joined);
        }
        assert_eq!(exact[0].is_some(), exact[1].is_some(), "baking joins or parts {ends:?}");
        let [Some(exact), Some(baked)] = exact else { continue };
        assert!((exact - baked).abs() < ROUNDING, "{ends:?}: {exact} m, baked {baked} m");
        if let Some(shortest) = shortest {
            assert!(exact > shortest - ROUNDING, "{ends:?}: {exact} m, at least {shortest} m");
        }
        if let Some(longest) = longest {
            assert!(exact < longest + ROUNDING, "{ends:?}: {exact} m, at most {longest} m");
        }
    }
    judged
}

/// A question to a mesh.
struct Asked<'a> {
    mesh: &'a NavMesh,
    ends: [Vec2; 2],
}

impl Asked<'_> {
    fn new(mesh: &NavMesh, ends: [DVec2; 2]) -> Asked<'_> {
        Asked { mesh, ends: ends.map(|end| end.as_vec2()) }
    }

    /// Compares all answers; returns the length of the shortest way, if there is one.
    fn answers(&self, joined: Option<bool>) -> Option<f64> {
        let Self { mesh, ends: [from, to] } = *self;
        let is_joined = mesh.reachable(from, to).expect("free ends");
        assert!(joined.is_none_or(|joined| joined == is_joined), "{from} {to}: joined {is_joined}");
        let field = mesh.distance_field(&[Goal::new(to)], &DistanceOptions::default());
        let field = field.expect("a free goal");
        let rest = field.remaining(mesh, from).map(|rest| rest.distance as f64);
        assert_eq!(rest.is_some(), is_joined, "{from} {to}: the field tells {rest:?}");
        let mut search = Search::default();
        let mut found =
            |entry| mesh.find_path(&mut search, from, to, &PathOptions::with_entry(entry));
        let paths = ENTRIES.map(|entry| match found(entry) {
            Ok(path) => Some(path),
            Err(PathError::Unreachable { .. }) => None,
            Err(error) => panic!("{from} {to}: {error}"),
        });
        for (path, entry) in paths.iter().zip(ENTRIES) {
            assert_eq!(path.is_some(), is_joined, "{from} {to}: by {entry:?}");
        }
        let rest = rest?;
        let exact = paths[3].as_ref().map(|path| path.length as f64)?;
        assert!(
            (rest - exact).abs() < ROUNDING,
            "{from} {to}: {exact} m, the field tells {rest} m"
        );
        for (path, entry) in paths.iter().flatten().zip(ENTRIES) {
            let length = path.length as f64;
            assert!(length > exact - 2e-3, "{from} {to}: {length} m by {entry:?}, {exact} m");
            self.looks_along(path, entry);
        }
        self.walk(&field);
        Some(exact)
    }

    /// Whether rays pass along a path. Its legs graze corners, and what only grazes one may count as free or not: then a ray
    /// passes a unit or two beside it, or stops a hair before the end of the leg.
    fn looks_along(&self, path: &Path, entry: Entry) {
        for leg in path.points.windows(2) {
            let (from, to) = (leg[0], leg[1]);
            let along = (to - from).normalize_or_zero();
            let passes = |&beside: &f32| {
                let by = along.perp() * (beside / 1024.0);
                let start = from + by;
                let starts = [start, start + along * 0.003, start - along * 0.003];
                starts.into_iter().any(|start| match self.mesh.ray_cast(start, to + by) {
                    Ok(Ray::Clear) => true,
                    Ok(Ray::Hit { point, .. }) => point.distance(to + by) < 0.006,
                    Err(_) => false,
                })
            };
            let sides = [0.0, 0.5, -0.5, 1.0, -1.0, 1.5, -1.5, 2.0, -2.0];
            assert!(sides.iter().any(passes), "{:?}: along {leg:?} of {entry:?}", self.ends);
        }
    }

    /// Follows the field by slides.
    fn walk(&self, field: &DistanceField) {
        let [from, to] = self.ends;
        let mut at = from;
        for _ in 0..2000 {
            let Some(rest) = field.remaining(self.mesh, at) else {
                panic!("{from} {to}: no way on from {at}, {:?}", self.mesh.locate(at))
            };
            if rest.distance < 2.0 * STEP {
                return;
            }
            let target = at + rest.direction * STEP.min(at.distance(rest.way_point).max(0.02));
            at = self.mesh.slide(at, target).expect("slides end on free ground");
            assert!(matches!(self.mesh.locate(at), Location::Cell(_)));
        }
        panic!("{from} {to}: the walk does not get on at {at}");
    }
}
