//! Links come and go, at once.

use glam::Vec2;

use crate::error::LinkError;
use crate::links::{Link, LinkDefinition, LinkId};
use crate::mesh::NavMesh;
use crate::queries::locate::Location;

impl NavMesh {
    /// Adds a link from one point to another, which paths may use from now on ([`Path::links`](crate::Path::links)). Where
    /// an end of it is blocked later, it is out of use until that is free again.
    ///
    /// ```
    /// use navmesh::glam::vec2;
    /// use navmesh::{Bounds, LinkDefinition, MeshDefinition, NavMesh, PathOptions, Search};
    ///
    /// let mut mesh = NavMesh::new(&MeshDefinition::new(Bounds::new(vec2(0., 0.), vec2(40., 40.))))?;
    /// mesh.add_outline(Bounds::new(vec2(20.0, 0.0), vec2(24.0, 40.0)))?;
    /// mesh.commit()?;
    /// let jump = mesh.add_link(vec2(19.5, 10.0), vec2(24.5, 10.0), &LinkDefinition::new(6.0))?;
    ///
    /// let (from, to) = (vec2(9.5, 10.0), vec2(34.5, 10.0));
    /// let path = mesh.find_path(&mut Search::default(), from, to, &PathOptions::default())?;
    /// assert_eq!((path.length, path.cost), (20.0, 26.0));
    /// assert_eq!((path.links[0].point, path.links[0].link), (1, jump));
    /// assert!(!mesh.reachable(from, to)?, "not over the ground");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// An end that is not finite, blocked or outside; a cost that is negative or not finite, a kind of 16 or more, a
    /// capacity of 0. The mesh is as before.
    pub fn add_link(
        &mut self,
        from: Vec2,
        to: Vec2,
        definition: &LinkDefinition,
    ) -> Result<LinkId, LinkError> {
        definition.check()?;
        for point in [from, to] {
            if !matches!(self.locate(point), Location::Cell(_)) {
                return Err(LinkError::OffMesh { point });
            }
        }
        self.add_link_anywhere(from, to, definition)
    }

    /// Adds a link, wherever its ends are: it is in use whenever both are free.
    ///
    /// # Errors
    /// An end that is not finite or outside the bounds; what [`add_link`](Self::add_link) refuses in the definition. The
    /// mesh is as before.
    pub fn add_link_anywhere(
        &mut self,
        from: Vec2,
        to: Vec2,
        definition: &LinkDefinition,
    ) -> Result<LinkId, LinkError> {
        definition.check()?;
        let outside = |point: &Vec2| !self.definition().bounds.contains(*point);
        if let Some(point) = [from, to].into_iter().find(outside) {
            return Err(LinkError::OffMesh { point });
        }
        let link = Link { from, to, definition: *definition };
        let id = self.link_roster_mut().insert(link).ok_or(LinkError::TooMany)?;
        self.count_version();
        Ok(id)
    }

    /// Removes a link.
    ///
    /// # Errors
    /// A stale handle.
    pub fn remove_link(&mut self, id: LinkId) -> Result<(), LinkError> {
        self.link_roster_mut().remove(id).ok_or(LinkError::Stale)?;
        self.count_version();
        Ok(())
    }
}
