using System;
using System.Runtime.InteropServices;

namespace HybridNav
{
    public sealed unsafe partial class World
    {
        /// <summary>The shortest way between two points for discs of a radius, in metres; a new array.</summary>
        public Vec2[] FindPath(Vec2 from, Vec2 to, float radius)
        {
            var points = new Vec2[32];
            while (true)
            {
                PathInfo info;
                var count = FindPath(PathQuery.Between(from, to, radius), points, out info);
                var isWhole = count <= points.Length;
                Array.Resize(ref points, count);
                if (isWhole) return points;
            }
        }

        /// <summary>A way, without allocations: as many points as fit go to <paramref name="points"/>; returns how many there are.</summary>
        public int FindPath(PathQuery query, Span<Vec2> points, out PathInfo info)
        {
            uint count;
            PathInfo found;
            fixed (Vec2* first = &MemoryMarshal.GetReference(Some(points)))
            {
                Done(Native.hnavWorld_FindPath(Id, &query, first, (uint)points.Length, &count, &found));
            }
            info = found;
            return (int)count;
        }

        /// <summary>Whether a straight walk meets a wall, and where.</summary>
        public RayHit CastRay(Vec2 from, Vec2 to, float radius, uint movementKind = 0)
        {
            RayHit hit;
            Done(Native.hnavWorld_CastRay(Id, from, to, radius, movementKind, &hit));
            return hit;
        }

        /// <summary>The free point nearest to a point, not farther than so many metres; false if there is none.</summary>
        public bool FindNearest(Vec2 point, float radius, float within, out Vec2 nearest, uint movementKind = 0)
        {
            Vec2 found = default;
            var result = Done(Native.hnavWorld_FindNearest(Id, point, radius, movementKind, within, &found));
            nearest = found;
            return result == Result.Ok;
        }

        /// <summary>Whether discs of a radius may stand at a point.</summary>
        public bool IsFree(Vec2 point, float radius, uint movementKind = 0)
        {
            bool free;
            Done(Native.hnavWorld_IsFree(Id, point, radius, movementKind, &free));
            return free;
        }

        /// <summary>Whether a way leads from one point to another.</summary>
        public bool IsReachable(Vec2 from, Vec2 to, float radius, uint movementKind = 0)
        {
            bool reachable;
            Done(Native.hnavWorld_IsReachable(Id, from, to, radius, movementKind, &reachable));
            return reachable;
        }

        /// <summary>The units in a rectangle. As many as fit go to <paramref name="some"/>; returns how many there are.</summary>
        public int FindUnitsInBox(Vec2 lower, Vec2 upper, Span<UnitId> some)
        {
            uint count;
            fixed (UnitId* ids = &MemoryMarshal.GetReference(Some(some)))
            {
                Done(Native.hnavWorld_FindUnitsInBox(Id, lower, upper, ids, (uint)some.Length, &count));
            }
            return (int)count;
        }

        /// <summary>The units in a circle. As many as fit go to <paramref name="some"/>; returns how many there are.</summary>
        public int FindUnitsInCircle(Vec2 center, float radius, Span<UnitId> some)
        {
            uint count;
            fixed (UnitId* ids = &MemoryMarshal.GetReference(Some(some)))
            {
                Done(Native.hnavWorld_FindUnitsInCircle(Id, center, radius, ids, (uint)some.Length, &count));
            }
            return (int)count;
        }

        /// <summary>The unit nearest to a point, of a team if one is named, not farther than so many metres; false if there is none.</summary>
        public bool FindNearestUnit(Vec2 point, float within, out UnitId nearest, uint? team = null)
        {
            UnitId found = default;
            var named = team.GetValueOrDefault();
            var result = Done(Native.hnavWorld_FindNearestUnit(Id, point, within, team.HasValue ? &named : null, &found));
            nearest = found;
            return result == Result.Ok;
        }

        /// <summary>All narrow passages as of the last step, and who must wait where, in an order that depends on where they are alone, as a new array. None are known before the first step, those of a large world some steps later.</summary>
        public Passage[] GetPassages()
        {
            var found = new Passage[16];
            while (true)
            {
                uint count;
                Result result;
                fixed (Passage* first = found) result = Done(Native.hnavWorld_GetPassages(Id, first, (uint)found.Length, &count));
                Array.Resize(ref found, (int)count);
                if (result != Result.More) return found;
            }
        }

        /// <summary>The units whose way leads through the passage of an index in <see cref="GetPassages"/> before any other one, as a new array.</summary>
        public PassageUser[] GetPassageUsers(int passage)
        {
            var found = new PassageUser[16];
            while (true)
            {
                uint count;
                Result result;
                fixed (PassageUser* first = found) result = Done(Native.hnavWorld_GetPassageUsers(Id, (uint)passage, first, (uint)found.Length, &count));
                Array.Resize(ref found, (int)count);
                if (result != Result.More) return found;
            }
        }

        /// <summary>The gates of the passage of an index in <see cref="GetPassages"/>, from its end 0 to its end 1: the left and the right end of each in turn, as seen on that way, as a new array.</summary>
        public Vec2[] GetPassageGates(int passage)
        {
            var found = new Vec2[16];
            while (true)
            {
                uint count;
                Result result;
                fixed (Vec2* first = found) result = Done(Native.hnavWorld_GetPassageGates(Id, (uint)passage, first, (uint)found.Length, &count));
                Array.Resize(ref found, (int)count);
                if (result != Result.More) return found;
            }
        }

        /// <summary>Why a unit goes where it goes, as of the last step, in words.</summary>
        public string Explain(UnitId unit)
        {
            uint count;
            var text = new byte[512];
            while (true)
            {
                fixed (byte* first = text)
                {
                    if (Done(Native.hnavWorld_ExplainInWords(Id, unit, first, (uint)text.Length, &count)) != Result.More)
                        return Marshal.PtrToStringUTF8((IntPtr)first);
                }
                text = new byte[count + 1];
            }
        }
    }
}
