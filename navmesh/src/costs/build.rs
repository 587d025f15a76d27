//! Making cost fields, all at once or in slices.

use std::sync::Arc;

use super::field::CostField;
use super::listing::{Listed, Listing};
use super::pace::Pace;
use super::scene::Scene;
use super::survey::Survey;
use super::sweep::CostSweep;
use crate::distance::field::{DistanceOptions, Goal};
use crate::distance::sources::GoalSource;
use crate::error::PathError;
use crate::mesh::NavMesh;
use crate::paths::find::SliceError;
use crate::tiles::tiling::State;

/// A cost field that is made in slices: see [`NavMesh::begin_cost_field`].
#[derive(Clone, Debug)]
pub struct CostBuild {
    /// Of the mesh on which it began, and of its links.
    states: [Arc<State>; 2],
    stage: CostStage,
    pace: Pace,
    steps: u32,
}

#[derive(Clone, Debug)]
enum CostStage {
    Survey(Box<Survey>, Vec<GoalSource>),
    Sweep(Box<Scene>, Box<CostSweep>),
    Listing(Box<Scene>, Box<Listing>),
    /// The field was handed out.
    Given,
}

impl CostBuild {
    /// Returns how many steps were done so far: cells, borders and links of the mesh that were looked at, goals, corners and
    /// parts of borders that were swept from, what was seen from them, and last putting that in order. The same for the same
    /// field, however it is cut into slices.
    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// Goes on until the slice is over or all is done; then gives what the field is made of.
    fn run(&mut self, mesh: &NavMesh) -> Option<(Scene, Listed)> {
        loop {
            self.stage = match std::mem::replace(&mut self.stage, CostStage::Given) {
                CostStage::Survey(mut survey, sources) => {
                    if !survey.run(mesh, &mut self.pace) {
                        self.stage = CostStage::Survey(survey, sources);
                        return None;
                    }
                    let scene = Box::new(survey.finish());
                    let sweep = Box::new(CostSweep::new(&scene, sources));
                    CostStage::Sweep(scene, sweep)
                }
                CostStage::Sweep(scene, mut sweep) => {
                    if !sweep.run(&scene, &mut self.pace) {
                        self.stage = CostStage::Sweep(scene, sweep);
                        return None;
                    }
                    let (roots, views) = sweep.finish();
                    let listing = Listing::new(roots, views, scene.rings.cell_count());
                    CostStage::Listing(scene, Box::new(listing))
                }
                CostStage::Listing(scene, mut listing) => {
                    if !listing.run(&mut self.pace) {
                        self.stage = CostStage::Listing(scene, listing);
                        return None;
                    }
                    return Some((*scene, listing.finish()));
                }
                CostStage::Given => return None,
            }
        }
    }
}

impl NavMesh {
    /// Returns what the way to the nearest of the goals costs, for any point of the mesh, areas and links included. It takes
    /// milliseconds, and more the more borders there are: keep the field as long as neither mesh nor goals change. Where there
    /// are neither areas nor links, [`distance_field`](Self::distance_field) says the same for less.
    ///
    /// ```
    /// use navmesh::glam::vec2;
    /// use navmesh::{Area, Bounds, DistanceOptions, Goal, LinkDefinition, MeshDefinition, NavMesh};
    ///
    /// let mut mesh = NavMesh::new(&MeshDefinition::new(Bounds::new(vec2(0., 0.), vec2(40., 40.))))?;
    /// mesh.add_area(Bounds::new(vec2(10.0, 0.0), vec2(30.0, 40.0)), Area { kind: 1, cost: 3.0 })?;
    /// mesh.commit()?;
    /// let goals = [Goal::new(vec2(35.0, 20.0))];
    /// let field = mesh.cost_field(&goals, &DistanceOptions::default())?;
    /// let cost = field.cost(&mesh, vec2(5.0, 20.0)).ok_or("no way")?;
    /// assert!((cost - 70.0).abs() < 0.01, "10 m, and 20 m through mud");
    ///
    /// let rope = mesh.add_link(vec2(9.0, 20.0), vec2(31.0, 20.0), &LinkDefinition::new(30.0))?;
    /// let field = mesh.cost_field(&goals, &DistanceOptions::default())?;
    /// let onward = field.onward(&mesh, vec2(5.0, 20.0)).ok_or("no way")?;
    /// assert_eq!((onward.cost, onward.link), (38.0, Some((rope, vec2(31.0, 20.0)))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`distance_field`](Self::distance_field).
    pub fn cost_field(
        &self,
        goals: &[Goal],
        options: &DistanceOptions,
    ) -> Result<CostField, PathError> {
        let mut build = self.begin_cost_field(goals, options)?;
        build.pace.begin(u32::MAX);
        loop {
            if let Some(made) = build.run(self) {
                let (scene, listed) = made;
                return Ok(field_of(build.states, scene, listed));
            }
            build.pace.begin(u32::MAX);
        }
    }

    /// Begins a field that is made in slices, each by a call of [`continue_cost_field`](Self::continue_cost_field). In the
    /// end it is the one that [`cost_field`](Self::cost_field) makes.
    ///
    /// # Errors
    /// See [`cost_field`](Self::cost_field).
    pub fn begin_cost_field(
        &self,
        goals: &[Goal],
        options: &DistanceOptions,
    ) -> Result<CostBuild, PathError> {
        let sources = self.sources(goals, options)?;
        let survey = Box::new(Survey::new(self, f64::from(options.limit)));
        Ok(CostBuild {
            states: self.states().map(Arc::clone),
            stage: CostStage::Survey(survey, sources),
            pace: Pace::default(),
            steps: 0,
        })
    }

    /// Does a slice of the work: about so many [`steps`](CostBuild::steps), at least 1, of a third of a microsecond each. The
    /// last slice gives the field.
    ///
    /// # Errors
    /// The mesh or its links have changed since the build began, or it is another one; the field was given before.
    pub fn continue_cost_field(
        &self,
        build: &mut CostBuild,
        steps: u32,
    ) -> Result<Option<CostField>, SliceError> {
        if !build.states.iter().zip(self.states()).all(|(own, other)| Arc::ptr_eq(own, other)) {
            return Err(SliceError::MeshChanged);
        }
        if matches!(build.stage, CostStage::Given) {
            return Err(SliceError::SearchUsed);
        }
        build.pace.begin(steps);
        let made = build.run(self);
        // The last slice may do less than a step: so that each does at least one, the last step is the field itself.
        build.steps = build.pace.steps().saturating_add(u32::from(made.is_some()));
        Ok(made.map(|(scene, listed)| field_of(build.states.clone(), scene, listed)))
    }
}

fn field_of(states: [Arc<State>; 2], scene: Scene, listed: Listed) -> CostField {
    let Scene { rates, ways, limit, .. } = scene;
    let Listed { first, entries, roots } = listed;
    let ends = ways.arrivals.iter().map(|(place, _)| place.as_vec2());
    let links = ways.links.into_iter().zip(ends).collect();
    let rates = rates.into_iter().map(|rate| rate as f32).collect();
    CostField { states, limit, first, entries, roots, rates, links }
}
