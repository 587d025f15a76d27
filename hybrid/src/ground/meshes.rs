//! One mesh per class, that is per radius and movement kind, and what lies on all of them: obstacles, areas
//! and links.

use std::collections::BTreeSet;
use std::sync::Arc;

use glam::Vec2;
use navmesh::{
    AreaDefinition, AreaError, Bounds, CellId, CommitError, Link, LinkError, Location,
    MeshDefinition, NavMesh, ObstacleError, Outline, TileId, Workers, polygon,
};
use serde::{Deserialize, Serialize};
use slotmap::SecondaryMap;

use super::extents::{around, around_polygons};
use super::placed::{Placed, Placements};
use crate::base::handle::{AreaId, LinkId, ObstacleId, SurchargeId};
use crate::error::WorldError;
use crate::parameters::WorldDefinition;
use crate::saving::{outlines, rectangles};
use crate::ways::ground::is_free;

/// The meshes of a world, in the order of their classes.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct Meshes {
    /// Shared with those who go on with a mesh as it was.
    #[serde(skip)]
    classes: Vec<Arc<NavMesh>>,
    /// Shared with copies of the world.
    placed: Arc<Placements>,
    /// The links by what the mesh of each class calls them; shared like that.
    #[serde(skip)]
    link_names: Arc<Vec<SecondaryMap<navmesh::LinkId, LinkId>>>,
    /// The tiles of the first mesh that have changed since they were last taken.
    #[serde(skip)]
    changed: BTreeSet<TileId>,
    /// The extents of edits that no mesh shows yet, but for those of obstacles that come.
    #[serde(with = "rectangles::many")]
    staged: Vec<Bounds>,
    /// The extents of obstacles that come, which no mesh shows yet: what is saved has none.
    #[serde(skip)]
    coming: Vec<Bounds>,
}

impl Meshes {
    /// Meshes without obstacles. The definition is checked.
    pub(crate) fn new(definition: &WorldDefinition) -> Result<Self, WorldError> {
        let mesh = |class: usize| {
            let made = definition.mesh(class);
            let radius = made.agent_radius;
            NavMesh::new(&made).map(Arc::new).map_err(|source| WorldError::Mesh { radius, source })
        };
        let classes = (0..definition.class_count()).map(mesh).collect::<Result<_, _>>()?;
        Ok(Self {
            classes,
            placed: Arc::default(),
            link_names: Arc::default(),
            changed: BTreeSet::new(),
            staged: Vec::new(),
            coming: Vec::new(),
        })
    }

    /// The mesh of a class.
    pub(crate) fn of(&self, class: usize) -> &NavMesh {
        &self.classes[class]
    }

    /// The mesh of a class, to be kept as it is now.
    pub(crate) fn shared(&self, class: usize) -> &Arc<NavMesh> {
        &self.classes[class]
    }

    /// The mesh of a class, if there is such a class.
    pub(crate) fn get(&self, class: usize) -> Option<&NavMesh> {
        self.classes.get(class).map(Arc::as_ref)
    }

    /// The meshes of all classes.
    pub(crate) fn all(&self) -> &[Arc<NavMesh>] {
        &self.classes
    }

    /// Returns these with other meshes.
    pub(crate) fn with_classes(self, classes: Vec<Arc<NavMesh>>) -> Self {
        let mut meshes = Self { classes, ..self };
        let links: Vec<(LinkId, Vec<navmesh::LinkId>)> =
            meshes.placed.links.iter().map(|(id, placed)| (id, placed.handles.clone())).collect();
        links.iter().for_each(|(link, handles)| meshes.name_link(*link, handles));
        meshes
    }

