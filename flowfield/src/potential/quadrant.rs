//! The update of one cell from a neighbour: one-sided, or two-sided with a neighbour across.
//!
//! A cell's potential is the least of its four quadrants: of each pair of neighbours across a corner,
//! with sides `(p, c)` and `(q, e)` of potential and cost, it is the larger root `φ` of
//! `((φ − p) / c)² + ((φ − q) / e)² = 1` if that is not below either side's own `p + c`, `q + e`.
//!
//! The root is found in `f64` and rounded to `f32`: its error is then far less than what the least
//! change of a side makes, so a lower side never gives a higher value, and the least fixed point is
//! one and the same whatever the order of updates: every solver gives the same bits.

/// Which neighbours gave a cell its potential: the bit set of their directions, at most one each
/// axis. Empty for goals and for cells that were not reached.
pub(crate) type Upwind = u8;

/// A grid's four offsets from a cell's index to its neighbours', wrapping.
pub(super) fn offsets(width: usize) -> [usize; 4] {
    [1, width, 1_usize.wrapping_neg(), width.wrapping_neg()]
}

/// A cell that is about to be updated.
pub(super) struct Cell<'a> {
    pub(super) index: usize,
    /// What its steps cost.
    pub(super) costs: &'a [f32; 4],
    /// Its present potential: what cannot be lower need not be found out exactly.
    pub(super) present: f32,
}

/// The least update from the neighbour towards `BACK`, of this potential, alone and with each of the
/// neighbours across. Those may still fall: then they will make the update again.
#[inline(always)]
pub(super) fn update<const BACK: usize>(
    values: &[f32],
    offsets: &[usize; 4],
    cell: &Cell<'_>,
    potential: f32,
) -> (f32, Upwind) {
    // Of direction indices, ^ 2 is the opposite one, ^ 1 and ^ 3 are those across.
    let (left, right) = (BACK ^ 1, BACK ^ 3);
    let cost = cell.costs[BACK];
    let mut best = (potential + cost, 1 << BACK);
    let across = |way: usize| {
        // Closed steps keep us from looking off the grid.
        let open = cell.costs[way] < f32::INFINITY;
        if open { values[cell.index.wrapping_add(offsets[way])] } else { f32::INFINITY }
    };
    let mut with = |way: usize, other: f32| {
        let other_cost = cell.costs[way];
        // The update is not below either side: from the present value on it is of no use.
        let near = other - potential < cost && potential - other < other_cost;
        if near && other < cell.present {
            let value = two_sided((potential, cost), (other, other_cost));
            if value <= best.0 {
                best = (value, 1 << BACK | 1 << way);
            }
        }
    };
    let (l, r) = (across(left), across(right));
    // One that is neither lower nor cheaper cannot win.
    if l <= r && cell.costs[left] <= cell.costs[right] {
        with(left, l);
    } else if r <= l && cell.costs[right] <= cell.costs[left] {
        with(right, r);
    } else {
        with(left, l);
        with(right, r);
    }
    best
}

/// Updates a cell whose open steps, those of its mask, all cost the same.
#[inline(always)]
pub(super) fn update_plain<const BACK: usize>(
    values: &[f32],
    offsets: &[usize; 4],
    (index, mask, present): (usize, u8, f32),
    (potential, cost): (f32, f32),
) -> (f32, Upwind) {
    let across = |way: usize| {
        let open = mask & (1 << way) != 0;
        if open { values[index.wrapping_add(offsets[way])] } else { f32::INFINITY }
    };
    let (l, r) = (across(BACK ^ 1), across(BACK ^ 3));
    let (other, way) = if l <= r { (l, BACK ^ 1) } else { (r, BACK ^ 3) };
    let alone = (potential + cost, 1 << BACK);
    if (other - potential).abs() < cost && other < present {
        let value = two_sided((potential, cost), (other, cost));
        if value <= alone.0 {
            return (value, 1 << BACK | 1 << way);
        }
    }
    alone
}

/// The larger root for two sides that differ by less than either's cost; never below either. Written
/// symmetrically, so that a quarter turn gives the same bits.
#[inline(always)]
fn two_sided(a: (f32, f32), b: (f32, f32)) -> f32 {
    let (p, c) = (f64::from(a.0), f64::from(a.1));
    let (q, e) = (f64::from(b.0), f64::from(b.1));
    let rise = q - p;
    if c == e {
        return (0.5 * (p + q + (2.0 * c * c - rise * rise).sqrt())) as f32;
    }
    let (cc, ee) = (c * c, e * e);
    let squares = cc + ee;
    ((ee * p + cc * q + c * e * (squares - rise * rise).sqrt()) / squares) as f32
}

/// Gives a cell an update; whether its potential has fallen. Of equal updates a two-sided one counts,
/// whichever came first: it knows the direction better.
#[inline(always)]
pub(super) fn lower(value: &mut f32, upwind: &mut Upwind, (update, from): (f32, Upwind)) -> bool {
    let falls = update < *value;
    if falls {
        *value = update;
        *upwind = from;
    } else if update == *value && upwind.count_ones() == 1 && from.count_ones() == 2 {
        *upwind = from;
    }
    falls
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_two_sided_update_solves_its_equation(
            p in 0.0_f32..100.0,
            c in 0.1_f32..20.0,
            e in 0.1_f32..20.0,
            part in 0.0_f32..1.0,
        ) {
            let q = p + part * c;
            prop_assume!(q - p < c);
            let root = two_sided((p, c), (q, e));
            let term = |side: f32, cost: f32| ((f64::from(root) - f64::from(side)) / f64::from(cost)).powi(2);
            prop_assert!(root >= q);
            prop_assert!((term(p, c) + term(q, e) - 1.0).abs() < 1e-5 * f64::from(1.0 + root / c.min(e)));
        }

        #[test]
        fn sides_are_interchangeable(p in 0.0_f32..9.0, q in 0.0_f32..9.0, c in 9.0_f32..20.0, e in 9.0_f32..20.0) {
            prop_assert_eq!(two_sided((p, c), (q, e)), two_sided((q, e), (p, c)));
        }

        /// By the least change that an `f32` knows, of either side.
        #[test]
        fn a_lower_side_never_gives_a_higher_value(
            p in 0.0_f32..100.0,
            c in 0.1_f32..20.0,
            e in prop_oneof![Just(None), (0.1_f32..20.0).prop_map(Some)],
            part in 0.0_f32..1.0,
        ) {
            let (q, e) = (p + part * c, e.unwrap_or(c));
            prop_assume!(q - p < c && p > 0.0 && q - p.next_down() < c);
            let root = two_sided((p, c), (q, e));
            prop_assert!(two_sided((p.next_down(), c), (q, e)) <= root);
            prop_assert!(q.next_down() <= p || two_sided((p, c), (q.next_down(), e)) <= root);
            prop_assert!(root <= p + c && root <= q + e);
        }
    }

    #[test]
    fn rounding_never_undercuts_the_upper_side() {
        for (p, q, c, e) in [
            (4.108983, 22.105986, 17.997004, 4.614816),
            (1.2319624, 13.998126, 12.766165, 0.22887345),
        ] {
            assert!(two_sided((p, c), (q, e)) >= q);
        }
    }
}
