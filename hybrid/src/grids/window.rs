//! How large a group's window is, and which units share one.

use flowfield::Frame;
use glam::{UVec2, Vec2};
use navmesh::Bounds;

use super::cluster::{cut, extent};
use crate::error::WorldError;
use crate::parameters::WorldParameters;

/// Windows begin and end at multiples of this many cells, so that they stay the same, and with them their walls, while
/// a group walks a few cells.
const BLOCK: i32 = 8;

/// Groups become one if the window of all has at most this share of the cells that a window may have.
const ROOM_TO_JOIN: f32 = 0.8;

/// Groups too large to become one stay as they are while their windows have at most so many times the cells of a new cut.
const STAY: f32 = 1.3;

/// Radii of units: how far a window reaches beyond them where their ways lead, and to both sides of these. Jams and
/// second routes are seen from so far.
const AHEAD: f32 = 20.0;

/// Radii of units: how far it reaches at least, and behind them. Who gives way needs that much.
const AROUND: f32 = 10.0;

/// Of what remains of its way, a unit goes no farther off than this share: that way would be twice as long or more.
const ASTRAY: f32 = 0.5;

/// How far a window reaches beyond the units of its group to the west and south and to the east and north, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Margins {
    low: Vec2,
    high: Vec2,
}

/// What decides the size of windows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizing<'a> {
    pub(crate) parameters: &'a WorldParameters,
    /// The world's bounds.
    pub(crate) bounds: Bounds,
}