    /// Returns whether all that is placed has a handle on every mesh, and the obstacles of each mesh are those that are placed.
    pub(crate) fn fit_together(&self) -> bool {
        let count = self.classes.len();
        let is_finite = |extent: &Bounds| extent.min.is_finite() && extent.max.is_finite();
        self.staged.iter().all(is_finite)
            && self.placed.obstacles.values().all(|obstacle| obstacle.handles.len() == count)
            && self.placed.areas.values().all(|area| area.handles.len() == count)
            && self.placed.surcharges.values().all(|surcharge| surcharge.handles.len() == count)
            && self.placed.links.values().all(|link| self.fits(link))
            && self.placed.obstacles.values().all(|obstacle| outlines::is_finite(&obstacle.outline))
            && self.placed.areas.values().all(|area| outlines::is_finite(&area.outline))
            && self.classes.iter().enumerate().all(|(class, mesh)| {
                let named = self.placed.obstacles.values().map(|obstacle| obstacle.handles[class]);
                let mut named: Vec<navmesh::ObstacleId> = named.collect();
                // Parts of one obstacle are listed with its handle.
                let mut known: Vec<_> = mesh.obstacles().map(|(id, _)| id).collect();
                named.sort_unstable();
                known.sort_unstable();
                known.dedup();
                named == known
            })
    }

    /// Returns whether each mesh knows a link.
    fn fits(&self, link: &Placed<navmesh::LinkId>) -> bool {
        let mut each = self.classes.iter().zip(&link.handles);
        link.handles.len() == self.classes.len()
            && each.all(|(mesh, &handle)| mesh.link(handle).is_some())
    }

    /// The tiles of the first mesh that have changed since this was last asked, in ascending order.
    pub(crate) fn take_changed(&mut self) -> Vec<TileId> {
        std::mem::take(&mut self.changed).into_iter().collect()
    }

    /// Returns how many there are.
    pub(crate) fn count(&self) -> usize {
        self.classes.len()
    }

    /// Stages a convex obstacle for all meshes, or for none.
    pub(crate) fn add(&mut self, outline: &[Vec2]) -> Result<ObstacleId, ObstacleError> {
        let handles =
            self.add_to_each(|mesh| mesh.add_obstacle(outline), NavMesh::remove_obstacle)?;
        let extent = around(outline);
        self.coming.push(extent);
        Ok(self.placed_mut().obstacles.insert(Placed::new(handles, extent, polygon(outline, &[]))))
    }

    /// Stages an obstacle of any form for all meshes, or for none.
    pub(crate) fn add_outline(&mut self, outline: &Outline) -> Result<ObstacleId, ObstacleError> {
        let handles =
            self.add_to_each(|mesh| mesh.add_outline(outline.clone()), NavMesh::remove_obstacle)?;
        let extent = around_polygons(outline);
        self.coming.push(extent);
        Ok(self.placed_mut().obstacles.insert(Placed::new(handles, extent, outline.clone())))
    }

    /// Stages another outline for an obstacle in all meshes, or in none.
    pub(crate) fn move_to(
        &mut self,
        obstacle: ObstacleId,
        outline: &[Vec2],
    ) -> Result<(), WorldError> {
        let placed = self.placed.obstacles.get(obstacle).ok_or(WorldError::StaleObstacle)?;
        let mut classes = self.classes.clone();
        for (mesh, &handle) in classes.iter_mut().zip(&placed.handles) {
            Arc::make_mut(mesh).move_obstacle(handle, outline)?;
        }
        self.classes = classes;
        let now = around(outline);
        if let Some(placed) = self.placed_mut().obstacles.get_mut(obstacle).map(Arc::make_mut) {
            placed.outline = polygon(outline, &[]);
            let before = std::mem::replace(&mut placed.extent, now);
            self.staged.push(before);
            self.coming.push(now);
        }
        Ok(())
    }

    /// Stages the removal of an obstacle from all meshes.
    pub(crate) fn remove(&mut self, obstacle: ObstacleId) -> Result<(), WorldError> {
        let placed =
            self.placed_mut().obstacles.remove(obstacle).ok_or(WorldError::StaleObstacle)?;
        self.staged.push(placed.extent);
        Ok(self.remove_from_each(&placed.handles, NavMesh::remove_obstacle)?)
    }

