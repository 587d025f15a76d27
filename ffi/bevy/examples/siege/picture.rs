//! A picture of it, without a window.

use std::time::Duration;

use bevy::app::ScheduleRunnerPlugin;
use bevy::camera::RenderTarget;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::render_resource::TextureFormat;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::time::TimeUpdateStrategy;
use bevy::window::ExitCondition;
use bevy::winit::WinitPlugin;
use bevy_hybridnav::prelude::*;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};

use crate::controls::HELP;
use crate::looks::{self, COLOURS, Orbit};

const WIDTH: u32 = 1120;
const HEIGHT: u32 = 630;
/// When it is drawn: the gate and the wall are open, and some have come through.
const TICK: u64 = 400;
/// How many pixels at least have the colour of a company, in the sun or in the shade.
const LEAST_PIXELS: usize = 800;

/// The file that it is written to.
#[derive(Resource)]
struct Target(String);

pub(crate) fn add(app: &mut App, file: &str) {
    let window =
        WindowPlugin { primary_window: None, exit_condition: ExitCondition::DontExit, ..default() };
    // The first frame that is drawn has everything in it.
    let renderer = RenderPlugin { synchronous_pipeline_compilation: true, ..default() };
    app.add_plugins(DefaultPlugins.set(window).set(renderer).disable::<WinitPlugin>())
        .add_plugins(ScheduleRunnerPlugin::run_loop(Duration::ZERO))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(100)))
        .insert_resource(Target(file.to_owned()))
        .add_systems(PostStartup, aim)
        .add_systems(Update, draw);
    looks::add(app, HELP);
    app.insert_resource(NavDebug { fields: true, ..NavDebug::none() });
}

/// The camera sees nothing until the moment has come, as a processor draws slowly.
fn aim(
    mut commands: Commands,
    mut images: ResMut<Assets<Image>>,
    mut camera: Single<(Entity, &mut Camera)>,
) {
    let target = Image::new_target_texture(WIDTH, HEIGHT, TextureFormat::Rgba8UnormSrgb, None);
    camera.1.is_active = false;
    commands.entity(camera.0).insert(Orbit {
        focus: Vec3::new(64.5, 0.0, 38.5),
        yaw: -0.32,
        pitch: 0.78,
        distance: 66.0,
    });
    commands.entity(camera.0).insert(RenderTarget::Image(images.add(target).into()));
}

fn draw(
    mut commands: Commands,
    nav: Res<NavWorld>,
    mut time: ResMut<Time<Virtual>>,
    mut camera: Single<(&mut Camera, &RenderTarget)>,
    mut frames: Local<u32>,
) {
    if nav.world().tick_count() < TICK {
        return;
    }
    time.pause();
    camera.0.is_active = true;
    *frames += 1;
    // Text is laid out once there is a camera that shows it.
    if *frames == 4
        && let Some(image) = camera.1.as_image()
    {
        commands.spawn(Screenshot::image(image.clone())).observe(finish);
    }
}

fn finish(
    shot: On<ScreenshotCaptured>,
    file: Res<Target>,
    mut exit: MessageWriter<AppExit>,
) -> Result {
    let picture = shot.image.clone().try_into_dynamic()?.to_rgb8();
    // Small, as it lies in the repository.
    let small = PngEncoder::new_with_quality(
        std::fs::File::create(&file.0)?,
        CompressionType::Best,
        FilterType::NoFilter,
    );
    picture.write_with_encoder(small)?;
    let pixels =
        COLOURS.map(|colour| picture.pixels().filter(|pixel| is_like(pixel.0, colour)).count());
    println!("{}: pixels in the colours of the companies: {pixels:?}", file.0);
    let is_good = pixels.iter().all(|&count| count >= LEAST_PIXELS);
    exit.write(if is_good { AppExit::Success } else { AppExit::error() });
    Ok(())
}

/// Whether a pixel has a colour, brighter or darker: its parts are in proportion.
fn is_like(pixel: [u8; 3], colour: [u8; 3]) -> bool {
    let [pixel, colour] =
        [pixel, colour].map(|[red, green, blue]| Vec3::new(red.into(), green.into(), blue.into()));
    pixel.length() > 60.0 && pixel.normalize().dot(colour.normalize()) > 0.99
}