impl Sizing<'_> {
    /// Returns whether the world's corners are within reach of the grid's lattice.
    pub(crate) fn check(&self) -> Result<(), WorldError> {
        let (bounds, cell_size) = (self.bounds, self.parameters.cell_size);
        for corner in [bounds.min, bounds.max] {
            Frame::covering(corner, corner, cell_size).map_err(|source| WorldError::Grid {
                bounds,
                cell_size,
                source,
            })?;
        }
        Ok(())
    }

    /// The most that lies between a group's bounds and its window's border, in metres: twenty radii, or what the fastest
    /// unit walks until the next plan and looks ahead then; never so much that the margin alone fills half a window.
    pub(crate) fn margin(&self, radius: f32, speed: f32) -> f32 {
        self.margin_of(AHEAD * radius, speed)
    }

    fn margin_of(&self, automatic: f32, speed: f32) -> f32 {
        let WorldParameters { margin, plan_period, look_ahead, cell_size, window_cells, .. } =
            *self.parameters;
        let automatic = automatic.max(speed * (plan_period + look_ahead) + 2.0 * cell_size);
        let wanted = if margin > 0.0 { margin } else { automatic };
        let most = 0.5 * cell_size * ((0.5 * window_cells as f32).sqrt() - 2.0 * BLOCK as f32);
        wanted.min(most)
    }

    /// The margins of a group of such units some of whose ways begin in such directions and are so long: less where no
    /// way leads and where ways end soon, as nobody goes far there; more where units would go `far` out of their ways, in metres.
    pub(crate) fn margins(
        &self,
        radius: f32,
        speed: f32,
        far: f32,
        ways: impl IntoIterator<Item = (Vec2, f32)>,
    ) -> Margins {
        let (low, high, longest) =
            ways.into_iter().fold((Vec2::MAX, Vec2::MIN, 0.0_f32), |most, (way, length)| {
                (most.0.min(way), most.1.max(way), most.2.max(length))
            });
        let [around, ahead] =
            [AROUND * radius, far.max(AHEAD * radius)].map(|reach| self.margin_of(reach, speed));
        let wide = (ASTRAY * longest).clamp(around, ahead);
        // Full to the sides of a way, and the less behind it, the straighter it leads away from there.
        let side =
            |along: Vec2| around + (wide - around) * (1.0 + along).clamp(Vec2::ZERO, Vec2::ONE);
        Margins { low: side(-low), high: side(high) }
    }

    /// The window round some points: whole blocks of the lattice, cut to the world. `None` if there are no points, or
    /// if the window would have too many cells.
    pub(crate) fn frame(
        &self,
        points: impl IntoIterator<Item = Vec2>,
        margin: f32,
    ) -> Option<Frame> {
        let margin = Vec2::splat(margin);
        self.frame_within(points, Margins { low: margin, high: margin })
    }

    /// The window round some points, with margins of their own on all sides.
    pub(crate) fn frame_within(
        &self,
        points: impl IntoIterator<Item = Vec2>,
        Margins { low, high }: Margins,
    ) -> Option<Frame> {
        let lattice = |point: Vec2| point.as_dvec2() / f64::from(self.parameters.cell_size);
        let block = |point: Vec2| (lattice(point) / f64::from(BLOCK)).floor().as_ivec2();
        let (min, max) = extent(points)?;
        let world =
            lattice(self.bounds.min).floor().as_ivec2()..lattice(self.bounds.max).ceil().as_ivec2();
        let first = (block(min - low) * BLOCK).max(world.start);
        let size = ((block(max + high) + 1) * BLOCK).min(world.end) - first;
        let fits = size.as_i64vec2().element_product() <= i64::from(self.parameters.window_cells);
        let size = UVec2::try_from(size).ok().filter(|_| fits)?;
        Frame::new(first, size, self.parameters.cell_size).ok()
    }

    /// The groups of a cluster: calls `each` with all of it, or with parts whose windows have at most the allowed number
    /// of cells. `members` are indices into `points`; in each part they keep their order. Those that were in groups of
    /// their own `before` become one only if there is room to spare, and else stay as they were if that takes few more
    /// cells than a new cut: a crowd about as large as a window would be cut and joined again and again.
    pub(crate) fn parts(
        &self,
        points: &[Vec2],
        before: &[Option<u32>],
        margin: f32,
        members: &mut [u32],
        room: &mut Parting,
        each: &mut dyn FnMut(&[u32]),
    ) {
        let group = |member: u32| before[member as usize];
        let first = members.iter().find_map(|&member| group(member));
        let is_one = members.iter().all(|&member| group(member).is_none_or(|of| Some(of) == first));
        let cells = |part: &mut dyn Iterator<Item = u32>| {
            let frame = self.frame(part.map(|member| points[member as usize]), margin);
            frame.map(|frame| frame.cell_count())
        };
        let most = ROOM_TO_JOIN * self.parameters.window_cells as f32;
        let fits = || {
            let cells = cells(&mut members.iter().copied());
            cells.is_some_and(|cells| cells as f32 <= most)
        };
        if !is_one && fits() {
            return each(members);
        }
        room.former.clear();
        let least = members.iter().filter_map(|&member| group(member)).min().unwrap_or(0);
        room.former.extend(members.iter().map(|&member| (group(member).unwrap_or(least), member)));
        room.former.sort_unstable();
        room.ends.clear();
        self.cut_to_fit(points, margin, members, 0, room);
        let starts = || std::iter::once(0).chain(room.ends.iter().copied());
        let anew = || starts().zip(&room.ends).map(|(start, &end)| &members[start..end]);
        let chunks = || room.former.chunk_by(|a, b| a.0 == b.0);
        let member = |&(_, member): &(u32, u32)| member;
        if !is_one {
            let old: Option<usize> = chunks().map(|part| cells(&mut part.iter().map(member))).sum();
            let new: Option<usize> = anew().map(|part| cells(&mut part.iter().copied())).sum();
            if old.zip(new).is_some_and(|(old, new)| old as f32 <= STAY * new as f32) {
                for part in chunks() {
                    room.part.clear();
                    room.part.extend(part.iter().map(member));
                    each(&room.part);
                }
                return;
            }
        }
        anew().for_each(each);
    }

    /// Cuts a cluster until each part's window has at most the allowed number of cells: the parts are put one behind
    /// the other, and their ends noted, counted from `start`.
    fn cut_to_fit(
        &self,
        points: &[Vec2],
        margin: f32,
        members: &mut [u32],
        start: usize,
        room: &mut Parting,
    ) {
        let positions = members.iter().map(|&member| points[member as usize]);
        let fits = self.frame(positions.clone(), margin).is_some();
        let line = if fits { None } else { cut(positions, &mut room.values) };
        let Some((axis, at)) = line else { return room.ends.push(start + members.len()) };
        room.part.clear();
        let mut below = 0;
        for place in 0..members.len() {
            let member = members[place];
            if points[member as usize][axis] < at {
                members[below] = member;
                below += 1;
            } else {
                room.part.push(member);
            }
        }
        members[below..].copy_from_slice(&room.part);
        let middle = start + below;
        let (below, above) = members.split_at_mut(below);
        self.cut_to_fit(points, margin, below, start, room);
        self.cut_to_fit(points, margin, above, middle, room);
    }
}

