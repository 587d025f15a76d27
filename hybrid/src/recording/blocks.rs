//! The blocks of which a recording is made, each with a checksum: what was written before a crash can be read.
//!
//! ```text
//! HNAVRECD  format: u32
//! block:    stored: u32  length: u32  checksum: u32 (CRC-32 of number, stored, length and bytes)  bytes
//! ```
//! All numbers are written with the lowest byte first. Where `stored` is less than `length`, the bytes are deflated.

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

use super::error::RecordingError;

const MARK: &[u8; 8] = b"HNAVRECD";

/// The format that is written, and the only one that is read.
const FORMAT: u32 = 1;

/// How many bytes of a block come before its content.
const HEADER: usize = 12;

/// Shorter content is not worth deflating; how hard it is tried, from 0 to 10.
const SHORT: usize = 96;
const LEVEL: u8 = 6;

/// Deflated bytes become no more than so many times as many.
const MOST_INFLATED: usize = 1032;

/// How a recording begins.
pub(crate) fn head() -> Vec<u8> {
    [&MARK[..], &FORMAT.to_le_bytes()].concat()
}

fn checksum(number: usize, numbers: &[u8], bytes: &[u8]) -> [u8; 4] {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&(number as u64).to_le_bytes());
    hasher.update(numbers);
    hasher.update(bytes);
    hasher.finalize().to_le_bytes()
}

/// The block of this number with some content.
pub(crate) fn block(number: usize, content: &[u8]) -> Vec<u8> {
    let deflated = (content.len() >= SHORT).then(|| compress_to_vec(content, LEVEL));
    let bytes = deflated.as_deref().filter(|bytes| bytes.len() < content.len()).unwrap_or(content);
    let lengths = [bytes.len() as u32, content.len() as u32].map(u32::to_le_bytes).concat();
    [&lengths[..], &checksum(number, &lengths, bytes), bytes].concat()
}

/// The whole blocks of a recording: where each begins, in bytes, and its content.
pub(crate) fn contents(bytes: &[u8]) -> Result<Vec<(usize, Vec<u8>)>, RecordingError> {
    let known = bytes.len().min(MARK.len());
    if bytes[..known] != MARK[..known] {
        return Err(RecordingError::Foreign);
    }
    let Some(format) = bytes.get(MARK.len()..MARK.len() + 4) else {
        return Err(RecordingError::NoWorld);
    };
    let found = number(format);
    if found as u32 != FORMAT {
        return Err(RecordingError::Format { found: found as u32, known: FORMAT });
    }
    let (mut all, mut at) = (Vec::new(), MARK.len() + 4);
    while let Some((header, rest)) = bytes[at..].split_at_checked(HEADER) {
        let (stored, length) = (number(&header[..4]), number(&header[4..8]));
        let damaged = |what| RecordingError::Damaged { block: all.len(), offset: at, what };
        let Some(content) = rest.get(..stored) else { break };
        if header[8..] != checksum(all.len(), &header[..8], content) {
            return Err(damaged("its checksum is wrong"));
        }
        let content = if stored == length {
            content.to_vec()
        } else if length / MOST_INFLATED > stored {
            return Err(damaged("it says that it is longer than it can be"));
        } else {
            let inflated = decompress_to_vec_with_limit(content, length);
            let whole = inflated.ok().filter(|content| content.len() == length);
            whole.ok_or_else(|| damaged("it cannot be inflated"))?
        };
        all.push((at, content));
        at += HEADER + stored;
    }
    Ok(all)
}

/// A number written with the lowest byte first.
fn number(bytes: &[u8]) -> usize {
    bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | usize::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_counts_and_what_is_whole_is_read() {
        let parts: [Vec<u8>; 3] = [vec![7; 500], (0..50).collect(), Vec::new()];
        let blocks = parts.iter().enumerate().map(|(number, part)| block(number, part));
        let mut ends = vec![head().len()];
        let mut bytes = head();
        for block in blocks {
            bytes.extend(block);
            ends.push(bytes.len());
        }
        assert!(ends[1] - ends[0] < 100, "the first one is deflated");
        let all: Vec<(usize, Vec<u8>)> = ends.iter().copied().zip(parts.clone()).collect();
        assert_eq!(contents(&bytes), Ok(all.clone()));
        for at in 12..bytes.len() {
            let whole = ends.iter().filter(|&&end| end <= at).count() - 1;
            assert_eq!(contents(&bytes[..at]), Ok(all[..whole].to_vec()), "{at}");
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << (at % 8);
            // A length that is too great cannot be told from a recording that is cut off.
            let read = contents(&damaged);
            assert!(read.is_err() || read.unwrap().len() < parts.len(), "{at}");
        }
        for at in 0..12 {
            assert!(contents(&bytes[..at]).is_err());
        }
        let [first, second] = [block(0, &parts[1]), block(1, &parts[1])];
        let swapped = [&head()[..], &second, &first].concat();
        assert!(matches!(contents(&swapped), Err(RecordingError::Damaged { block: 0, .. })));
    }
}
