//! Paths over the ground and links, at once or in slices.

use std::sync::Arc;

use glam::Vec2;

use super::linked::{LinkedSearch, LinkedStep};
use super::options::{Path, PathEnd, PathOptions};
use super::search::{Query, Search, SearchStage, Ticket};
use crate::cells::id::CellId;
use crate::error::PathError;
use crate::mesh::NavMesh;
use crate::tiles::tiling::State;

/// A search that is done in slices: see [`NavMesh::begin_path`].
#[derive(Clone, Debug)]
pub struct SlicedPath(Arc<State>);

/// How far a search is that is done in slices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slice {
    /// It is not over yet.
    Running,
    /// It is over, and the path is there.
    Done,
}

/// Why a search cannot go on.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SliceError {
    /// No way was found: over links, or as some kinds of ground are excluded and those that are left do not join start
    /// and goal.
    #[error(transparent)]
    NoWay(#[from] PathError),
    /// The mesh or its links have changed since the search began, or it is another one.
    #[error("the mesh is not the one on which the search began, or has changed since: begin again")]
    MeshChanged,
    /// The scratch has been used for another search, or is another one, or the search is over.
    #[error("the scratch holds no such search: it is over, or another has been begun with it")]
    SearchUsed,
}

impl NavMesh {
    /// A short way between two points for the centre of an agent, pulled straight. Goals that cannot be reached are
    /// known without a search.
    ///
    /// The path is the shortest within its corridor of cells, cut short where the straight way is free; the corridor is
    /// the best by the entry rule. On real maps paths are 0.1 to 2 % longer than the shortest on average. With
    /// [`Entry::Exact`](super::options::Entry::Exact) the path is the shortest of all; it may pass gaps narrower than
    /// 1/1024 m, which are no portals.
    ///
    /// Links ([`add_link`](Self::add_link)) are used where that is cheaper, with every entry: with
    /// [`Entry::Exact`](super::options::Entry::Exact) the path is then the cheapest of all over the ground and links. Each
    /// leg between links is a search of its own, made only once no other way can be cheaper. A partial path uses links,
    /// too: it ends at the nearest point of all that can be reached over the ground and links; where kinds that are
    /// excluded part the ground, over the ground alone.
    ///
    /// # Errors
    /// Points that are not finite, outside the bounds, or blocked; a goal that cannot be reached. With
    /// [`PathOptions::partial`] only what is wrong with the start, and a goal that is not finite.
    pub fn find_path(
        &self,
        search: &mut Search,
        from: Vec2,
        to: Vec2,
        options: &PathOptions,
    ) -> Result<Path, PathError> {
        let mut path = Path::default();
        self.find_path_into(search, from, to, options, &mut path)?;
        Ok(path)
    }

    /// As [`find_path`](Self::find_path) into a path whose memory is used
    /// again: once search and path are warm, nothing is allocated. Without an answer the path is empty.
    ///
    /// # Errors
    /// See [`find_path`](Self::find_path).
    pub fn find_path_into(
        &self,
        search: &mut Search,
        from: Vec2,
        to: Vec2,
        options: &PathOptions,
        path: &mut Path,
    ) -> Result<(), PathError> {
        path.clear();
        search.query = Query { ends: (from, to), options: options.priced(), ..Query::default() };
        self.begin_query(search)?;
        while !self.advance_query(search, u32::MAX) {}
        self.finish_query(search, path)
    }

    /// Begins a search that is done in slices, each by a call of [`continue_path`](Self::continue_path) with the same
    /// scratch. Its answer is that of [`find_path`](Self::find_path), however long the slices are.
    ///
    /// # Errors
    /// See [`find_path`](Self::find_path). That no way leads to the goal may also come out later, where links might.
    pub fn begin_path(
        &self,
        search: &mut Search,
        from: Vec2,
        to: Vec2,
        options: &PathOptions,
    ) -> Result<SlicedPath, PathError> {
        let (ends, options) = ((from, to), options.priced());
        search.query = Query { ends, options, sliced: true, ..Query::default() };
        self.begin_query(search)?;
        let own = Arc::<State>::default();
        let mesh = self.states().map(Arc::clone);
        search.query.ticket = Some(Ticket { own: Arc::clone(&own), mesh });
        Ok(SlicedPath(own))
    }

    /// Does a slice of a search: up to `expansions` cells or corners, where the beginning of a leg between links counts as
    /// one, and so does each link; with 0 nothing is done. Once it is over, the path is there; until then it is empty.
    ///
    /// # Errors
    /// No way leads to the goal. The mesh or its links have changed since the search began; the scratch has been used for
    /// another search meanwhile, or the search was over already. The path is empty then.
    pub fn continue_path(
        &self,
        search: &mut Search,
        sliced: &SlicedPath,
        expansions: u32,
        path: &mut Path,
    ) -> Result<Slice, SliceError> {
        path.clear();
        let ticket = search.query.ticket.as_ref().ok_or(SliceError::SearchUsed)?;
        if !Arc::ptr_eq(&ticket.own, &sliced.0) {
            return Err(SliceError::SearchUsed);
        }
        let same = ticket.mesh.iter().zip(self.states()).all(|(old, new)| Arc::ptr_eq(old, new));
        if !same {
            return Err(SliceError::MeshChanged);
        }
        if !self.advance_query(search, expansions) {
            return Ok(Slice::Running);
        }
        search.query.ticket = None;
        self.finish_query(search, path)?;
        Ok(Slice::Done)
    }

