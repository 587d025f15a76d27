//! What units are doing.

/// What a unit is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Activity {
    /// It has no order; it may step aside for friends, and returns.
    Idle,
    /// It is on its way to its place.
    Moving,
    /// It rests at its place; it may step aside for friends, and returns.
    Resting,
    /// It holds its position, see [`World::hold`](crate::World::hold).
    Holding,
    /// It is on a link, see [`World::add_link`](crate::World::add_link).
    Crossing,
    /// It is on its way and comes no nearer to its place, see [`Event::Stuck`](crate::Event::Stuck).
    Stuck,
}
