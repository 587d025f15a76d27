//! Numbers as bytes, least byte first, and back: a reader that knows where the bytes end.

use glam::{DVec2, IVec2, Vec2, dvec2, ivec2, vec2};

use super::error::LoadError;

/// Bytes on their way out.
#[derive(Debug, Default)]
pub(crate) struct Writer(pub(crate) Vec<u8>);

impl Writer {
    pub(crate) fn u8(&mut self, value: u8) {
        self.0.push(value);
    }

    pub(crate) fn u32(&mut self, value: u32) {
        self.0.extend(value.to_le_bytes());
    }

    pub(crate) fn u64(&mut self, value: u64) {
        self.0.extend(value.to_le_bytes());
    }

    pub(crate) fn f32(&mut self, value: f32) {
        self.u32(value.to_bits());
    }

    pub(crate) fn vec2(&mut self, value: Vec2) {
        self.f32(value.x);
        self.f32(value.y);
    }

    pub(crate) fn ivec2(&mut self, value: IVec2) {
        self.u32(value.x as u32);
        self.u32(value.y as u32);
    }

    pub(crate) fn dvec2(&mut self, value: DVec2) {
        self.u64(value.x.to_bits());
        self.u64(value.y.to_bits());
    }
}

/// Bytes on their way in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    /// How many there were before the first of `bytes`.
    at: usize,
    /// What they are, for errors.
    part: &'static str,
}

impl<'a> Reader<'a> {
    /// Reads `bytes`, of which the first is number `at` of all.
    pub(crate) fn new(bytes: &'a [u8], at: usize, part: &'static str) -> Self {
        Self { bytes, at, part }
    }

    /// The number of the next byte.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    pub(crate) fn left(&self) -> usize {
        self.bytes.len()
    }

    pub(crate) fn take(&mut self, count: usize) -> Result<&'a [u8], LoadError> {
        let end = self.at + self.bytes.len();
        let taken =
            self.bytes.split_at_checked(count).ok_or(LoadError::Truncated { end, what: self.part });
        let (taken, rest) = taken?;
        self.bytes = rest;
        self.at += count;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], LoadError> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    pub(crate) fn u8(&mut self) -> Result<u8, LoadError> {
        Ok(self.array::<1>()?[0])
    }

    pub(crate) fn u32(&mut self) -> Result<u32, LoadError> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    pub(crate) fn u64(&mut self) -> Result<u64, LoadError> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    pub(crate) fn f32(&mut self) -> Result<f32, LoadError> {
        Ok(f32::from_bits(self.u32()?))
    }

    pub(crate) fn vec2(&mut self) -> Result<Vec2, LoadError> {
        Ok(vec2(self.f32()?, self.f32()?))
    }

    pub(crate) fn ivec2(&mut self) -> Result<IVec2, LoadError> {
        Ok(ivec2(self.u32()? as i32, self.u32()? as i32))
    }

    pub(crate) fn dvec2(&mut self) -> Result<DVec2, LoadError> {
        Ok(dvec2(f64::from_bits(self.u64()?), f64::from_bits(self.u64()?)))
    }

    /// A list: its length, and items of at least `least` bytes each. A length that the bytes left cannot hold is an
    /// error before anything is made for it.
    pub(crate) fn list<T>(
        &mut self,
        least: usize,
        mut item: impl FnMut(&mut Self) -> Result<T, LoadError>,
    ) -> Result<Vec<T>, LoadError> {
        let count = self.u32()? as usize;
        if count > self.bytes.len() / least {
            let end = self.at + self.bytes.len();
            return Err(LoadError::Truncated { end, what: self.part });
        }
        (0..count).map(|_| item(self)).collect()
    }

    /// An error about what was read.
    pub(crate) fn wrong(&self, what: &'static str) -> LoadError {
        LoadError::Value { part: self.part, what }
    }

    /// Makes sure that nothing is left.
    pub(crate) fn end(&self) -> Result<(), LoadError> {
        if self.bytes.is_empty() { Ok(()) } else { Err(self.wrong("it is longer than it says")) }
    }
}
