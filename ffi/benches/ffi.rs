//! What the border to C costs: a frame in which an engine says where all its units are and reads what they should do,
//! through the C library and through the world itself, by turns in the same run. Both give the same numbers.
//!
//! It is a bench of the package `headless`, like all others; it lies here because calling C functions is `unsafe`.

use std::process::ExitCode;
use std::time::Instant;

use headless::command::bench::{self, BenchArguments, BenchResult};
use hnav::column::{
    ConstVectorColumn, VectorColumn, hnavDefaultUnitColumns, hnavWorld_ReadUnits,
    hnavWorld_SetMotions,
};
use hnav::handle::{UnitHandle, WorldHandle};
use hnav::library::hnavGetLastErrorMessage;
use hnav::result::ResultCode;
use hnav::unit::{UnitDef, hnavDefaultUnitDef, hnavWorld_CreateUnits};
use hnav::unit_state::Driver;
use hnav::vector::Vec2;
use hnav::world::{hnavCreateWorld, hnavDefaultWorldDef};
use hybrid::navmesh::Bounds;
use hybrid::{UnitDefinition, UnitId, World, WorldDefinition, glam};
use serde_json::json;

/// Metres between units.
const PITCH: f32 = 1.0;
const RADIUS: f32 = 0.25;

/// Where units stand in a frame.
fn places(units: usize, frame: u32) -> impl Iterator<Item = glam::Vec2> {
    let columns = (units as f32).sqrt().ceil() as usize;
    let shift = 1.0 + 0.001 * (frame % 100) as f32;
    (0..units).map(move |k| glam::vec2((k % columns) as f32, (k / columns) as f32) * PITCH + shift)
}

fn extent(units: usize) -> f32 {
    (units as f32).sqrt().ceil() * PITCH + 4.0
}

/// An engine that uses the world itself.
struct Direct {
    world: World,
    units: Vec<UnitId>,
    positions: Vec<glam::Vec2>,
    seen: Vec<[glam::Vec2; 2]>,
}

impl Direct {
    fn new(units: usize) -> BenchResult<Self> {
        let bounds = Bounds::new(glam::Vec2::ZERO, glam::Vec2::splat(extent(units)));
        let mut world = World::new(&WorldDefinition::new(bounds, vec![RADIUS]))?;
        let add = |position| {
            world.add_unit(&UnitDefinition {
                driver: hybrid::Driver::Engine,
                ..UnitDefinition::new(position, RADIUS, 2.0)
            })
        };
        let ids = places(units, 0).map(add).collect::<Result<_, _>>()?;
        let seen = vec![[glam::Vec2::ZERO; 2]; units];
        Ok(Self { world, units: ids, positions: Vec::new(), seen })
    }

    fn frame(&mut self) -> BenchResult<()> {
        for (&unit, &position) in self.units.iter().zip(&self.positions) {
            self.world.set_motion(unit, position, glam::Vec2::X)?;
        }
        for (&unit, seen) in self.units.iter().zip(&mut self.seen) {
            let unit = self.world.unit(unit).ok_or("a unit is gone")?;
            *seen = [unit.position, unit.desired_velocity];
        }
        Ok(())
    }
}

/// The engine with the C library.
struct ThroughC {
    world: WorldHandle,
    units: Vec<UnitHandle>,
    positions: Vec<glam::Vec2>,
    velocities: Vec<glam::Vec2>,
    seen: Vec<[glam::Vec2; 2]>,
}

fn done(code: ResultCode) -> BenchResult<()> {
    if code == ResultCode::Ok {
        return Ok(());
    }
    // SAFETY: the message lives until this thread's next failure.
    let message = unsafe { std::ffi::CStr::from_ptr(hnavGetLastErrorMessage()) };
    Err(message.to_string_lossy().into())
}

