//! Which floor counts in each cell of the plane.

use glam::Vec2;
use navmesh::Bounds;

use super::columns::{Columns, Frame, STEPS};
use super::definition::{FloorChoice, SoupDefinition};
use super::error::SoupError;
use super::report::FloorOverlap;

/// The ground that counts: a floor or none in each cell.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    pub(super) frame: Frame,
    /// Metres.
    pub(super) heights: Vec<Option<f32>>,
    /// The island of each cell with ground, from 0; each hangs together over sides of cells.
    pub(super) islands: Vec<u32>,
    /// How many islands there are.
    pub(super) island_count: usize,
}

/// What became of the floors.
pub(super) struct Chosen {
    pub(super) ground: Ground,
    pub(super) overlaps: Vec<FloorOverlap>,
    /// How many islands were too small.
    pub(super) left_out: usize,
}

/// The cell of what is in no island.
const NONE: u32 = u32::MAX;

/// Chooses the floor of each cell.
pub(super) fn choose(definition: &SoupDefinition, columns: &Columns) -> Result<Chosen, SoupError> {
    let frame = columns.frame;
    let joined = |floor: usize| {
        columns.floors[floor].joined.into_iter().flatten().map(|other| other as usize)
    };
    let (surfaces, sizes) = components(columns.floors.len(), |_| true, joined);
    let from = definition.start.map(|start| first_floor(definition, columns, start)).transpose()?;
    let mut left_out = 0;
    let counts: Vec<bool> = match from {
        Some(from) => surfaces.iter().map(|&surface| surface == surfaces[from]).collect(),
        None => {
            let wide = |floor: usize| columns.floors[floor].is_wide;
            let large = are_large(definition, &frame, &surfaces, &sizes, wide);
            left_out += large.iter().filter(|&&large| !large).count();
            surfaces.iter().map(|&surface| large[surface as usize]).collect()
        }
    };
    let overlaps = overlaps(columns, &counts, 0.5 * definition.cell_height);
    if definition.floor == FloorChoice::Only && !overlaps.is_empty() {
        return Err(SoupError::FloorsOverlap { overlaps });
    }
    let highest = definition.floor == FloorChoice::Highest;
    let mut chosen: Vec<Option<usize>> = (0..frame.len())
        .map(|column| {
            let mut of = columns.of(column).filter(|&floor| counts[floor]);
            if highest { of.next_back() } else { of.next() }
        })
        .collect();
    part(columns, &mut chosen, highest);
    let next = |cell: usize| STEPS.iter().filter_map(move |&step| frame.neighbour(cell, step));
    let (parts, sizes) = components(frame.len(), |cell| chosen[cell].is_some(), next);
    let wide = |cell: usize| chosen[cell].is_some_and(|floor| columns.floors[floor].is_wide);
    // Numbers without gaps, for those that are left.
    let mut island_count = 0;
    let numbers: Vec<u32> = are_large(definition, &frame, &parts, &sizes, wide)
        .into_iter()
        .map(|is_large| {
            left_out += usize::from(!is_large);
            island_count += usize::from(is_large);
            if is_large { island_count as u32 - 1 } else { NONE }
        })
        .collect();
    let islands: Vec<u32> =
        parts.iter().map(|&part| numbers.get(part as usize).copied().unwrap_or(NONE)).collect();
    let heights = islands
        .iter()
        .zip(&chosen)
        .map(|(&island, floor)| {
            floor.filter(|_| island != NONE).map(|at| columns.floors[at].height)
        })
        .collect();
    Ok(Chosen { ground: Ground { frame, heights, islands, island_count }, overlaps, left_out })
}

/// Which components are large enough, and have room for an agent.
fn are_large(
    definition: &SoupDefinition,
    frame: &Frame,
    components: &[u32],
    sizes: &[usize],
    is_wide: impl Fn(usize) -> bool,
) -> Vec<bool> {
    let least = f64::from(definition.least_island) / area_of(frame);
    let mut wide = vec![false; sizes.len()];
    for (member, &component) in components.iter().enumerate() {
        if let Some(wide) = wide.get_mut(component as usize) {
            *wide |= is_wide(member);
        }
    }
    wide.iter().zip(sizes).map(|(&wide, &size)| wide && size as f64 >= least).collect()
}

/// The area of a cell, in square metres.
pub(super) fn area_of(frame: &Frame) -> f64 {
    f64::from(frame.cell) * f64::from(frame.cell)
}

