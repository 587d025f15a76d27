//! How the places of a formation lie to each other: rank by rank, for discs of any sizes.

use glam::Vec2;

use crate::bodies::formation::Shape;

/// A line is so many times as wide as it is deep, and a column as deep as it is wide.
const SLENDER: f32 = 8.0;

/// Rows of a box are tried that are up to so many times as wide as a square one, and as much narrower.
const TRIED: f32 = 1.3;

/// A place of a formation, seen from its middle: x to the front, y to the left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FormationPost {
    pub(crate) at: Vec2,
    /// The rank, counted from the front.
    pub(crate) rank: u32,
}

/// Returns the places of discs of some `diameters`, in metres, which keep `spacing` metres, the foremost first. Their middle is at
/// the origin. `None` for shapes that are not made of ranks.
pub(crate) fn arranged(
    shape: &Shape,
    diameters: &[f32],
    spacing: f32,
) -> Option<Vec<FormationPost>> {
    let sides: Vec<f32> = diameters.iter().map(|diameter| diameter + spacing).collect();
    let ranks = match shape {
        Shape::Line => of_width(&sides, best_width(&sides, SLENDER)),
        Shape::Column => of_width(&sides, best_width(&sides, 1.0 / SLENDER)),
        Shape::Box => of_width(&sides, best_width(&sides, 1.0)),
        Shape::Wedge => growing(sides.len()),
        Shape::Compact | Shape::Offsets(_) => return None,
    };
    Some(posts(&sides, &ranks))
}

/// The lengths of ranks of which each is one unit longer than the one before.
fn growing(count: usize) -> Vec<usize> {
    let (mut ranks, mut left) = (Vec::new(), count);
    while left > 0 {
        let rank = (ranks.len() + 1).min(left);
        ranks.push(rank);
        left -= rank;
    }
    ranks
}

/// The lengths of ranks into which discs go, one after the other, that are no wider than a width. Ranks of discs of one size are
/// as long as each other, but for one unit.
fn of_width(sides: &[f32], width: f32) -> Vec<usize> {
    let mut ranks = Vec::new();
    let mut rest = sides;
    while let Some(&first) = rest.first() {
        let alike = rest.iter().take_while(|&&side| side == first).count();
        let most = ((width / first * ROUNDING) as usize).max(1);
        if alike >= most {
            // All of this size that fill ranks, and the rest of them with those that come next.
            let full = alike / most;
            ranks.extend(std::iter::repeat_n(most, full));
            rest = &rest[full * most..];
            continue;
        }
        let mut across = 0.0;
        let fits = |&&side: &&f32| {
            across += side;
            across <= width * ROUNDING
        };
        let rank = rest.iter().take_while(fits).count().max(1);
        ranks.push(rank);
        rest = &rest[rank..];
    }
    ranks
}

/// Sums of lengths are exact to this share.
const ROUNDING: f32 = 1.0001;

/// The width of ranks with which the discs take the least ground, of those with which the whole is about `slender` times as wide
/// as deep.
fn best_width(sides: &[f32], slender: f32) -> f32 {
    let area: f32 = sides.iter().map(|side| side * side).sum();
    let greatest = sides.iter().copied().fold(0.0, f32::max);
    let square = (area * slender).sqrt().max(greatest);
    // Ranks full of units of one size take the least: so many of them.
    let mut sizes = sides.to_vec();
    sizes.sort_by(f32::total_cmp);
    sizes.dedup();
    let sizes = sizes.into_iter().rev().take(MOST_SIZES);
    let tried = |side: f32| {
        let (least, most) = ((square / TRIED / side).ceil(), (square * TRIED / side).floor());
        let step = ((most - least) / MOST_WIDTHS).max(1.0).ceil();
        (0..=MOST_WIDTHS as u32)
            .map(move |k| least + k as f32 * step)
            .filter(move |&count| count >= 1.0 && count <= most)
            .map(move |count| count * side)
    };
    let widths =
        std::iter::once(square).chain(sizes.flat_map(tried)).filter(|&width| width >= greatest);
    let ground = |width: f32| {
        let ranks = of_width(sides, width);
        let (mut rest, mut deep, mut wide) = (sides, 0.0, 0.0_f32);
        for rank in ranks {
            let (of_rank, others) = rest.split_at(rank);
            deep += of_rank.iter().copied().fold(0.0, f32::max);
            wide = wide.max(of_rank.iter().sum());
            rest = others;
        }
        // Of those that take as much the one that is most like it should be.
        wide * deep * (1.0 + LIKENESS * (wide / (slender * deep).max(f32::MIN_POSITIVE)).ln().abs())
    };
    widths.min_by(|&one, &other| ground(one).total_cmp(&ground(other))).unwrap_or(square)
}