impl ThroughC {
    fn new(units: usize) -> BenchResult<Self> {
        let far = extent(units);
        let mut world = WorldHandle::default();
        let mut handles = vec![UnitHandle::default(); units];
        let def = |position: glam::Vec2| UnitDef {
            driver: Driver::Engine as i32,
            ..hnavDefaultUnitDef(position.into(), RADIUS, 2.0)
        };
        let defs: Vec<UnitDef> = places(units, 0).map(def).collect();
        // SAFETY: all pointers lead to values or arrays of the counts given.
        unsafe {
            let upper = Vec2 { x: far, y: far };
            let world_def = hnavDefaultWorldDef(Vec2::default(), upper, &RADIUS, 1);
            done(hnavCreateWorld(&world_def, &mut world))?;
            done(hnavWorld_CreateUnits(world, defs.as_ptr(), units as u32, handles.as_mut_ptr()))?;
        }
        let seen = vec![[glam::Vec2::ZERO; 2]; units];
        let velocities = vec![glam::Vec2::X; units];
        Ok(Self { world, units: handles, positions: Vec::new(), velocities, seen })
    }

    fn frame(&mut self) -> BenchResult<()> {
        let column = |vectors: &[glam::Vec2]| {
            let first = vectors.as_ptr().cast::<f32>();
            ConstVectorColumn { x: first, y: first.wrapping_add(1), stride: 8 }
        };
        let target = |index: usize, first: *mut f32| VectorColumn {
            x: first.wrapping_add(2 * index),
            y: first.wrapping_add(2 * index + 1),
            stride: 16,
        };
        let (units, count) = (self.units.as_ptr(), self.units.len() as u32);
        let mut columns = hnavDefaultUnitColumns();
        let first = self.seen.as_mut_ptr().cast::<f32>();
        columns.position = target(0, first);
        columns.desired_velocity = target(1, first);
        let (positions, velocities) = (column(&self.positions), column(&self.velocities));
        // SAFETY: all columns have as many rows as there are units.
        unsafe {
            done(hnavWorld_SetMotions(self.world, units, count, positions, velocities))?;
            done(hnavWorld_ReadUnits(self.world, units, count, &columns))
        }
    }
}

/// Times a frame, in milliseconds: the least of all was disturbed least.
fn time(least: &mut f64, frame: impl FnOnce() -> BenchResult<()>) -> BenchResult<()> {
    let began = Instant::now();
    frame()?;
    *least = least.min(began.elapsed().as_secs_f64() * 1e3);
    Ok(())
}

/// The least milliseconds of a frame directly and through C.
fn measure(units: usize, frames: u32) -> BenchResult<[f64; 2]> {
    let (mut direct, mut through_c) = (Direct::new(units)?, ThroughC::new(units)?);
    let mut least = [f64::INFINITY; 2];
    for frame in 0..frames {
        direct.positions = places(units, frame).collect();
        through_c.positions = direct.positions.clone();
        time(&mut least[0], || direct.frame())?;
        time(&mut least[1], || through_c.frame())?;
        let is_right = direct.seen.iter().zip(&direct.positions).all(|(seen, at)| seen[0] == *at);
        if !is_right || direct.seen != through_c.seen {
            return Err(format!("frame {frame}: the two sides read different numbers").into());
        }
    }
    Ok(least)
}

fn run(bench: &BenchArguments) -> BenchResult<()> {
    let (sizes, frames): (&[usize], u32) = bench.effort().of(
        (&[100], 3),
        (&[1_000, 10_000], 200),
        (&[100, 1_000, 10_000, 50_000], 500),
    );
    let mut rows = Vec::new();
    bench.tell("  units    rust ms       c ms   over ms  ratio")?;
    for &units in sizes {
        let [rust, c] = measure(units, frames)?;
        let (over, ratio) = (c - rust, c / rust);
        bench.tell(&format!("{units:>7}{rust:>11.4}{c:>11.4}{over:>10.4}{ratio:>7.2}"))?;
        rows.push(json!({ "units": units, "rust_ms": rust, "c_ms": c }));
    }
    bench.finish("ffi", &rows, &[])
}

fn main() -> ExitCode {
    bench::main("ffi", "Units set and read in each frame, through C and directly", run)
}
