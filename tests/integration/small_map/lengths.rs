//! Exact lengths of shortest ways among the blocked cells of a small grid map: corners that see each other, and Dijkstra.
//! Every pair of corners is looked at, in whole numbers, and no code of the meshes is used.

use headless::sources::grid_map::GridMap;

/// Half cells, in which corners and centres of cells are whole.
pub(super) type Place = [i64; 2];

fn is_open(map: &GridMap, x: i64, y: i64) -> bool {
    let cell = u32::try_from(x).ok().zip(u32::try_from(y).ok());
    cell.is_some_and(|(x, y)| map.is_open(x, y))
}

pub(super) fn center(x: u32, y: u32) -> Place {
    [2 * i64::from(x) + 1, 2 * i64::from(y) + 1]
}

/// In cells.
fn distance(a: Place, b: Place) -> f64 {
    let [x, y] = [b[0] - a[0], b[1] - a[1]];
    ((x * x + y * y) as f64).sqrt() / 2.0
}

/// Whether one can walk straight from one place to another: along walls, but neither between two blocked cells that have
/// a side in common nor between two that touch in a corner.
pub(super) fn sees(map: &GridMap, from: Place, to: Place) -> bool {
    let turned = from[0] == to[0];
    let open = |x: i64, y: i64| if turned { is_open(map, y, x) } else { is_open(map, x, y) };
    let [from, to] = [from, to].map(|[x, y]| if turned { [y, x] } else { [x, y] });
    let (from, to) = (from.min(to), from.max(to));
    let [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    if dx == 0 {
        return true;
    }
    // Columns whose inside is passed, and lines between columns.
    let columns = from[0].div_euclid(2)..(to[0] + 1).div_euclid(2);
    let mut lines = columns.clone().skip(1);
    if dy == 0 {
        let row = from[1].div_euclid(2);
        // On a line between two rows one of them is enough, and stays so.
        let rows = if from[1] % 2 == 0 { row - 1..=row } else { row..=row };
        let free = |x: i64| rows.clone().any(|y| open(x, y));
        return columns.clone().all(free)
            && lines.all(|x| rows.clone().any(|y| open(x - 1, y) && open(x, y)));
    }
    // How high the way is at a place, times `dx`.
    let height = |x: i64| from[1] * dx + dy * (x - from[0]);
    let free = |x: i64| {
        let ends = [(2 * x).max(from[0]), (2 * x + 2).min(to[0])].map(height);
        let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        let rows = low.div_euclid(2 * dx)..=(high - 1).div_euclid(2 * dx);
        rows.into_iter().all(|y| open(x, y))
    };
    let passes = |x: i64| {
        let (y, rest) = (height(2 * x).div_euclid(2 * dx), height(2 * x).rem_euclid(2 * dx));
        let beside = if dy > 0 { [(x - 1, y), (x, y - 1)] } else { [(x - 1, y - 1), (x, y)] };
        rest != 0 || beside.into_iter().any(|(x, y)| open(x, y))
    };
    columns.clone().all(free) && lines.all(passes)
}

/// The corners that shortest ways turn at, and which of them see each other.
pub(super) struct Corners<'a> {
    map: &'a GridMap,
    places: Vec<Place>,
    seen: Vec<Vec<usize>>,
}

impl<'a> Corners<'a> {
    pub(super) fn new(map: &'a GridMap) -> Self {
        let inner = |size: u32| 1..i64::from(size);
        // A way turns at one blocked cell: at two or more there is nothing to go round.
        let turns = |&[x, y]: &Place| {
            let around = [(x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)];
            around.into_iter().filter(|&(x, y)| !is_open(map, x, y)).count() == 1
        };
        let lattice = inner(map.height()).flat_map(|y| inner(map.width()).map(move |x| [x, y]));
        let places: Vec<Place> = lattice.filter(turns).map(|[x, y]| [2 * x, 2 * y]).collect();
        let mut corners = Self { map, places, seen: Vec::new() };
        corners.seen = corners.places.iter().map(|&place| corners.seen_from(place)).collect();
        corners
    }

    fn seen_from(&self, place: Place) -> Vec<usize> {
        (0..self.places.len()).filter(|&k| sees(self.map, place, self.places[k])).collect()
    }

    /// The length of the shortest way in cells, if there is one.
    pub(super) fn shortest(&self, from: Place, to: Place) -> Option<f64> {
        if sees(self.map, from, to) {
            return Some(distance(from, to));
        }
        let mut last = vec![false; self.places.len()];
        self.seen_from(to).into_iter().for_each(|corner| last[corner] = true);
        let mut lengths = vec![f64::INFINITY; self.places.len()];
        for corner in self.seen_from(from) {
            lengths[corner] = distance(from, self.places[corner]);
        }
        let (mut done, mut best) = (vec![false; self.places.len()], f64::INFINITY);
        loop {
            let left = (0..self.places.len()).filter(|&corner| !done[corner]);
            let nearest = left.min_by(|&a, &b| lengths[a].total_cmp(&lengths[b]));
            let Some(here) = nearest.filter(|&corner| lengths[corner] < best) else { break };
            done[here] = true;
            if last[here] {
                best = best.min(lengths[here] + distance(self.places[here], to));
            }
            for &next in &self.seen[here] {
                let length = lengths[here] + distance(self.places[here], self.places[next]);
                lengths[next] = lengths[next].min(length);
            }
        }
        best.is_finite().then_some(best)
    }
}

/// The lengths from a cell to all others, in steps to the eight cells around, which pass no corner of a blocked one; as
/// `.scen` files have them.
pub(super) fn octile(map: &GridMap, from: [u32; 2]) -> Vec<f64> {
    let (width, height) = (i64::from(map.width()), i64::from(map.height()));
    let index = |x: i64, y: i64| (y * width + x) as usize;
    let mut lengths = vec![f64::INFINITY; (width * height) as usize];
    let [x, y] = from.map(i64::from);
    lengths[index(x, y)] = 0.0;
    let mut changed = vec![[x, y]];
    while !changed.is_empty() {
        for [x, y] in std::mem::take(&mut changed) {
            let around = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
            for (dx, dy) in around.filter(|&step| step != (0, 0)) {
                let free = [(dx, dy), (dx, 0), (0, dy)];
                if free.into_iter().all(|(dx, dy)| is_open(map, x + dx, y + dy)) {
                    let step = if dx * dy == 0 { 1.0 } else { 2.0_f64.sqrt() };
                    let (length, next) = (lengths[index(x, y)] + step, index(x + dx, y + dy));
                    if length < lengths[next] {
                        lengths[next] = length;
                        changed.push([x + dx, y + dy]);
                    }
                }
            }
        }
    }
    lengths
}