    /// All obstacles, in the order of their handles.
    pub(crate) fn obstacles(&self) -> impl Iterator<Item = ObstacleId> {
        self.placed.obstacles.keys()
    }

    /// An obstacle's outline, and what the game keeps with it; `None` if the handle is stale.
    pub(crate) fn obstacle(&self, obstacle: ObstacleId) -> Option<(&Outline, u64)> {
        self.placed.obstacles.get(obstacle).map(|placed| (&placed.outline, placed.user_data))
    }

    /// An area's outline, what the ground in it is like, and what the game keeps with it; `None` if the handle is stale.
    pub(crate) fn area(&self, area: AreaId) -> Option<(&Outline, AreaDefinition, u64)> {
        let placed = self.placed.areas.get(area)?;
        let ground = self.classes.first()?.area_of(*placed.handles.first()?)?;
        Some((&placed.outline, ground, placed.user_data))
    }

    /// Returns what the game keeps with an obstacle; `None` if the handle is stale.
    pub(crate) fn user_data(&self, obstacle: ObstacleId) -> Option<u64> {
        self.placed.obstacles.get(obstacle).map(|obstacle| obstacle.user_data)
    }

    /// Returns what the game keeps with an obstacle, to be changed; `None` if the handle is stale.
    pub(crate) fn user_data_mut(&mut self, obstacle: ObstacleId) -> Option<&mut u64> {
        self.placed_mut().obstacles.get_mut(obstacle).map(user_data)
    }

    /// All areas, in the order of their handles.
    pub(crate) fn areas(&self) -> impl Iterator<Item = AreaId> {
        self.placed.areas.keys()
    }

    /// Returns what the game keeps with an area; `None` if the handle is stale.
    pub(crate) fn area_data(&self, area: AreaId) -> Option<u64> {
        self.placed.areas.get(area).map(|area| area.user_data)
    }

    /// Returns what the game keeps with an area, to be changed; `None` if the handle is stale.
    pub(crate) fn area_data_mut(&mut self, area: AreaId) -> Option<&mut u64> {
        self.placed_mut().areas.get_mut(area).map(user_data)
    }

    /// Returns what the game keeps with a link; `None` if the handle is stale.
    pub(crate) fn link_data(&self, link: LinkId) -> Option<u64> {
        self.placed.links.get(link).map(|link| link.user_data)
    }

    /// Returns what the game keeps with a link, to be changed; `None` if the handle is stale.
    pub(crate) fn link_data_mut(&mut self, link: LinkId) -> Option<&mut u64> {
        self.placed_mut().links.get_mut(link).map(user_data)
    }

    /// Stages an area for all meshes, or for none.
    pub(crate) fn add_area(
        &mut self,
        outline: &Outline,
        area: AreaDefinition,
    ) -> Result<AreaId, AreaError> {
        let handles =
            self.add_to_each(|mesh| mesh.add_area(outline.clone(), area), NavMesh::remove_area)?;
        let extent = around_polygons(outline);
        self.staged.push(extent);
        Ok(self.placed_mut().areas.insert(Placed::new(handles, extent, outline.clone())))
    }

    /// Stages the removal of an area from all meshes.
    pub(crate) fn remove_area(&mut self, area: AreaId) -> Result<(), WorldError> {
        let placed = self.placed_mut().areas.remove(area).ok_or(WorldError::StaleArea)?;
        self.staged.push(placed.extent);
        Ok(self.remove_from_each(&placed.handles, NavMesh::remove_area)?)
    }