    fn begin_query(&self, search: &mut Search) -> Result<(), PathError> {
        if self.link_roster().is_empty() {
            return self.begin_ground(search);
        }
        let Query { ends, options, .. } = search.query;
        match self.begin_links(search, ends) {
            Err(_) if options.partial => self.begin_partial(search),
            begun => {
                search.query.stage = SearchStage::Links;
                begun
            }
        }
    }

    fn begin_ground(&self, search: &mut Search) -> Result<(), PathError> {
        let Query { ends, options, sliced, .. } = search.query;
        search.query.stage = SearchStage::Ground;
        if !sliced && !search.is_steady {
            self.learn(search, options.entry);
        }
        self.begin(search, ends.0, ends.1, &options)
    }

    fn begin_links(&self, search: &mut Search, ends: (Vec2, Vec2)) -> Result<(), PathError> {
        let kinds = &search.query.options.kinds;
        self.allowed_start(ends.0, kinds)?;
        self.allowed_goal(ends.1, kinds)?;
        search.linked.begin(self, ends, kinds);
        Ok(())
    }

    /// Begins to look for a path towards a goal that cannot be reached.
    fn begin_partial(&self, search: &mut Search) -> Result<(), PathError> {
        match self.begin_towards(search) {
            Ok(distance) => {
                search.query.stage = SearchStage::LinksTowards(distance);
                Ok(())
            }
            Err(_) => self.begin_ground(search),
        }
    }

    /// Begins to look for the cheapest path that may use links, to the point nearest to the goal of all that can be reached
    /// over the ground and links; returns how far that is from the goal.
    fn begin_towards(&self, search: &mut Search) -> Result<f32, PathError> {
        let Query { ends, options: PathOptions { kinds, .. }, .. } = search.query;
        let reached = self.reached_over_links(self.allowed_start(ends.0, &kinds)?, &kinds);
        let is_reached = |cell: CellId| {
            reached.binary_search(&self.component(cell)).is_ok() && self.is_allowed(cell, &kinds)
        };
        let unreachable = PathError::Unreachable { from: ends.0, to: ends.1 };
        let nearest = self.nearest_of(ends.1, f32::INFINITY, is_reached)?.ok_or(unreachable)?;
        self.begin_links(search, (ends.0, nearest.point))?;
        Ok(nearest.distance)
    }

    /// Expands up to `limit` nodes; returns whether the search is over.
    fn advance_query(&self, search: &mut Search, limit: u32) -> bool {
        if search.query.stage == SearchStage::Ground {
            return search.query.failed.is_some() || self.advance(search, limit);
        }
        let mut linked = std::mem::take(&mut search.linked);
        let over = self.advance_links(search, &mut linked, limit);
        let found = linked.found();
        search.linked = linked;
        if !over || found {
            return over;
        }
        let Query { ends: (from, to), options, stage, .. } = search.query;
        let begun = match stage {
            SearchStage::Links if options.partial => self.begin_partial(search),
            SearchStage::LinksTowards(_) => self.begin_ground(search),
            _ => Err(PathError::Unreachable { from, to }),
        };
        search.query.failed = begun.err();
        search.query.failed.is_some()
    }

    fn advance_links(&self, search: &mut Search, linked: &mut LinkedSearch, limit: u32) -> bool {
        let mut left = limit;
        loop {
            if linked.is_walking() {
                let before = self.expanded(search);
                if !self.advance(search, left) {
                    return false;
                }
                left = left.saturating_sub(self.expanded(search).saturating_sub(before));
                linked.walk(|path| self.finish(search, path));
            }
            if left == 0 {
                return false;
            }
            left -= 1;
            match linked.next() {
                LinkedStep::On => (),
                LinkedStep::Over => return true,
                LinkedStep::Walk(ends) => {
                    let Query { options, sliced, .. } = search.query;
                    if !sliced && !search.is_steady {
                        self.learn(search, options.entry);
                    }
                    let options = PathOptions { partial: false, ..options };
                    if let Err(error) = self.begin(search, ends.0, ends.1, &options) {
                        linked.walk(|_| Err(error));
                    }
                }
            }
        }
    }

    fn finish_query(&self, search: &mut Search, path: &mut Path) -> Result<(), PathError> {
        let Query { stage, failed, .. } = search.query;
        if let Some(error) = failed {
            return Err(error);
        }
        match stage {
            SearchStage::Ground => return self.finish(search, path),
            SearchStage::Links => search.linked.assemble(path),
            SearchStage::LinksTowards(distance) => {
                search.linked.assemble(path);
                path.end = PathEnd::Nearest { distance };
            }
        }
        Ok(())
    }
}