/// The floor to start from.
fn first_floor(
    definition: &SoupDefinition,
    columns: &Columns,
    start: glam::Vec3,
) -> Result<usize, SoupError> {
    let cell = columns.frame.cell_of(Vec2::new(start.x, start.y));
    let off = |floor: usize| (columns.floors[floor].height - start.z).abs();
    let nearest = cell
        .into_iter()
        .flat_map(|cell| columns.of(cell))
        .min_by(|&a, &b| off(a).total_cmp(&off(b)))
        .filter(|&floor| off(floor) <= definition.agent_height);
    nearest.ok_or(SoupError::NoStart { start, reach: definition.agent_height })
}

/// What hangs together: the number of each one's component, and their sizes, in the order of their first members.
fn components<I: Iterator<Item = usize>>(
    count: usize,
    is_there: impl Fn(usize) -> bool,
    next: impl Fn(usize) -> I,
) -> (Vec<u32>, Vec<usize>) {
    let (mut numbers, mut sizes, mut open) = (vec![NONE; count], Vec::new(), Vec::new());
    for first in 0..count {
        if numbers[first] != NONE || !is_there(first) {
            continue;
        }
        let number = sizes.len() as u32;
        let mut size = 0;
        numbers[first] = number;
        open.push(first);
        while let Some(at) = open.pop() {
            size += 1;
            for other in next(at) {
                if numbers[other] == NONE && is_there(other) {
                    numbers[other] = number;
                    open.push(other);
                }
            }
        }
        sizes.push(size);
    }
    (numbers, sizes)
}

/// Closes cells between which nobody can step although both have ground, so that a wall is between them.
fn part(columns: &Columns, chosen: &mut [Option<usize>], highest: bool) {
    let frame = columns.frame;
    for cell in 0..frame.len() {
        for (step, side) in STEPS.iter().zip(0..) {
            let Some(floor) = chosen[cell] else { break };
            let Some(neighbour) = frame.neighbour(cell, *step) else { continue };
            let Some(other) = chosen[neighbour] else { continue };
            let (here, there) = (&columns.floors[floor], &columns.floors[other]);
            let is_joined = here.joined[side] == Some(other as u32)
                || there.joined[side ^ 2] == Some(floor as u32);
            if !is_joined {
                let closes_here = (here.height >= there.height) != highest;
                chosen[if closes_here { cell } else { neighbour }] = None;
            }
        }
    }
}

/// Where several floors count, the largest place first; floors lie so much above the ground.
fn overlaps(columns: &Columns, counts: &[bool], above: f32) -> Vec<FloorOverlap> {
    let frame = columns.frame;
    let of = |column: usize| columns.of(column).filter(|&floor| counts[floor]);
    let several: Vec<bool> = (0..frame.len()).map(|column| of(column).count() > 1).collect();
    let around = |cell: usize| {
        let steps = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| [dx, dy]));
        steps.filter_map(move |step| frame.neighbour(cell, step))
    };
    let (places, sizes) = components(frame.len(), |cell| several[cell], around);
    let mut members: Vec<Vec<usize>> = sizes.iter().map(|&size| Vec::with_capacity(size)).collect();
    for (cell, &place) in places.iter().enumerate() {
        if let Some(members) = members.get_mut(place as usize) {
            members.push(cell);
        }
    }
    members.sort_by_key(|members| std::cmp::Reverse(members.len()));
    members.iter().filter_map(|members| overlap(columns, members, &of, above)).collect()
}

/// A place where floors lie over each other.
fn overlap<I: Iterator<Item = usize>>(
    columns: &Columns,
    members: &[usize],
    of: &impl Fn(usize) -> I,
    above: f32,
) -> Option<FloorOverlap> {
    let frame = &columns.frame;
    let centre = |&cell: &usize| frame.centre(cell);
    let mean = members.iter().map(centre).sum::<Vec2>() / members.len() as f32;
    // One that belongs to it, as the middle may not.
    let off = |cell: &usize| frame.centre(*cell).distance_squared(mean);
    let at = *members.iter().min_by(|a, b| off(a).total_cmp(&off(b)))?;
    let min = members.iter().map(centre).reduce(Vec2::min)? - 0.5 * frame.cell;
    let max = members.iter().map(centre).reduce(Vec2::max)? + 0.5 * frame.cell;
    Some(FloorOverlap {
        at: frame.centre(at),
        heights: of(at).map(|floor| columns.floors[floor].height - above).collect(),
        area: members.len() as f64 * area_of(frame),
        bounds: Bounds::new(min, max),
    })
}
