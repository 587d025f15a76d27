//! CRC-64 with the polynomial of ECMA-182, as the xz format has it: it finds every change of up to 64 bits in a row, and
//! any other but for one in 2⁶⁴.

const POLYNOMIAL: u64 = 0xc96c_5795_d787_0f42;

const TABLE: [u64; 256] = {
    let mut table = [0; 256];
    let mut index = 0;
    while index < 256 {
        let (mut value, mut bit) = (index as u64, 0);
        while bit < 8 {
            value = if value & 1 == 1 { value >> 1 ^ POLYNOMIAL } else { value >> 1 };
            bit += 1;
        }
        table[index] = value;
        index += 1;
    }
    table
};

/// The checksum of some bytes in a row.
pub(crate) fn checksum(parts: &[&[u8]]) -> u64 {
    let step = |sum: u64, &byte: &u8| sum >> 8 ^ TABLE[(sum as u8 ^ byte) as usize];
    !parts.iter().flat_map(|part| part.iter()).fold(!0, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_checksum_of_xz() {
        assert_eq!(checksum(&[b"12345", b"6789"]), 0x995d_c9bb_df19_39fa);
    }
}
