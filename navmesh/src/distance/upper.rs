//! Upper bounds of the distances of the places where doors end, learned while a field is made.

use crate::mesh::NavMesh;
use crate::sight::numbers::Numbers;
use crate::sight::sweep::Sighting;
use crate::store::sparse::Sparse;
use crate::tiles::ground::NO_CORNER;

/// A tile that was not met yet.
const UNMET: u32 = u32::MAX;

/// For each place the length of a way from there, at least the shortest. A corner that several tiles know has one bound,
/// other places one for each tile.
#[derive(Clone, Debug)]
pub(crate) struct UpperBounds {
    numbers: Numbers,
    /// For each tile its first place.
    first: Sparse<u32>,
    places: Vec<f64>,
    /// For each place the number of its corner, or [`NO_CORNER`].
    numbers_of_places: Vec<u32>,
    corners: Vec<f64>,
}

impl UpperBounds {
    pub(crate) fn new(mesh: &NavMesh) -> UpperBounds {
        let mut numbers = Numbers::default();
        numbers.follow(mesh);
        let first = Sparse::new(mesh.cells.ground_count() as usize, UNMET);
        let (places, numbers_of_places, corners) = Default::default();
        UpperBounds { numbers, first, places, numbers_of_places, corners }
    }

    /// Makes room for the places of a tile.
    fn meet(&mut self, mesh: &NavMesh, tile: u32) -> usize {
        let first = self.first[tile as usize];
        if first != UNMET {
            return first as usize;
        }
        let first = self.places.len();
        *self.first.at(tile as usize) = first as u32;
        let ground = mesh.cells.ground(tile);
        self.places.resize(first + ground.places.len(), f64::INFINITY);
        self.numbers_of_places.resize(self.places.len(), NO_CORNER);
        for cell in 0..ground.first_door.len() as u32 - 1 {
            for place in ground.doors(cell).iter().flat_map(|door| [door.right, door.left]) {
                let corner = ground.corner_of[place as usize];
                // Where two parts of the ground touch in a point, the corner there is a corner of one of them.
                if corner != NO_CORNER
                    && mesh
                        .cells
                        .cells_round(ground, &ground.corners[corner as usize])
                        .any(|round| round == (tile, cell))
                {
                    let number = self.numbers.of(mesh, (tile, corner));
                    self.numbers_of_places[first + place as usize] = number;
                }
            }
        }
        self.corners.resize(self.numbers.count(), f64::INFINITY);
        first
    }

    /// Takes the lower of the bound of a place and another one; the number of the corner there, if it is one.
    pub(crate) fn lower(
        &mut self,
        mesh: &NavMesh,
        tile: u32,
        place: u32,
        distance: f64,
    ) -> Option<u32> {
        let at = self.meet(mesh, tile) + place as usize;
        let number = self.numbers_of_places[at];
        let corner = (number != NO_CORNER).then_some(number);
        let bound = match corner {
            Some(number) => &mut self.corners[number as usize],
            None => &mut self.places[at],
        };
        *bound = bound.min(distance);
        corner
    }

    /// The bound of a place.
    pub(crate) fn of_place(&self, tile: u32, place: u32) -> f64 {
        let first = self.first[tile as usize];
        if first == UNMET {
            return f64::INFINITY;
        }
        let at = first as usize + place as usize;
        match self.numbers_of_places[at] {
            NO_CORNER => self.places[at],
            number => self.corners[number as usize],
        }
    }

    pub(crate) fn of_corner(&self, number: u32) -> f64 {
        self.corners[number as usize]
    }

    /// A tile that knows a corner, and its number there.
    pub(crate) fn home(&mut self, mesh: &NavMesh, number: u32) -> Sighting {
        self.numbers.home(mesh, number)
    }
}
