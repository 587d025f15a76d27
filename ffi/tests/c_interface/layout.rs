//! Structures have the same layout on both sides of the border.

use std::process::Command;

use hnav::allocator::Allocator;
use hnav::column::{ConstVectorColumn, NumberColumn, UnitColumns, VectorColumn};
use hnav::draw::DebugDraw;
use hnav::event::Event;
use hnav::explain::Reasons;
use hnav::ground::RayHit;
use hnav::group::{Field, Group};
use hnav::handle::{
    AreaHandle, DiscomfortHandle, LinkHandle, ObstacleHandle, OrderHandle, UnitHandle, WorldHandle,
};
use hnav::land::LinkDef;
use hnav::parameters::WorldParameters;
use hnav::path::{PathInfo, PathQuery};
use hnav::task::{Counters, TaskSystem};
use hnav::unit::{UnitDef, UnitState};
use hnav::vector::Vec2;
use hnav::world::{MovementKind, Phase, WorldDef};

use crate::compiler::{Standard, package, run, scratch};
use crate::header::committed;

/// The name in C and the size of each structure.
macro_rules! sizes {
    ($($name:literal is $structure:ty),* $(,)?) => {
        [$(($name, size_of::<$structure>(), align_of::<$structure>())),*]
    };
}

fn structures() -> impl Iterator<Item = (&'static str, usize, usize)> {
    sizes!(
        "hnavVec2" is Vec2,
        "hnavWorldId" is WorldHandle,
        "hnavObstacleId" is ObstacleHandle,
        "hnavUnitId" is UnitHandle,
        "hnavOrderId" is OrderHandle,
        "hnavWorldParameters" is WorldParameters,
        "hnavWorldDef" is WorldDef,
        "hnavPhase" is Phase,
        "hnavPathQuery" is PathQuery,
        "hnavPathInfo" is PathInfo,
        "hnavRayHit" is RayHit,
        "hnavUnitDef" is UnitDef,
        "hnavUnitState" is UnitState,
        "hnavVectorColumn" is VectorColumn,
        "hnavConstVectorColumn" is ConstVectorColumn,
        "hnavNumberColumn" is NumberColumn,
        "hnavUnitColumns" is UnitColumns,
        "hnavEvent" is Event,
        "hnavGroup" is Group,
        "hnavField" is Field,
        "hnavAllocator" is Allocator,
        "hnavReasons" is Reasons,
        "hnavAreaId" is AreaHandle,
        "hnavLinkId" is LinkHandle,
        "hnavDiscomfortId" is DiscomfortHandle,
        "hnavMovementKind" is MovementKind,
        "hnavLinkDef" is LinkDef,
        "hnavTaskSystem" is TaskSystem,
        "hnavCounters" is Counters,
        "hnavDebugDraw" is DebugDraw,
    )
    .into_iter()
}

#[test]
fn sizes_and_alignments_are_the_same_in_c_and_cpp() {
    let mut text = String::from("#include <hnav/hnav.h>\n#include <stddef.h>\n");
    for (name, size, align) in structures() {
        text += &format!(
            "struct {name}_at {{ char before; {name} it; }};\n\
             typedef char {name}_size[sizeof({name}) == {size} ? 1 : -1];\n\
             typedef char {name}_align[offsetof(struct {name}_at, it) == {align} ? 1 : -1];\n"
        );
    }
    let source = scratch("layout.c");
    std::fs::write(&source, text).expect("the layout can be written");
    for (standard, language) in
        [(Standard::C99, "c"), (Standard::C11, "c"), (Standard::Cpp17, "c++")]
    {
        let mut compiler: Command = standard.compiler();
        compiler.arg("-I").arg(package("include")).args(["-fsyntax-only", "-x", language]);
        run(compiler.arg(&source));
    }
}

#[test]
fn every_structure_of_the_header_is_compared() {
    let header = committed();
    let ours: Vec<&str> = structures().map(|(name, ..)| name).collect();
    let theirs = header.lines().filter_map(|line| line.strip_prefix("} ")?.strip_suffix(';'));
    let missing: Vec<&str> = theirs.filter(|name| !ours.contains(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