    /// Stages surcharges on a metre, on rectangles and the like, for all meshes or for none.
    pub(crate) fn add_surcharges(
        &mut self,
        shapes: &[(Outline, f32)],
    ) -> Result<SurchargeId, AreaError> {
        let handles = self.add_to_each(|mesh| surcharged(mesh, shapes), remove_areas)?;
        let joined = |a: Bounds, b: Bounds| Bounds::new(a.min.min(b.min), a.max.max(b.max));
        let extents = shapes.iter().map(|(shape, _)| around_polygons(shape));
        let extent = extents.reduce(joined).unwrap_or(Bounds::new(Vec2::ZERO, Vec2::ZERO));
        self.staged.push(extent);
        Ok(self.placed_mut().surcharges.insert(Placed::new(handles, extent, Outline::default())))
    }

    /// Stages the removal of surcharges from all meshes.
    pub(crate) fn remove_surcharges(&mut self, surcharges: SurchargeId) -> Result<(), WorldError> {
        let placed =
            self.placed_mut().surcharges.remove(surcharges).ok_or(WorldError::StaleArea)?;
        self.staged.push(placed.extent);
        Ok(self.remove_from_each(&placed.handles, remove_areas)?)
    }

    /// Returns whether there are such surcharges.
    pub(crate) fn has_surcharges(&self, surcharges: SurchargeId) -> bool {
        self.placed.surcharges.contains_key(surcharges)
    }

    /// Adds a link to all meshes; it is in use from now on, for those on whose mesh both its ends are free.
    pub(crate) fn add_link(&mut self, link: Link) -> Result<LinkId, LinkError> {
        let Link { from, to, definition } = link;
        let off = |mesh: &NavMesh| [from, to].into_iter().find(|&end| !is_free(mesh, end));
        if self.classes.iter().all(|mesh| off(mesh).is_some())
            && let Some(point) = self.classes.first().and_then(|mesh| off(mesh))
        {
            return Err(LinkError::OffMesh { point });
        }
        let add = |mesh: &mut NavMesh| mesh.add_link_anywhere(from, to, &definition);
        let handles = self.add_to_each(add, NavMesh::remove_link)?;
        let extent = Bounds::new(from.min(to), from.max(to));
        let link = self.placed_mut().links.insert(Placed::new(
            handles.clone(),
            extent,
            Outline::default(),
        ));
        self.name_link(link, &handles);
        Ok(link)
    }

    /// Removes a link from all meshes.
    pub(crate) fn remove_link(&mut self, link: LinkId) -> Result<(), WorldError> {
        let placed = self.placed_mut().links.remove(link).ok_or(WorldError::StaleLink)?;
        for (names, &handle) in Arc::make_mut(&mut self.link_names).iter_mut().zip(&placed.handles)
        {
            names.remove(handle);
        }
        // So that it is seen to who needed it.
        self.staged.push(placed.extent);
        Ok(self.remove_from_each(&placed.handles, NavMesh::remove_link)?)
    }

    /// A link; `None` if the handle is stale.
    pub(crate) fn link(&self, link: LinkId) -> Option<Link> {
        let handle = self.placed.links.get(link)?.handles.first()?;
        self.classes.first()?.link(*handle).copied()
    }

    /// All links.
    pub(crate) fn links(&self) -> impl Iterator<Item = (LinkId, Link)> {
        self.placed.links.keys().filter_map(|id| Some((id, self.link(id)?)))
    }

    /// Returns whether units of any class are slower in any area.
    pub(crate) fn has_slow_ground(&self) -> bool {
        self.classes.iter().any(|mesh| mesh.has_slow_ground())
    }

    /// Returns whether there are any links.
    pub(crate) fn has_links(&self) -> bool {
        !self.placed.links.is_empty()
    }

    /// The link that the mesh of a class calls so.
    pub(crate) fn link_of(&self, class: usize, handle: navmesh::LinkId) -> Option<LinkId> {
        self.link_names.get(class)?.get(handle).copied()
    }

    /// All that lies on the meshes, to be changed.
    fn placed_mut(&mut self) -> &mut Placements {
        Arc::make_mut(&mut self.placed)
    }

