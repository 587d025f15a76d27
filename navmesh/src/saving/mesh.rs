//! A whole mesh as bytes, and back.

use super::areas::{AREAS, LINKS, areas_read, areas_written, links_read, links_written};
use super::definition::{self, DEFINITION};
use super::error::{LoadError, SaveError};
use super::fixed::{self, CELLS, GROUND, SPEEDS};
use super::roster::{self, OBSTACLES};
use super::sections::{Sections, framed};
use crate::definition::check_fixed;
use crate::error::MeshError;
use crate::mesh::NavMesh;
use crate::obstacles::{Obstacle, ObstacleId, Role};
use crate::store::roster::SharedSlotMap;
use crate::tolerances::{LOADED_OVERLAP_LIMIT, VERSION_LIMIT};
use crate::workers::{Nobody, Workers};

impl NavMesh {
    /// The mesh as bytes, the same on every machine: what it was made for, its version, its links, and its obstacles
    /// and areas, all with their handles; or its cells and the ground there, where they never change. Tiles are not saved: they follow from
    /// the obstacles.
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
    /// Staged edits that no commit has taken over.
    pub fn to_bytes(&self) -> Result<Vec<u8>, SaveError> {
        if self.has_staged() {
            return Err(SaveError::Staged);
        }
        let definition = definition::written(self.definition(), self.version());
        let mut sections = vec![(DEFINITION, definition)];
        match self.cells.to_be_saved() {
            Some(cells) => {
                sections.push((CELLS, fixed::written(cells, self.cells.chart().is_some())));
                if cells.has_areas() {
                    sections.push((GROUND, fixed::ground_written(cells)));
                }
                if cells.is_slow() {
                    sections.push((SPEEDS, fixed::speeds_written(cells)));
                }
            }
            None => {
                sections.push((OBSTACLES, roster::written(self.rosters().obstacles)));
                sections.push((AREAS, areas_written(self.rosters().areas)));
            }
        }
        sections.push((LINKS, links_written(self.link_roster())));
        Ok(framed(sections))
    }

    /// The mesh that was saved as these bytes. It gives the same answers bit for bit, and takes the same handles.
    ///
    /// # Errors
    /// Bytes that were not written by [`to_bytes`](Self::to_bytes), or by that of a newer version or of an older one with
    /// another format; that are cut off, or changed in any bit. What is read is checked as if a stranger had written it.
    pub fn from_bytes(bytes: &[u8]) -> Result<NavMesh, LoadError> {
        Self::from_bytes_with(bytes, &Nobody)
    }

    /// The mesh that was saved as these bytes, as [`from_bytes`](Self::from_bytes) gives it, with the help of workers.
    ///
    /// # Errors
    /// Those of [`from_bytes`](Self::from_bytes).
    pub fn from_bytes_with(bytes: &[u8], workers: &dyn Workers) -> Result<NavMesh, LoadError> {
        let mut sections = Sections::open(bytes)?;
        let section = sections.required(DEFINITION)?;
        let (definition, version) = definition::read(section)?;
        if !(1..=VERSION_LIMIT).contains(&version) {
            return Err(section.wrong("it has more versions than a mesh can have"));
        }
        let bounds = definition.bounds;
        if let Some(section) = sections.next(CELLS)? {
            check_fixed(&definition)?;
            let (mut cells, prepared) = fixed::read(section)?;
            if !fixed::lie_within(&cells, &definition) {
                return Err(section.wrong("its cells reach out of the bounds"));
            }
            if let Some(section) = sections.next(GROUND)? {
                cells = fixed::ground_read(section, cells)?;
            }
            if let Some(section) = sections.next(SPEEDS)? {
                cells = fixed::speeds_read(section, cells)?;
            }
            let links = links_read(sections.required(LINKS)?, bounds)?;
            sections.close()?;
            let mut mesh = NavMesh::of_baked(definition, cells).with_version(version);
            *mesh.link_roster_mut() = links;
            if prepared {
                mesh.prepare_exact_with(workers, &mut |_| {});
            }
            return Ok(mesh);
        }
        let mut mesh = NavMesh::new(&definition)?;
        let mut edit = mesh.editable().map_err(MeshError::from)?;
        let section = sections.required(OBSTACLES)?;
        let roster = roster::read(section, bounds, edit.tiles.disc())?;
        let areas = areas_read(sections.required(AREAS)?, bounds)?;
        let links = links_read(sections.required(LINKS)?, bounds)?;
        sections.close()?;
        let walls = |obstacles: &SharedSlotMap<ObstacleId, Obstacle>| -> Vec<_> {
            let wall = |(id, part): (_, &Obstacle)| match part.role {
                Role::Wall => Some((id, part.inflated().collect::<Vec<_>>())),
                _ => None,
            };
            obstacles.iter().filter_map(wall).collect()
        };
        let lattice = edit.tiles.lattice();
        let overlaps = roster.iter().map(|(_, part)| {
            let (min, max) = part.extent();
            lattice.overlap_count(min, max)
        });
        let boxes = areas.iter().flat_map(|(_, shape)| shape.parts().map(|(_, extent)| extent));
        let overlaps = overlaps.chain(boxes.map(|[min, max]| lattice.overlap_count(min, max)));
        if overlaps.sum::<i64>() > LOADED_OVERLAP_LIMIT {
            return Err(section.wrong("its obstacles overlap more tiles than memory should hold"));
        }
        if walls(&roster) != walls(edit.obstacles) {
            return Err(section.wrong("its walls are not those of the definition"));
        }
        edit.take_obstacles(roster);
        edit.take_areas(areas);
        *mesh.link_roster_mut() = links;
        mesh.commit_with(workers)?;
        Ok(mesh.with_version(version))
    }
}
