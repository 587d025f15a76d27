using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;

namespace HybridNav
{
    /// <summary>Polygons, each a border and its holes, that stay where they are as long as the C library reads them.</summary>
    internal sealed unsafe class PinnedPolygons : IDisposable
    {
        private readonly List<GCHandle> pins = new List<GCHandle>();

        internal PinnedPolygons(Vec2[][][] polygons)
        {
            try
            {
                var shapes = new Polygon[polygons.Length];
                for (var k = 0; k < shapes.Length; k++)
                {
                    var rings = polygons[k];
                    if (rings == null || rings.Length == 0) throw new ArgumentException("A polygon has a border at least.");
                    var holes = new Ring[rings.Length - 1];
                    for (var hole = 0; hole < holes.Length; hole++) holes[hole] = Pinned(rings[hole + 1]);
                    shapes[k].Border = Pinned(rings[0]);
                    shapes[k].Holes = (Ring*)Pin(holes);
                    shapes[k].HoleCount = (uint)holes.Length;
                }
                Shapes = (Polygon*)Pin(shapes);
                Count = (uint)shapes.Length;
            }
            catch
            {
                Dispose();
                throw;
            }
        }

        internal Polygon* Shapes { get; }

        internal uint Count { get; }

        public void Dispose()
        {
            foreach (var pin in pins) pin.Free();
            pins.Clear();
        }

        private Ring Pinned(Vec2[] points)
        {
            if (points == null) throw new ArgumentException("A ring is an array of points, not null.");
            return new Ring { Points = (Vec2*)Pin(points), Count = (uint)points.Length };
        }

        private IntPtr Pin(Array items)
        {
            var pin = GCHandle.Alloc(items, GCHandleType.Pinned);
            pins.Add(pin);
            return items.Length == 0 ? IntPtr.Zero : pin.AddrOfPinnedObject();
        }
    }
}