    /// Notes what each mesh calls a link.
    fn name_link(&mut self, link: LinkId, handles: &[navmesh::LinkId]) {
        let names = Arc::make_mut(&mut self.link_names);
        names.resize_with(self.classes.len(), SecondaryMap::new);
        for ((names, mesh), &handle) in names.iter_mut().zip(&self.classes).zip(handles) {
            // What was read may be any number, and there is room made for as many names.
            if mesh.link(handle).is_some() {
                names.insert(handle, link);
            }
        }
    }

    /// Returns whether a way leads from one free point to another on the mesh of a class, over the ground and links.
    pub(crate) fn joined(&self, class: usize, from: Vec2, to: Vec2) -> bool {
        let mesh = self.of(class);
        match (mesh.locate(from), mesh.locate(to)) {
            (Location::Cell(from), Location::Cell(to)) => self.leads(class, from, to),
            _ => false,
        }
    }

    /// Returns whether a way leads from one cell of a class's mesh to another, over the ground and links.
    pub(crate) fn leads(&self, class: usize, from: CellId, to: CellId) -> bool {
        self.of(class).leads(from, to)
    }

    /// Adds something to every mesh. What one refuses is taken from the others again.
    fn add_to_each<Handle: Clone, E>(
        &mut self,
        add: impl Fn(&mut NavMesh) -> Result<Handle, E>,
        remove: impl Fn(&mut NavMesh, Handle) -> Result<(), E>,
    ) -> Result<Vec<Handle>, E> {
        let mut handles = Vec::with_capacity(self.classes.len());
        for class in 0..self.classes.len() {
            match add(Arc::make_mut(&mut self.classes[class])) {
                Ok(handle) => handles.push(handle),
                Err(error) => {
                    self.remove_from_each(&handles, remove)?;
                    return Err(error);
                }
            }
        }
        Ok(handles)
    }

    fn remove_from_each<Handle: Clone, E>(
        &mut self,
        handles: &[Handle],
        remove: impl Fn(&mut NavMesh, Handle) -> Result<(), E>,
    ) -> Result<(), E> {
        self.classes
            .iter_mut()
            .zip(handles)
            .try_for_each(|(mesh, handle)| remove(Arc::make_mut(mesh), handle.clone()))
    }

    /// Returns whether edits are staged.
    pub(crate) fn has_staged(&self) -> bool {
        !self.staged.is_empty() || !self.coming.is_empty()
    }

    /// Makes the staged edits take effect in all meshes, or in none. Returns where anything may have changed.
    pub(crate) fn commit(&mut self, workers: &dyn Workers) -> Result<Changed, CommitError> {
        let mut classes = self.classes.clone();
        let commit = |mesh: &mut Arc<NavMesh>| Arc::make_mut(mesh).commit_with(workers);
        let commits = classes.iter_mut().map(commit).collect::<Result<Vec<_>, CommitError>>()?;
        self.classes = classes;
        self.changed.extend(commits.first().into_iter().flat_map(|commit| &commit.changed));
        let most = |of: fn(&MeshDefinition) -> f32| {
            self.classes.iter().map(|mesh| of(mesh.definition())).fold(0.0, f32::max)
        };
        let (grown, tile) = (most(|mesh| 2.0 * mesh.agent_radius), most(|mesh| mesh.tile_size));
        let (ground, obstacles) =
            (std::mem::take(&mut self.staged), std::mem::take(&mut self.coming));
        let mut cells = expanded(&ground, grown + tile);
        cells.append(&mut expanded(&obstacles, grown + tile));
        let (ground, obstacles) = (expanded(&ground, grown), expanded(&obstacles, grown));
        Ok(Changed { cells, ground, obstacles })
    }
}

/// What the game keeps with a thing, to be changed.
fn user_data<Handle: Clone>(placed: &mut Arc<Placed<Handle>>) -> &mut u64 {
    &mut Arc::make_mut(placed).user_data
}

