//! The frame of a saved world: a mark, the format, the length and a checksum of what follows.
//!
//! ```text
//! HNAVWRLD  format: u32  length: u64  checksum: u32 (CRC-32 of format, length and content)  content
//! ```

use super::error::SnapshotError;

const MARK: &[u8; 8] = b"HNAVWRLD";

/// The format that is written, and the only one that is read.
const FORMAT: u32 = 9;

/// How many bytes come before the content.
const HEADER: usize = 24;

fn checksum(numbers: &[u8], content: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(numbers);
    hasher.update(content);
    hasher.finalize()
}

/// Content in its frame.
pub(crate) fn sealed(content: &[u8]) -> Vec<u8> {
    let mut bytes = MARK.to_vec();
    bytes.reserve_exact(HEADER + content.len());
    bytes.extend(FORMAT.to_le_bytes());
    bytes.extend((content.len() as u64).to_le_bytes());
    let checksum = checksum(&bytes[MARK.len()..], content);
    bytes.extend(checksum.to_le_bytes());
    bytes.extend(content);
    bytes
}

/// The content of a frame.
pub(crate) fn opened(bytes: &[u8]) -> Result<&[u8], SnapshotError> {
    let known = bytes.len().min(MARK.len());
    if bytes[..known] != MARK[..known] {
        return Err(SnapshotError::Foreign);
    }
    let cut = |expected: u64| SnapshotError::Truncated { found: bytes.len(), expected };
    let (mark_and_numbers, rest) = bytes.split_at_checked(HEADER - 4).ok_or(cut(HEADER as u64))?;
    let numbers = &mark_and_numbers[MARK.len()..];
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte));
    let found = number(&numbers[..4]) as u32;
    if found > FORMAT {
        return Err(SnapshotError::Newer { found, newest: FORMAT });
    }
    if found < FORMAT {
        return Err(SnapshotError::Older { found, oldest: FORMAT });
    }
    let (expected, content) = rest.split_at_checked(4).ok_or(cut(HEADER as u64))?;
    let length = number(&numbers[4..]);
    if (content.len() as u64) < length {
        return Err(cut(length.saturating_add(HEADER as u64)));
    }
    let extra = content.len() - length as usize;
    if extra > 0 {
        return Err(SnapshotError::TooLong { end: bytes.len() - extra, extra });
    }
    if u64::from(checksum(numbers, content)) != number(expected) {
        return Err(SnapshotError::Damaged);
    }
    Ok(content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_counts() {
        let content: Vec<u8> = (0..99).collect();
        let bytes = sealed(&content);
        assert_eq!(opened(&bytes), Ok(&content[..]));
        assert_eq!(opened(&sealed(&[])), Ok(&[][..]));
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut damaged = bytes.clone();
                damaged[at] ^= 1 << bit;
                assert!(opened(&damaged).is_err(), "bit {bit} of byte {at}");
            }
            let cut = opened(&bytes[..at]).unwrap_err();
            assert!(matches!(cut, SnapshotError::Truncated { .. }), "{at}: {cut}");
        }
        let longer = [&bytes[..], &[0]].concat();
        let end = bytes.len();
        assert_eq!(opened(&longer), Err(SnapshotError::TooLong { end, extra: 1 }));
        assert_eq!(opened(b"HNAVMESH and so on"), Err(SnapshotError::Foreign));
        assert_eq!(opened(b"hello"), Err(SnapshotError::Foreign));
        let mut older = bytes.clone();
        older[8] = 1;
        assert_eq!(opened(&older), Err(SnapshotError::Older { found: 1, oldest: FORMAT }));
        let mut newer = bytes;
        newer[8] = 10;
        assert_eq!(opened(&newer), Err(SnapshotError::Newer { found: 10, newest: FORMAT }));
    }
}
