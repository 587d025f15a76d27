//! Triangles of binary glTF 2.0 (Khronos Group, 2017): all meshes of a scene, where its nodes put them. Buffers are read
//! with the bounds of each access checked, as those of a file may say anything.

use glam::{Mat4, Vec3};
use gltf::accessor::{DataType, Dimensions};
use gltf::buffer::Source as BufferSource;
use gltf::json::validation::Checked;
use gltf::mesh::Mode;
use gltf::{Accessor, Document, Gltf, Node, Semantic};

/// Bytes of the header of a file, and of that of a part of it.
const HEADER: usize = 12;
const PART: usize = 8;

/// The most triangles: a file may show one mesh by any number of nodes.
const MOST_TRIANGLES: usize = 1 << 24;

/// The vertices of triangles, and their indices.
type Triangles = (Vec<Vec3>, Vec<[u32; 3]>);

/// Reads all triangles.
///
/// # Errors
/// What is wrong, and what would be right.
pub(super) fn triangles(bytes: &[u8]) -> Result<Triangles, String> {
    check_parts(bytes)?;
    let wrong = |error: gltf::Error| format!("{error}; a binary glTF 2.0 is expected");
    let file = Gltf::from_slice_without_validation(bytes).map_err(wrong)?;
    check_positions(file.as_json())?;
    let file = Gltf {
        document: Document::from_json(file.document.into_json()).map_err(wrong)?,
        blob: file.blob,
    };
    let blob = file.blob.as_deref().unwrap_or_default();
    let mut found = Triangles::default();
    let mut seen = vec![false; file.document.nodes().len()];
    let mut open: Vec<(Node<'_>, Mat4)> =
        roots(&file.document)?.map(|node| (node, Mat4::IDENTITY)).collect();
    while let Some((node, above)) = open.pop() {
        if std::mem::replace(&mut seen[node.index()], true) {
            return Err(format!("node {} is in the scene twice; a tree is expected", node.index()));
        }
        let place = above * Mat4::from_cols_array_2d(&node.transform().matrix());
        for primitive in node.mesh().iter().flat_map(gltf::Mesh::primitives) {
            add(&primitive, place, blob, &mut found)
                .map_err(|what| format!("the mesh of node {}: {what}", node.index()))?;
        }
        open.extend(node.children().map(|child| (child, place)));
    }
    match found.1.is_empty() {
        true => Err("no triangles; a scene with meshes of triangles is expected".into()),
        false => Ok(found),
    }
}

/// Makes sure that the parts of a file lie in it, as its reader takes that for granted.
fn check_parts(bytes: &[u8]) -> Result<(), String> {
    let word = |at: usize| {
        let word = bytes.get(at..at.checked_add(4)?)?;
        Some(u32::from_le_bytes(word.try_into().ok()?) as usize)
    };
    if !bytes.starts_with(b"glTF") {
        return Err("no binary glTF; the first four bytes \"glTF\" are expected".into());
    }
    let length = word(8).filter(|&length| length >= HEADER + PART && length <= bytes.len());
    let length = length.ok_or_else(|| {
        let says = word(8).unwrap_or_default();
        format!("the file has {} bytes, and says {says}; all of it is expected", bytes.len())
    })?;
    let mut at = HEADER;
    while at < length {
        let end = word(at).and_then(|part| part.checked_add(at + PART));
        at = end.filter(|&end| end <= length && word(at + 4).is_some()).ok_or_else(|| {
            format!(
                "the part at byte {at} does not end within {length} bytes; all of it is expected"
            )
        })?;
    }
    Ok(())
}

/// Makes sure that positions are there, as the check of all else looks at them.
fn check_positions(file: &gltf::json::Root) -> Result<(), String> {
    let count = file.accessors.len();
    for (mesh, primitive) in file
        .meshes
        .iter()
        .enumerate()
        .flat_map(|(at, mesh)| mesh.primitives.iter().map(move |primitive| (at, primitive)))
    {
        let positions = primitive.attributes.get(&Checked::Valid(Semantic::Positions));
        if let Some(index) =
            positions.map(|accessor| accessor.value()).filter(|&index| index >= count)
        {
            return Err(format!(
                "mesh {mesh}: positions of accessor {index}; there are {count}, from 0"
            ));
        }
    }
    Ok(())
}

fn roots(document: &Document) -> Result<impl Iterator<Item = Node<'_>>, String> {
    let scene = document.default_scene().or_else(|| document.scenes().next());
    Ok(scene.ok_or("no scene; one at least is expected")?.nodes())
}

