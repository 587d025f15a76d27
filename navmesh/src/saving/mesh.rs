//! A whole mesh as bytes, and back.

use super::definition::{self, DEFINITION};
use super::error::{LoadError, SaveError};
use super::fixed::{self, CELLS};
use super::roster::{self, OBSTACLES};
use super::sections::{Sections, framed};
use crate::mesh::NavMesh;
use crate::obstacles::{Obstacle, Role};
use crate::tolerances::LOADED_OVERLAP_LIMIT;

impl NavMesh {
    /// The mesh as bytes, the same on every machine: what it was made for, its version, and its obstacles with their
    /// handles, or its cells where they never change. Tiles are not saved: they follow from the obstacles.
    ///
    /// ```
    /// use navmesh::glam::vec2;
    /// use navmesh::{Bounds, MeshDefinition, NavMesh};
    ///
    /// let mut mesh = NavMesh::new(&MeshDefinition::new(Bounds::new(vec2(0., 0.), vec2(40., 40.))))?;
    /// let wall = mesh.add_obstacle(&[vec2(5., 5.), vec2(9., 5.), vec2(7., 30.)])?;
    /// mesh.commit()?;
    /// let mut other = NavMesh::from_bytes(&mesh.to_bytes()?)?;
    /// assert_eq!(other.cell_count(), mesh.cell_count());
    /// other.remove_obstacle(wall)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Staged edits that no commit has taken over; areas or links, which the format has no place for.
    pub fn to_bytes(&self) -> Result<Vec<u8>, SaveError> {
        if self.has_staged() {
            return Err(SaveError::Staged);
        }
        if self.has_area_shapes() || !self.link_roster().is_empty() {
            return Err(SaveError::AreasOrLinks);
        }
        let definition = definition::written(self.definition(), self.version());
        let content = match self.fixed() {
            Some(cells) => (CELLS, fixed::written(cells)),
            None => (OBSTACLES, roster::written(self.roster())),
        };
        Ok(framed(vec![(DEFINITION, definition), content]))
    }

    /// The mesh that was saved as these bytes. It gives the same answers bit for bit, and takes the same handles.
    ///
    /// # Errors
    /// Bytes that were not written by [`to_bytes`](Self::to_bytes), or by that of a newer version; that are cut off, or
    /// changed in any bit. What is read is checked as if a stranger had written it.
    pub fn from_bytes(bytes: &[u8]) -> Result<NavMesh, LoadError> {
        let mut sections = Sections::open(bytes)?;
        let (definition, version) = definition::read(sections.required(DEFINITION)?)?;
        if let Some(section) = sections.next(CELLS)? {
            let cells = fixed::read(section)?;
            sections.close()?;
            return Ok(NavMesh::of_fixed(definition, cells).with_version(version));
        }
        let section = sections.required(OBSTACLES)?;
        let roster = roster::read(section)?;
        sections.close()?;
        let mut mesh = NavMesh::new(&definition)?;
        let walls = |mesh: &NavMesh| -> Vec<_> {
            let wall = |(id, part): (_, &Obstacle)| match part.role {
                Role::Wall => Some((id, part.inflated().collect::<Vec<_>>())),
                _ => None,
            };
            mesh.roster().iter().filter_map(wall).collect()
        };
        let expected = walls(&mesh);
        let overlaps = roster.iter().map(|(_, part)| {
            let (min, max) = part.extent();
            mesh.lattice().overlap_count(min, max)
        });
        if overlaps.sum::<i64>() > LOADED_OVERLAP_LIMIT {
            return Err(section.wrong("its obstacles overlap more tiles than memory should hold"));
        }
        mesh.take_obstacles(roster);
        if walls(&mesh) != expected {
            return Err(section.wrong("its walls are not those of the definition"));
        }
        mesh.commit()?;
        Ok(mesh.with_version(version))
    }
}