/// So many sizes, and widths for each, are tried.
const MOST_SIZES: usize = 4;
const MOST_WIDTHS: f32 = 16.0;

/// How much of the ground a shape may take more that is e times as slender as wanted.
const LIKENESS: f32 = 0.2;

/// Where the discs of ranks stand.
fn posts(sides: &[f32], ranks: &[usize]) -> Vec<FormationPost> {
    let mut posts = Vec::with_capacity(sides.len());
    let (mut rest, mut front) = (sides, 0.0);
    for (&length, rank) in ranks.iter().zip(0..) {
        let (of_rank, others) = rest.split_at(length);
        let deep = of_rank.iter().copied().fold(0.0, f32::max);
        let wide: f32 = of_rank.iter().sum();
        let mut left = 0.5 * wide;
        for side in of_rank {
            posts
                .push(FormationPost { at: Vec2::new(front - 0.5 * deep, left - 0.5 * side), rank });
            left -= side;
        }
        front -= deep;
        rest = others;
    }
    let middle = 0.5 * front;
    posts.iter_mut().for_each(|post| post.at.x -= middle);
    posts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(posts: &[FormationPost]) -> Vec2 {
        let least = posts.iter().fold(Vec2::INFINITY, |least, post| least.min(post.at));
        let most = posts.iter().fold(Vec2::NEG_INFINITY, |most, post| most.max(post.at));
        most - least
    }

    #[test]
    fn shapes_are_as_slender_as_they_say() {
        for count in [1, 2, 7, 12, 40, 120, 5000] {
            for (shape, wide) in [(Shape::Line, 8.0_f32), (Shape::Column, 0.125), (Shape::Box, 1.0)]
            {
                let posts = arranged(&shape, &vec![0.6; count], 0.1).unwrap();
                assert_eq!(posts.len(), count);
                let size = size(&posts) + 0.7;
                let is = size.y / size.x;
                // A few units are one rank or one file, whatever.
                let least = wide.min(count as f32) / 2.1;
                let most = wide.max(1.0 / count as f32) * 2.1;
                assert!((least..=most).contains(&is), "{count} {shape:?} {size}");
            }
        }
        assert!(arranged(&Shape::Box, &[], 0.1).unwrap().is_empty());
    }

    #[test]
    fn discs_of_a_formation_keep_their_spacing_and_its_middle_is_the_origin() {
        let mut diameters = vec![1.8; 20];
        diameters.extend([0.6; 100]);
        diameters.extend([0.9, 0.4, 2.0]);
        for shape in [Shape::Line, Shape::Column, Shape::Box, Shape::Wedge] {
            let posts = arranged(&shape, &diameters, 0.2).unwrap();
            for (one, post) in posts.iter().enumerate() {
                for (other, with) in posts[..one].iter().enumerate() {
                    let apart = 0.5 * (diameters[one] + diameters[other]) + 0.2;
                    assert!(
                        post.at.distance(with.at) > 0.999 * apart,
                        "{shape:?} {post:?} {with:?}"
                    );
                }
            }
            assert!(posts.is_sorted_by_key(|post| post.rank));
        }
        let posts = arranged(&Shape::Wedge, &[1.0; 10], 0.0).unwrap();
        let ranks: Vec<u32> = posts.iter().map(|post| post.rank).collect();
        assert_eq!(ranks, [0, 1, 1, 2, 2, 2, 3, 3, 3, 3]);
        assert_eq!(posts[0].at, Vec2::new(1.5, 0.0));
    }
}
