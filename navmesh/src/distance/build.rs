//! Making distance fields, all at once or in slices.

use std::sync::Arc;

use super::field::{DistanceField, DistanceOptions, Focus, Goal};
use super::limit::DistanceLimit;
use super::ordering::{Ordered, Ordering};
use super::sources::GoalSource;
use super::sweep::Sweep;
use crate::error::PathError;
use crate::mesh::NavMesh;
use crate::paths::find::SliceError;
use crate::tiles::tiling::State;

/// A distance field that is made in slices: see [`NavMesh::begin_distance_field`].
#[derive(Clone, Debug)]
pub struct DistanceBuild {
    /// Of the mesh on which it began.
    state: Arc<State>,
    stage: DistanceStage,
    steps: u32,
}

#[derive(Clone, Debug)]
enum DistanceStage {
    Sweep(Box<Sweep>),
    /// How many steps the sweep took, and what it found.
    Ordering(u32, Box<Ordering>),
    /// The field was handed out.
    Given,
}

impl DistanceBuild {
    /// Returns how many steps were done so far: goals and corners that were swept from, cells that were seen from them, and
    /// last a few for putting them in order. The same for the same field, however it is cut into slices.
    pub fn steps(&self) -> u32 {
        self.steps
    }
}

impl NavMesh {
    /// The remaining distance to the nearest of the goals, for any point of the mesh. It takes milliseconds: keep the
    /// field as long as neither mesh nor goals change. What it learns of the ground stays with the mesh (as it does for
    /// [`Entry::Exact`](crate::Entry::Exact)): on tiles that did not change, the next field takes less time.
    ///
    /// ```
    /// use navmesh::glam::vec2;
    /// use navmesh::{Bounds, DistanceOptions, Goal, MeshDefinition, NavMesh};
    ///
    /// let bounds = Bounds::new(vec2(0.0, 0.0), vec2(40.0, 30.0));
    /// let mut mesh = NavMesh::new(&MeshDefinition::new(bounds))?;
    /// mesh.add_obstacle(&[vec2(10.0, 0.0), vec2(12.0, 0.0), vec2(12.0, 20.0), vec2(10.0, 20.0)])?;
    /// mesh.commit()?;
    ///
    /// let field = mesh.distance_field(&[Goal::new(vec2(17.0, 10.0))], &DistanceOptions::default())?;
    /// let rest = field.remaining(&mesh, vec2(5.0, 10.0)).ok_or("no way")?;
    /// assert!((rest.distance - (2.0 * 125f32.sqrt() + 2.0)).abs() < 1e-3, "over the top of the wall");
    /// assert_eq!(rest.way_point, vec2(10.0, 20.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// No goal; goals that are not finite, outside the bounds or blocked; a start value or a limit that is negative or
    /// not a number, or such a focus.
    pub fn distance_field(
        &self,
        goals: &[Goal],
        options: &DistanceOptions,
    ) -> Result<DistanceField, PathError> {
        let mut sweep = self.sweep_of(goals, options)?;
        sweep.run(self, u32::MAX);
        let mut ordering = Ordering::new(sweep, self);
        ordering.run(self, u32::MAX);
        Ok(self.field_of(ordering))
    }

    /// Begins a field that is made in slices, each by a call of
    /// [`continue_distance_field`](Self::continue_distance_field). In the end it is the one that
    /// [`distance_field`](Self::distance_field) makes.
    ///
    /// # Errors
    /// See [`distance_field`](Self::distance_field).
    pub fn begin_distance_field(
        &self,
        goals: &[Goal],
        options: &DistanceOptions,
    ) -> Result<DistanceBuild, PathError> {
        let stage = DistanceStage::Sweep(Box::new(self.sweep_of(goals, options)?));
        Ok(DistanceBuild { state: Arc::clone(self.cells.state()), stage, steps: 0 })
    }

    /// Does a slice of the work: about so many [`steps`](DistanceBuild::steps), of a third of a microsecond each. The last
    /// slice gives the field.
    ///
    /// # Errors
    /// The mesh has changed since the build began, or is another one; the field was given before.
    pub fn continue_distance_field(
        &self,
        build: &mut DistanceBuild,
        steps: u32,
    ) -> Result<Option<DistanceField>, SliceError> {
        if !Arc::ptr_eq(&build.state, self.cells.state()) {
            return Err(SliceError::MeshChanged);
        }
        let (stage, field) = match std::mem::replace(&mut build.stage, DistanceStage::Given) {
            DistanceStage::Sweep(mut sweep) => {
                let is_swept = sweep.run(self, steps);
                build.steps = sweep.steps();
                let ordered = |sweep: Box<Sweep>| {
                    DistanceStage::Ordering(build.steps, Box::new(Ordering::new(*sweep, self)))
                };
                (if is_swept { ordered(sweep) } else { DistanceStage::Sweep(sweep) }, None)
            }
            DistanceStage::Ordering(swept, mut ordering) => {
                let is_done = ordering.run(self, steps);
                build.steps = swept.saturating_add(ordering.steps());
                if is_done {
                    // The last slice may order less than in a step. The field counts as one: so each slice does one at
                    // least, and all together do as many, however they are cut.
                    build.steps = build.steps.saturating_add(1);
                    (DistanceStage::Given, Some(self.field_of(*ordering)))
                } else {
                    (DistanceStage::Ordering(swept, ordering), None)
                }
            }
            DistanceStage::Given => return Err(SliceError::SearchUsed),
        };
        build.stage = stage;
        Ok(field)
    }

    fn sweep_of(&self, goals: &[Goal], options: &DistanceOptions) -> Result<Sweep, PathError> {
        Ok(Sweep::new(self, self.sources(goals, options)?, limit_of(options)?))
    }

    /// The goals of a field, once they and the options are checked.
    pub(crate) fn sources(
        &self,
        goals: &[Goal],
        options: &DistanceOptions,
    ) -> Result<Vec<GoalSource>, PathError> {
        if goals.is_empty() {
            return Err(PathError::NoGoal);
        }
        limit_of(options)?;
        goals.iter().map(|goal| self.source(goal)).collect()
    }

    fn field_of(&self, ordering: Ordering) -> DistanceField {
        let Ordered { limit, first, entries, roots } = ordering.finish();
        let (version, state) = (self.version(), Arc::clone(self.cells.state()));
        DistanceField { version, state, limit, first, entries, roots }
    }

    fn source(&self, goal: &Goal) -> Result<GoalSource, PathError> {
        let cell = self.goal_cell(goal.point)?;
        let Goal { point, start_value } = *goal;
        if !start_value.is_finite() || start_value < 0.0 {
            return Err(PathError::StartValue { point, start_value });
        }
        // Of two zeros the one without sign: its bits are the least.
        let (number, distance) = (self.cells.number_of(cell), start_value.abs() as f64);
        Ok(GoalSource { point, cell, number, distance })
    }
}

/// The limit that some options name, once it is checked.
fn limit_of(options: &DistanceOptions) -> Result<DistanceLimit, PathError> {
    let DistanceOptions { limit, focus } = *options;
    if limit.is_nan() || limit < 0.0 {
        return Err(PathError::Limit { limit });
    }
    let is_wrong = |focus: &Focus| {
        !focus.center.is_finite() || !focus.radius.is_finite() || focus.radius < 0.0
    };
    if let Some(Focus { center, radius }) = focus.filter(is_wrong) {
        return Err(PathError::Focus { center, radius });
    }
    let disc = |Focus { center, radius }: Focus| (center.as_dvec2(), f64::from(radius));
    Ok(DistanceLimit::new(f64::from(limit), focus.map(disc)))
}
