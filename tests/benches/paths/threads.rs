//! What a second thread is worth on one shared mesh.

use std::time::Instant;

use headless::command::bench::BenchResult;
use hybrid::navmesh::{NavMesh, PathOptions, Search};

use super::ground::Ground;

/// How many times the queries of one thread two threads answer, each on its own copy of the mesh: the best of some
/// turns.
pub(crate) fn gain(ground: &Ground, turns: usize) -> BenchResult<f64> {
    let mut least = [f64::INFINITY; 2];
    let mut searches = [Search::default(), Search::default()];
    for _ in 0..=turns {
        for threads in 1..=2 {
            let start = Instant::now();
            std::thread::scope(|scope| {
                for search in &mut searches[..threads] {
                    let snapshot = ground.tiles.clone();
                    scope.spawn(move || ask_all(&snapshot, search, ground));
                }
            });
            least[threads - 1] = least[threads - 1].min(start.elapsed().as_secs_f64());
        }
    }
    Ok(2.0 * least[0] / least[1])
}

fn ask_all(mesh: &NavMesh, search: &mut Search, ground: &Ground) {
    for query in &ground.queries {
        let path = mesh.find_path(search, query.start, query.goal, &PathOptions::default());
        drop(std::hint::black_box(path));
    }
}
