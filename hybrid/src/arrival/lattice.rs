//! The hexagonal lattice over which places are looked for.

use glam::IVec2;

/// The six neighbours of a point of the lattice; the opposite of `k` is `k + 3`.
pub(super) const AROUND: [IVec2; 6] = [
    IVec2::new(1, 0),
    IVec2::new(0, 1),
    IVec2::new(-1, 1),
    IVec2::new(-1, 0),
    IVec2::new(0, -1),
    IVec2::new(1, -1),
];

/// Half the square root of 3: the distance between rows of a hexagonal lattice.
pub(super) const ROW: f32 = 0.866_025_4;

/// Steps from the origin: points of the lattice are numbered up to here, so that numbers of their neighbours fit as well. No
/// flood comes so far, as each of its steps costs memory.
pub(super) const FARTHEST: f32 = (1 << 30) as f32;
