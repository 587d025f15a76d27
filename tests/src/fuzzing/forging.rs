//! Saved meshes and worlds that were changed, framed as if nothing had been: what a forger would do, and what a fuzzer must,
//! to get past the checksums.

/// What a saved mesh begins with.
const MESH_MARK: &[u8] = b"HNAVMESH";

/// What a saved world begins with.
const WORLD_MARK: &[u8] = b"HNAVWRLD";

/// Where the sections of a mesh and the content of a world begin.
const HEADER: usize = 24;

/// Where the length and the checksum of a section's content stand, counted from its mark, and where the content begins.
const SECTION: [usize; 3] = [4, 12, 20];

/// Where the bounds of a mesh stand, before its radius and the side of its tiles.
const BOUNDS: usize = 52;

/// What the cells of a mesh without tiles begin with.
const CELLS_MARK: &[u8] = b"CELL";

/// A checksum with this polynomial, bit by bit, least bit first.
fn checksum(polynomial: u64, start: u64, bytes: &[u8]) -> u64 {
    let shift = |sum: u64, _| if sum & 1 == 1 { sum >> 1 ^ polynomial } else { sum >> 1 };
    bytes.iter().fold(start, |sum, &byte| (0..8).fold(sum ^ u64::from(byte), shift))
}

/// CRC-64 of ECMA-182, as saved meshes have it.
fn of_mesh(bytes: &[u8]) -> [u8; 8] {
    (!checksum(0xc96c_5795_d787_0f42, !0, bytes)).to_le_bytes()
}

/// CRC-32 of IEEE 802.3, as saved worlds have it.
fn of_world(bytes: &[u8]) -> [u8; 4] {
    (!checksum(0xedb8_8320, 0xffff_ffff, bytes) as u32).to_le_bytes()
}

fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte))
}

/// Makes the mark, the checksums, and the lengths that lead beyond the end of what may be a saved mesh right. Gives where
/// it ends.
pub fn seal_mesh(bytes: &mut [u8]) -> usize {
    if bytes.len() < HEADER {
        return bytes.len();
    }
    bytes[..8].copy_from_slice(MESH_MARK);
    let sum = of_mesh(&bytes[..16]);
    bytes[16..HEADER].copy_from_slice(&sum);
    let (mut at, count) = (HEADER, number(&bytes[12..16]));
    for _ in 0..count {
        let [length, sum, content] = SECTION.map(|place| at + place);
        if content > bytes.len() {
            break;
        }
        let longest = (bytes.len() - content) as u64;
        let kept = number(&bytes[length..sum]).min(longest);
        bytes[length..sum].copy_from_slice(&kept.to_le_bytes());
        let end = content + kept as usize;
        let whole = [&bytes[at..sum], &bytes[content..end]].concat();
        bytes[sum..content].copy_from_slice(&of_mesh(&whole));
        at = end;
    }
    at
}

/// Makes what may be a saved world right in that way, and all meshes in it.
pub fn seal_world(bytes: &mut [u8]) {
    if bytes.len() < HEADER {
        return;
    }
    let mut at = HEADER;
    while let Some(next) = bytes[at..].windows(8).position(|mark| mark == MESH_MARK) {
        at += next;
        at += seal_mesh(&mut bytes[at..]).max(1);
    }
    bytes[..8].copy_from_slice(WORLD_MARK);
    let length = (bytes.len() - HEADER) as u64;
    bytes[12..20].copy_from_slice(&length.to_le_bytes());
    let whole = [&bytes[8..20], &bytes[HEADER..]].concat();
    bytes[20..HEADER].copy_from_slice(&of_world(&whole));
}

/// Of how many tiles the mesh is that may have been saved as these bytes; 0 if it is of none, or of cells that never change.
pub fn tile_count(bytes: &[u8]) -> f64 {
    let place = |k: usize| bytes.get(BOUNDS + 4 * k..BOUNDS + 4 * k + 4);
    let value = |k: usize| place(k).map_or(0.0, |four| f32::from_bits(number(four) as u32));
    let [west, south, east, north, _radius, side] = [0, 1, 2, 3, 4, 5].map(|k| f64::from(value(k)));
    let [length, sum, content] = SECTION.map(|place| HEADER + place);
    let kept = bytes.get(length..sum).map_or(0, number);
    let rest = bytes.get(content.saturating_add(kept as usize)..).unwrap_or_default();
    if rest.starts_with(CELLS_MARK) { 0.0 } else { (east - west) * (north - south) / (side * side) }
}

