//! What is known of a unit between its node and the world.

use hybrid::glam::Vec2;
use hybrid::{Activity, Unit, UnitId, World, WorldError};

use crate::geometry::bits;
use crate::settings::Settings;

/// Where a node is, in metres of the world, and where it looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Place {
    pub(crate) at: Vec2,
    pub(crate) heading: Vec2,
}

/// A unit as its node and the world have it.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub(crate) unit: Option<UnitId>,
    /// What the world was told last.
    told: Settings,
    previous: Place,
    now: Place,
    /// Where its node was put last.
    shown: Vec2,
    /// What was shown there, if anything was.
    last: Option<Place>,
    /// The bits of the place that was refused last: from there its node goes back to where the world has it.
    refused: Option<[u32; 2]>,
    activity: Option<Activity>,
}

impl Body {
    /// A unit that the world does not have yet.
    pub(crate) fn new(settings: Settings, place: Place) -> Self {
        Self {
            unit: None,
            told: settings,
            previous: place,
            now: place,
            shown: place.at,
            last: None,
            refused: None,
            activity: None,
        }
    }

    /// A unit that the world has, and has told nobody of; `shown` is where its node was put last.
    pub(crate) fn of(unit: &Unit, told: Settings, shown: Vec2) -> Self {
        let place = Place { at: unit.position, heading: unit.heading };
        Self { unit: Some(unit.id), shown, ..Self::new(told, place) }
    }

    /// What the world was told last, and where its node was put last.
    pub(crate) fn told(&self) -> (Settings, Vec2) {
        (self.told, self.shown)
    }

    /// Has its node put where it belongs, even if it is there.
    pub(crate) fn forget_shown(&mut self) {
        self.last = None;
    }

    /// Returns whether the game moves it, as far as the world knows.
    pub(crate) fn is_game_driven(&self) -> bool {
        self.told.is_game_driven
    }

    /// Brings it into the world, or takes over what has changed of it and where its node was put.
    pub(crate) fn sync(
        &mut self,
        world: &mut World,
        settings: Settings,
        place: Place,
        user_data: u64,
    ) -> Result<(), WorldError> {
        let has_changed = !std::mem::replace(&mut self.told, settings).is_like(&settings);
        let Some(unit) = self.unit else {
            if has_changed || self.refused != Some(bits(place.at)) {
                *self = Self { refused: Some(bits(place.at)), ..Self::new(settings, place) };
                let definition = settings.definition(place.at, place.heading, user_data);
                self.unit = Some(world.add_unit(&definition)?);
                self.refused = None;
            }
            return Ok(());
        };
        let changed = match has_changed {
            true => world.set_unit(unit, &settings.change()),
            false => Ok(()),
        };
        changed.and(self.put(world, unit, settings.is_game_driven, place))
    }

    /// Tells the world where its node is, if the game has moved that.
    fn put(
        &mut self,
        world: &mut World,
        unit: UnitId,
        is_game_driven: bool,
        place: Place,
    ) -> Result<(), WorldError> {
        let at = place.at;
        if is_game_driven {
            if self.refused != Some(bits(at)) {
                self.refused = Some(bits(at));
                let velocity = (at - self.shown) / world.definition().parameters.tick;
                world.set_motion(unit, at, velocity)?;
                (self.refused, self.shown) = (None, at);
            }
        } else if bits(at) != bits(self.shown) && self.refused != Some(bits(at)) {
            self.refused = Some(bits(at));
            world.teleport(unit, at)?;
            *self = Self { unit: self.unit, ..Self::new(self.told, Place { at, ..self.now }) };
        }
        Ok(())
    }

    /// Takes over what a step has made of it.
    pub(crate) fn read(&mut self, unit: &Unit) {
        self.previous = self.now;
        self.now = Place { at: unit.position, heading: unit.heading };
    }

    /// Returns whether it has begun to do something else than before.
    pub(crate) fn has_begun(&mut self, activity: Activity) -> bool {
        self.activity.replace(activity) != Some(activity)
    }

    /// Where its node belongs now, a part of a tick after the last step but one; `None` where it is there, where that is the game's affair,
    /// or where the game has moved it and the world does not know yet.
    pub(crate) fn show(&mut self, found: Vec2, fraction: f32) -> Option<Place> {
        let is_foreign = bits(found) != bits(self.shown) && self.refused != Some(bits(found));
        if self.unit.is_none() || self.told.is_game_driven || is_foreign {
            return None;
        }
        self.refused = None;
        let between = |a: Vec2, b: Vec2| if a == b { b } else { a.lerp(b, fraction) };
        let heading = between(self.previous.heading, self.now.heading);
        let place = Place {
            at: between(self.previous.at, self.now.at),
            heading: heading.try_normalize().unwrap_or(self.now.heading),
        };
        let is_there = bits(found) == bits(self.shown) && self.last.replace(place) == Some(place);
        (!is_there).then_some(place)
    }

    /// Notes where its node is.
    pub(crate) fn shown(&mut self, at: Vec2) {
        self.shown = at;
    }
}