/// Room to cut clusters in.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parting {
    values: Vec<f32>,
    part: Vec<u32>,
    /// The end of each part of a new cut.
    ends: Vec<usize>,
    /// The group that each was in, and its index.
    former: Vec<(u32, u32)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: Bounds = Bounds::new(Vec2::ZERO, Vec2::splat(300.0));

    fn parameters() -> WorldParameters {
        WorldParameters { cell_size: 0.3125, ..WorldParameters::default() }
    }

    #[test]
    fn windows_hold_their_points_and_keep_still() {
        let parameters = parameters();
        let sizing = Sizing { parameters: &parameters, bounds: BOUNDS };
        let margin = sizing.margin(0.25, 1.4);
        assert_eq!(margin, 5.0);
        let at =
            |x: f32| sizing.frame([Vec2::new(x, 50.0), Vec2::new(x + 3.0, 52.0)], margin).unwrap();
        let frame = at(20.0);
        assert!(
            frame.min().cmple(Vec2::new(15.0, 45.0)).all()
                && frame.max().cmpge(Vec2::new(28.0, 57.0)).all()
        );
        assert!(
            (0..10)
                .filter(|&step| at(20.0 + 0.1 * step as f32) != at(20.1 + 0.1 * step as f32))
                .count()
                <= 2
        );
        let corner = sizing.frame([Vec2::splat(299.9)], margin).unwrap();
        assert_eq!(corner.max(), Vec2::splat(300.0));
    }

    #[test]
    fn windows_reach_where_ways_lead() {
        let parameters = parameters();
        let sizing = Sizing { parameters: &parameters, bounds: BOUNDS };
        let margins = |ways: &[(Vec2, f32)]| {
            let Margins { low, high } = sizing.margins(0.25, 1.4, 0.0, ways.iter().copied());
            [high.x, high.y, low.x, low.y]
        };
        assert_eq!(margins(&[(Vec2::X, 100.0)]), [5.0, 5.0, 2.5, 5.0]);
        assert_eq!(margins(&[(Vec2::X, 100.0), (Vec2::NEG_X, 100.0)]), [5.0; 4]);
        assert_eq!(margins(&[(Vec2::ZERO, 100.0)]), [5.0; 4], "up a link");
        assert_eq!(margins(&[(Vec2::NEG_Y, 8.0)]), [4.0, 2.5, 4.0, 4.0]);
        assert_eq!(margins(&[(Vec2::Y, 0.1)]), [2.5; 4]);
        assert_eq!(margins(&[]), [2.5; 4]);
        let parameters = WorldParameters { margin: 7.0, ..parameters };
        let sizing = Sizing { parameters: &parameters, ..sizing };
        let wanted = Margins { low: Vec2::splat(7.0), high: Vec2::splat(7.0) };
        assert_eq!(sizing.margins(0.25, 1.4, 0.0, [(Vec2::X, 1.0)]), wanted);
    }

    #[test]
    fn large_clusters_are_cut() {
        let parameters = parameters();
        let sizing = Sizing { parameters: &parameters, bounds: BOUNDS };
        let points: Vec<Vec2> =
            (0..400).map(|k| Vec2::new(2.0 + 0.7 * k as f32, 20.0 + (k % 7) as f32)).collect();
        let (mut parts, mut members) = (Vec::new(), (0..400).collect::<Vec<u32>>());
        let mut each = |part: &[u32]| parts.push(part.to_vec());
        let parting = &mut Parting::default();
        sizing.parts(&points, &[None; 400], 5.0, &mut members, parting, &mut each);
        assert!(parts.len() >= 4);
        assert_eq!(parts.iter().map(Vec::len).sum::<usize>(), 400);
        for part in parts {
            let positions = part.iter().map(|&member| points[member as usize]);
            assert!(sizing.frame(positions, 5.0).unwrap().cell_count() <= 20_000);
        }
    }

    /// A crowd that grows and shrinks about the size at which it needs two windows is cut once.
    #[test]
    fn a_crowd_about_as_large_as_a_window_is_not_cut_and_joined_in_turns() {
        let parameters = parameters();
        let sizing = Sizing { parameters: &parameters, bounds: BOUNDS };
        let parts = |points: &[Vec2], before: &[Option<u32>]| {
            let (mut parts, mut members) = (Vec::new(), (0..100).collect::<Vec<u32>>());
            let mut each = |part: &[u32]| parts.push(part.to_vec());
            sizing.parts(points, before, 5.0, &mut members, &mut Parting::default(), &mut each);
            parts
        };
        let mut before: Vec<Option<u32>> = vec![None; 100];
        let mut counts = Vec::new();
        for plan in 0..40 {
            let reach = if plan % 2 == 0 { 78.0 } else { 72.0 };
            let at = |k: u32| Vec2::new(20.0 + reach * k as f32 / 99.0, 50.0 + (k % 12) as f32);
            let points: Vec<Vec2> = (0..100).map(at).collect();
            let alone = parts(&points, &[None; 100]).len();
            assert_eq!(alone, 2 - plan % 2, "the test is about this size");
            let parts = parts(&points, &before);
            for (part, number) in parts.iter().zip(0..) {
                part.iter().for_each(|&member| before[member as usize] = Some(number));
            }
            counts.push(parts.len());
        }
        assert!(counts.iter().all(|&count| count == 2), "{counts:?}");
        let points: Vec<Vec2> = (0..100).map(|k| Vec2::new(20.0 + 0.3 * k as f32, 50.0)).collect();
        assert_eq!(parts(&points, &before).len(), 1);
    }

    #[test]
    fn a_margin_never_fills_a_window() {
        let parameters = WorldParameters { window_cells: 2048, margin: 500.0, ..parameters() };
        let sizing = Sizing { parameters: &parameters, bounds: BOUNDS };
        assert!(sizing.frame([Vec2::splat(99.0)], sizing.margin(0.25, 60.0)).is_some());
    }
}