/// What a field may be overwritten with: the ends of the integers of its kind, floats that are none, too large or too
/// small, and limits of the library.
pub fn wild_values() -> impl Iterator<Item = Vec<u8>> {
    let bytes = [0_u8, 1, 2, 3, 15, 16, 0x7f, 0x80, 0xff].map(|value| vec![value]);
    let words = [0_u32, 1, u32::MAX, 1 << 31, (1 << 31) - 1, 1 << 30, 1 << 24, u32::MAX - 1];
    let floats = [f32::NAN, f32::INFINITY, -f32::INFINITY, f32::MAX, f32::MIN, 1e30, -1e30, 1e-40]
        .into_iter()
        .chain([-1.0, 1e6, -1e6, 2e6, 16_384.0, 1e10, 4096.0, 0.5]);
    let longs = [u64::MAX, i64::MAX as u64, 1 << 63, 1 << 53, 1 << 32];
    let doubles = [f64::NAN, f64::INFINITY, f64::MAX, 1e30, -1e30, 1e9, -1e9, 1048576.0, 0.5];
    let words = words.into_iter().chain(floats.map(f32::to_bits));
    let longs = longs.into_iter().chain(doubles.map(f64::to_bits));
    let words = words.map(|word| word.to_le_bytes().to_vec());
    bytes.into_iter().chain(words).chain(longs.map(|long| long.to_le_bytes().to_vec()))
}

/// The bytes with a value from a place on, instead of what stands there.
pub fn overwritten(bytes: &[u8], at: usize, value: &[u8]) -> Vec<u8> {
    let mut changed = bytes.to_vec();
    for (place, &byte) in changed[at..].iter_mut().zip(value) {
        *place = byte;
    }
    changed
}

/// The bytes with a number of any length (seven bits a byte, the least first) from a place on, instead of the one that
/// stands there: as counts stand in worlds.
pub fn recounted(bytes: &[u8], at: usize, mut value: u64) -> Vec<u8> {
    let end = bytes[at..].iter().position(|byte| byte & 0x80 == 0);
    let end = end.map_or(bytes.len(), |length| at + length + 1);
    let mut changed = bytes[..at].to_vec();
    while value >= 0x80 {
        changed.push(value as u8 | 0x80);
        value >>= 7;
    }
    changed.push(value as u8);
    changed.extend(&bytes[end..]);
    changed
}

#[cfg(test)]
mod tests {
    use super::*;
    use hybrid::glam::{Vec2, vec2};
    use hybrid::navmesh::{Bounds, MeshDefinition, NavMesh};
    use hybrid::{World, WorldDefinition};

    #[test]
    fn what_is_sealed_is_what_is_saved() {
        let bounds = Bounds::new(Vec2::ZERO, vec2(20.0, 10.0));
        let mesh = NavMesh::new(&MeshDefinition::new(bounds)).unwrap().to_bytes().unwrap();
        let world = World::new(&WorldDefinition::new(bounds, vec![0.25, 1.0])).unwrap();
        let world = world.to_bytes().unwrap();
        let (mut same_mesh, mut same_world) = (mesh.clone(), world.clone());
        assert_eq!(seal_mesh(&mut same_mesh), mesh.len());
        seal_world(&mut same_world);
        assert!(same_mesh == mesh && same_world == world);
        let mut forged = overwritten(&mesh, HEADER + 40, &f32::NAN.to_le_bytes());
        assert!(NavMesh::from_bytes(&forged).unwrap_err().to_string().contains("checksum"));
        seal_mesh(&mut forged);
        assert!(!NavMesh::from_bytes(&forged).unwrap_err().to_string().contains("checksum"));
    }

    #[test]
    fn counts_are_replaced_whole() {
        assert_eq!(recounted(&[7, 0x80, 0x01, 9], 1, 300), [7, 0xac, 0x02, 9]);
        assert_eq!(recounted(&[7, 0x80, 0x01, 9], 0, 5), [5, 0x80, 0x01, 9]);
    }
}