fn add(
    primitive: &gltf::Primitive<'_>,
    place: Mat4,
    blob: &[u8],
    (vertices, triangles): &mut Triangles,
) -> Result<(), String> {
    let mode = primitive.mode();
    if !matches!(mode, Mode::Triangles | Mode::TriangleStrip | Mode::TriangleFan) {
        return Ok(());
    }
    let positions = primitive.get(&Semantic::Positions).ok_or("no positions; they are expected")?;
    let form = (positions.data_type(), positions.dimensions());
    if form != (DataType::F32, Dimensions::Vec3) {
        return Err(format!("positions are {form:?}; vectors of three F32 are expected"));
    }
    let number = |bytes: &[u8], at: usize| {
        let bytes = bytes.get(4 * at..4 * at + 4).and_then(|bytes| bytes.try_into().ok());
        bytes.map_or(f32::NAN, f32::from_le_bytes)
    };
    let own: Vec<Vec3> = items(&positions, blob, 12)?
        .map(|bytes| Vec3::new(number(bytes, 0), number(bytes, 1), number(bytes, 2)))
        .map(|at| place.transform_point3(at))
        .collect();
    let corners = match primitive.indices() {
        None => (0..own.len() as u32).collect(),
        Some(accessor) => indices(&accessor, blob)?,
    };
    if let Some(stranger) = corners.iter().find(|&&corner| corner as usize >= own.len()) {
        return Err(format!("vertex {stranger} of a triangle; there are {}, from 0", own.len()));
    }
    let first = vertices.len() as u32;
    if triangles.len() + corners.len() > MOST_TRIANGLES {
        return Err(format!("more than {MOST_TRIANGLES} triangles in all; fewer are expected"));
    }
    // Who is mirrored turns the other way round.
    let is_mirrored = place.determinant() < 0.0;
    let turned = |[a, b, c]: [u32; 3]| {
        let [a, b, c] = [a, b, c].map(|corner| first + corner);
        if is_mirrored { [a, c, b] } else { [a, b, c] }
    };
    vertices.extend(own);
    triangles.extend(of_mode(mode, &corners).into_iter().map(turned));
    Ok(())
}

/// The corners of each triangle.
fn of_mode(mode: Mode, corners: &[u32]) -> Vec<[u32; 3]> {
    match mode {
        Mode::TriangleStrip => {
            let triangle = |(at, w): (usize, &[u32])| {
                if at % 2 == 0 { [w[0], w[1], w[2]] } else { [w[1], w[0], w[2]] }
            };
            corners.windows(3).enumerate().map(triangle).collect()
        }
        Mode::TriangleFan => {
            let rest = corners.get(1..).unwrap_or_default();
            rest.windows(2).map(|pair| [corners[0], pair[0], pair[1]]).collect()
        }
        _ => corners.as_chunks::<3>().0.to_vec(),
    }
}

fn indices(accessor: &Accessor<'_>, blob: &[u8]) -> Result<Vec<u32>, String> {
    let size = match (accessor.data_type(), accessor.dimensions()) {
        (DataType::U8, Dimensions::Scalar) => 1,
        (DataType::U16, Dimensions::Scalar) => 2,
        (DataType::U32, Dimensions::Scalar) => 4,
        form => return Err(format!("indices are {form:?}; U8, U16 or U32 are expected")),
    };
    let index =
        |bytes: &[u8]| bytes.iter().rev().fold(0, |index, &byte| index << 8 | u32::from(byte));
    Ok(items(accessor, blob, size)?.map(index).collect())
}

/// The bytes of each item of an accessor.
fn items<'a>(
    accessor: &Accessor<'_>,
    blob: &'a [u8],
    size: usize,
) -> Result<impl Iterator<Item = &'a [u8]>, String> {
    let name = accessor.index();
    let view = accessor.view().filter(|_| accessor.sparse().is_none());
    let view = view.ok_or_else(|| format!("accessor {name} is sparse; a full one is expected"))?;
    if !matches!(view.buffer().source(), BufferSource::Bin) {
        return Err("a buffer in a file of its own; all in one .glb is expected".into());
    }
    let (count, stride) = (accessor.count(), view.stride().unwrap_or(size).max(size));
    let bytes =
        view.offset().checked_add(view.length()).and_then(|end| blob.get(view.offset()..end));
    let bytes = bytes.and_then(|bytes| bytes.get(accessor.offset()..));
    let needed = count.saturating_sub(1).checked_mul(stride).and_then(|end| end.checked_add(size));
    let fits = |bytes: &&[u8]| count == 0 || needed.is_some_and(|needed| needed <= bytes.len());
    let bytes = bytes.filter(fits).ok_or_else(|| {
        format!(
            "accessor {name} with {count} items reaches beyond its buffer; all of it is expected"
        )
    })?;
    Ok((0..count).map(move |at| &bytes[at * stride..at * stride + size]))
}
