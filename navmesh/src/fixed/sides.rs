//! Rings of vertices, and which of their sides are the same, seen from both sides.

/// Nothing beyond a side: a wall.
pub(crate) const WALL: u32 = u32::MAX;

/// Rings of vertex numbers, one after another.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Rings {
    /// For each ring its first place, and the number of all at the end.
    pub(crate) first: Vec<u32>,
    pub(crate) vertices: Vec<u32>,
}

impl Default for Rings {
    fn default() -> Self {
        Self { first: vec![0], vertices: Vec::new() }
    }
}

impl Rings {
    pub(crate) fn push(&mut self, ring: impl IntoIterator<Item = u32>) {
        self.vertices.extend(ring);
        self.first.push(self.vertices.len() as u32);
    }

    pub(crate) fn len(&self) -> u32 {
        self.first.len() as u32 - 1
    }

    pub(crate) fn range(&self, ring: u32) -> std::ops::Range<usize> {
        self.first[ring as usize] as usize..self.first[ring as usize + 1] as usize
    }

    pub(crate) fn ring(&self, ring: u32) -> &[u32] {
        &self.vertices[self.range(ring)]
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, &[u32])> {
        (0..self.len()).map(|ring| (ring, self.ring(ring)))
    }

    /// For each side, from a place of a ring to the next, the ring beyond, or [`WALL`].
    ///
    /// # Errors
    /// Two rings that lie on the same side of one side: they overlap.
    pub(crate) fn beyond(&self) -> Result<Vec<u32>, [u32; 2]> {
        struct Side {
            ends: [u32; 2],
            forwards: bool,
            ring: u32,
            place: u32,
        }
        let mut sides = Vec::with_capacity(self.vertices.len());
        for (ring, vertices) in self.iter() {
            let first = self.first[ring as usize];
            let next = vertices.iter().cycle().skip(1);
            sides.extend((first..).zip(vertices.iter().zip(next)).map(|(place, (&p, &q))| Side {
                ends: [p.min(q), p.max(q)],
                forwards: p < q,
                ring,
                place,
            }));
        }
        sides.sort_unstable_by_key(|side| (side.ends, side.forwards, side.ring));
        let mut beyond = vec![WALL; self.vertices.len()];
        for same in sides.chunk_by(|p, q| p.ends == q.ends) {
            match same {
                [] | [_] => {}
                [p, q] if p.forwards != q.forwards => {
                    beyond[p.place as usize] = q.ring;
                    beyond[q.place as usize] = p.ring;
                }
                [p, q, ..] if p.forwards == q.forwards => return Err([p.ring, q.ring]),
                [.., p, q] => return Err([p.ring, q.ring]),
            }
        }
        Ok(beyond)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rings(rings: &[&[u32]]) -> Rings {
        let mut all = Rings::default();
        rings.iter().for_each(|ring| all.push(ring.iter().copied()));
        all
    }

    #[test]
    fn shared_sides_know_each_other() {
        let two = rings(&[&[0, 1, 2], &[2, 1, 3]]);
        assert_eq!(two.beyond(), Ok(vec![WALL, 1, WALL, 0, WALL, WALL]));
    }

    #[test]
    fn two_rings_on_one_side_of_a_side_are_refused() {
        assert_eq!(rings(&[&[0, 1, 2], &[0, 1, 3]]).beyond(), Err([0, 1]));
        assert_eq!(rings(&[&[0, 1, 2], &[1, 0, 4], &[0, 1, 3]]).beyond(), Err([0, 2]));
        assert_eq!(rings(&[&[0, 1, 2], &[1, 0, 4], &[1, 0, 3]]).beyond(), Err([1, 2]));
    }
}