/// Rectangles with a margin round them, in metres.
fn expanded(areas: &[Bounds], margin: f32) -> Vec<Bounds> {
    areas.iter().map(|area| area.expanded(margin)).collect()
}

/// Where edits may have changed anything.
pub(crate) struct Changed {
    /// For each edit, all tiles that the grown obstacle reaches into: in them cells may have changed.
    pub(crate) cells: Vec<Bounds>,
    /// For each edit but that of an obstacle that came, what it reaches into: there the ground is free, or blocked, or costs
    /// what it did not.
    pub(crate) ground: Vec<Bounds>,
    /// The grown obstacles that came: in them ground is blocked that was free, and that is all.
    pub(crate) obstacles: Vec<Bounds>,
}

/// Stages surcharges for a mesh, all or none.
fn surcharged(
    mesh: &mut NavMesh,
    shapes: &[(Outline, f32)],
) -> Result<Vec<navmesh::AreaId>, AreaError> {
    let mut handles = Vec::with_capacity(shapes.len());
    for (shape, amount) in shapes {
        match mesh.add_surcharge(shape.clone(), *amount) {
            Ok(handle) => handles.push(handle),
            Err(error) => {
                remove_areas(mesh, handles)?;
                return Err(error);
            }
        }
    }
    Ok(handles)
}

fn remove_areas(mesh: &mut NavMesh, handles: Vec<navmesh::AreaId>) -> Result<(), AreaError> {
    handles.into_iter().try_for_each(|handle| mesh.remove_area(handle))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tasks::lent::Lent;

    #[test]
    fn what_one_mesh_refuses_is_in_none() {
        let bounds = Bounds::new(Vec2::ZERO, Vec2::new(20_000.0, 40.0));
        let mut definition = WorldDefinition::new(bounds, vec![0.25, 0.5]);
        definition.parameters.tile_size = 4096.0;
        let mut meshes = Meshes::new(&definition).unwrap();
        let triangle =
            |end: f32| [Vec2::new(10.0, 9.0), Vec2::new(end, 9.0), Vec2::new(10.0, 12.0)];
        let kept = meshes.add(&triangle(20.0)).unwrap();
        // Grown by 0.25 m it is just below the greatest extent of 16 384 m, by 0.5 m just above.
        let error = meshes.add(&triangle(16_393.25)).unwrap_err();
        assert!(matches!(error, ObstacleError::TooLarge { .. }), "{error}");
        assert_eq!(meshes.commit(&Lent(None)).unwrap().cells.len(), 1);
        assert!((0..2).all(|class| meshes.of(class).obstacles().count() == 1));
        meshes.remove(kept).unwrap();
        assert_eq!(meshes.remove(kept), Err(WorldError::StaleObstacle));
        assert_eq!(meshes.commit(&Lent(None)).unwrap().cells.len(), 1);
        assert!(meshes.commit(&Lent(None)).unwrap().cells.is_empty());
        assert!((0..2).all(|class| meshes.of(class).obstacles().count() == 0));
    }

    #[test]
    fn a_link_of_any_number_is_looked_for_before_room_is_made_for_so_many() {
        let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(40.0));
        let mut meshes = Meshes::new(&WorldDefinition::new(bounds, vec![0.5])).unwrap();
        let (from, to) = (Vec2::splat(10.0), Vec2::splat(20.0));
        let definition = navmesh::LinkDefinition::new(1.0);
        let link = meshes.add_link(Link { from, to, definition }).unwrap();
        assert!(meshes.fit_together());
        let forged = slotmap::KeyData::from_ffi(1 << 32 | 0xffff_fff0);
        let placed = Arc::make_mut(&mut meshes.placed_mut().links[link]);
        placed.handles = vec![navmesh::LinkId::from(forged)];
        let classes = meshes.classes.clone();
        assert!(!meshes.with_classes(classes).fit_together());
    }
}
