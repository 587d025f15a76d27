using System;
using System.Runtime.InteropServices;

namespace HybridNav
{
    public sealed unsafe partial class World
    {
        private UnitId[] units = new UnitId[16];
        private int unitCount;
        private bool unitsAreKnown;
        private readonly Column<Vec2> positions = new Column<Vec2>();
        private readonly Column<Vec2> velocities = new Column<Vec2>();
        private readonly Column<Vec2> desiredVelocities = new Column<Vec2>();
        private readonly Column<Vec2> headings = new Column<Vec2>();
        private readonly Column<Activity> activities = new Column<Activity>();

        /// <summary>Rows that are right as long as the version is the one at which they were read.</summary>
        private sealed class Column<T>
        {
            internal T[] Rows = new T[0];
            internal ulong At;

            internal void MakeRoom(int count)
            {
                if (Rows.Length < count) Rows = new T[Math.Max(count, 2 * Rows.Length)];
            }
        }

        /// <summary>
        /// All units. Row k of every column is that of <c>Units[k]</c>. Spans of this and of the columns show the moment in which the property was read; read it
        /// anew after each call that changes the world. They are read only when they have changed, and nothing is allocated, but for buffers that
        /// must become larger.
        /// </summary>
        public ReadOnlySpan<UnitId> Units
        {
            get
            {
                if (!unitsAreKnown) ReadUnitIds();
                return new ReadOnlySpan<UnitId>(units, 0, unitCount);
            }
        }

        /// <summary>How many units there are.</summary>
        public int UnitCount { get { return Units.Length; } }

        /// <summary>Where the centres are, in metres.</summary>
        public ReadOnlySpan<Vec2> Positions
        {
            get
            {
                if (IsOld(positions))
                {
                    fixed (Vec2* first = positions.Rows) ReadColumns(new UnitColumns { Position = ColumnOf(first) });
                    positions.At = version;
                }
                return new ReadOnlySpan<Vec2>(positions.Rows, 0, unitCount);
            }
        }

        /// <summary>What units really moved in the last step, in m/s.</summary>
        public ReadOnlySpan<Vec2> Velocities
        {
            get
            {
                if (IsOld(velocities))
                {
                    fixed (Vec2* first = velocities.Rows) ReadColumns(new UnitColumns { Velocity = ColumnOf(first) });
                    velocities.At = version;
                }
                return new ReadOnlySpan<Vec2>(velocities.Rows, 0, unitCount);
            }
        }

        /// <summary>Where units want to go, others avoided, in m/s: so units are to move whose driver is the engine.</summary>
        public ReadOnlySpan<Vec2> DesiredVelocities
        {
            get
            {
                if (IsOld(desiredVelocities))
                {
                    fixed (Vec2* first = desiredVelocities.Rows) ReadColumns(new UnitColumns { DesiredVelocity = ColumnOf(first) });
                    desiredVelocities.At = version;
                }
                return new ReadOnlySpan<Vec2>(desiredVelocities.Rows, 0, unitCount);
            }
        }

        /// <summary>Where units look: unit vectors.</summary>
        public ReadOnlySpan<Vec2> Headings
        {
            get
            {
                if (IsOld(headings))
                {
                    fixed (Vec2* first = headings.Rows) ReadColumns(new UnitColumns { Heading = ColumnOf(first) });
                    headings.At = version;
                }
                return new ReadOnlySpan<Vec2>(headings.Rows, 0, unitCount);
            }
        }

        /// <summary>What units do.</summary>
        public ReadOnlySpan<Activity> Activities
        {
            get
            {
                if (IsOld(activities))
                {
                    fixed (Activity* first = activities.Rows)
                    {
                        ReadColumns(new UnitColumns { Activity = new NumberColumn { First = (uint*)first, Stride = sizeof(Activity) } });
                    }
                    activities.At = version;
                }
                return new ReadOnlySpan<Activity>(activities.Rows, 0, unitCount);
            }
        }

        /// <summary>Reads where some units are, in metres, into an array of your own: row k is that of <c>some[k]</c>.</summary>
        public void ReadPositions(ReadOnlySpan<UnitId> some, Span<Vec2> rows)
        {
            ReadPositions(some, rows, 0, sizeof(float));
        }

        /// <summary>
        /// Reads where some units are into the rows of an array of your own, such as Unity's <c>Vector3[]</c> or <c>NativeArray</c>: x goes to the bytes from
        /// <paramref name="xOffset"/> on of each row, y to those from <paramref name="yOffset"/> on: 0 and 8 for the ground of x and z. All else stays.
        /// </summary>
        public void ReadPositions<T>(ReadOnlySpan<UnitId> some, Span<T> rows, int xOffset, int yOffset) where T : struct
        {
            fixed (byte* first = &MemoryMarshal.GetReference(Rows(some, rows, xOffset, yOffset)))
            {
                ReadColumns(some, new UnitColumns { Position = ColumnOf<T>(first, xOffset, yOffset) });
            }
        }

        /// <summary>As <see cref="ReadPositions{T}"/>, with where units want to go, in m/s.</summary>
        public void ReadDesiredVelocities<T>(ReadOnlySpan<UnitId> some, Span<T> rows, int xOffset, int yOffset) where T : struct
        {
            fixed (byte* first = &MemoryMarshal.GetReference(Rows(some, rows, xOffset, yOffset)))
            {
                ReadColumns(some, new UnitColumns { DesiredVelocity = ColumnOf<T>(first, xOffset, yOffset) });
            }
        }

        /// <summary>Says where units are that the engine moves, in metres, and how fast, in m/s; once a tick, before <see cref="Step"/>. All or none.</summary>
        public void SetMotions(ReadOnlySpan<UnitId> some, ReadOnlySpan<Vec2> positions, ReadOnlySpan<Vec2> velocities)
        {
            CheckLengths(some.Length, positions.Length, velocities.Length);
            if (some.IsEmpty) return;
            fixed (UnitId* ids = &MemoryMarshal.GetReference(some))
            fixed (Vec2* at = &MemoryMarshal.GetReference(positions))
            fixed (Vec2* by = &MemoryMarshal.GetReference(velocities))
            {
                Changed(Native.hnavWorld_SetMotions(Id, ids, (uint)some.Length, Given(at), Given(by)));
            }
        }

        /// <summary>Adds a unit, at rest.</summary>
        public UnitId AddUnit(UnitDef def)
        {
            UnitId unit;
            unitsAreKnown = false;
            Changed(Native.hnavWorld_CreateUnits(Id, &def, 1, &unit));
            return unit;
        }

        /// <summary>Adds units: all, or none. Their handles go to <paramref name="added"/>.</summary>
        public void AddUnits(ReadOnlySpan<UnitDef> defs, Span<UnitId> added)
        {
            CheckLengths(defs.Length, added.Length, added.Length);
            if (defs.IsEmpty) return;
            fixed (UnitDef* first = &MemoryMarshal.GetReference(defs))
            fixed (UnitId* ids = &MemoryMarshal.GetReference(added))
            {
                unitsAreKnown = false;
                Changed(Native.hnavWorld_CreateUnits(Id, first, (uint)defs.Length, ids));
            }
        }

        /// <summary>Removes units: all, or none.</summary>
        public void RemoveUnits(ReadOnlySpan<UnitId> some)
        {
            if (some.IsEmpty) return;
            fixed (UnitId* ids = &MemoryMarshal.GetReference(some))
            {
                unitsAreKnown = false;
                Changed(Native.hnavWorld_DestroyUnits(Id, ids, (uint)some.Length));
            }
        }

        /// <summary>Whether a handle names a unit of this world.</summary>
        public bool IsValid(UnitId unit)
        {
            var valid = Native.hnavWorld_IsUnitValid(Id, unit) != 0;
            GC.KeepAlive(this);
            return valid;
        }

        /// <summary>All that is known of a unit.</summary>
        public UnitState GetState(UnitId unit)
        {
            UnitState state;
            Done(Native.hnavWorld_GetUnitStates(Id, &unit, 1, &state));
            return state;
        }

        /// <summary>All that is known of units.</summary>
        public void GetStates(ReadOnlySpan<UnitId> some, Span<UnitState> states)
        {
            CheckLengths(some.Length, states.Length, states.Length);
            if (some.IsEmpty) return;
            fixed (UnitId* ids = &MemoryMarshal.GetReference(some))
            fixed (UnitState* first = &MemoryMarshal.GetReference(states))
            {
                Done(Native.hnavWorld_GetUnitStates(Id, ids, (uint)some.Length, first));
            }
        }

        /// <summary>Changes units: all, or none.</summary>
        public void SetUnits(ReadOnlySpan<UnitId> some, ReadOnlySpan<UnitChange> changes)
        {
            CheckLengths(some.Length, changes.Length, changes.Length);
            if (some.IsEmpty) return;
            fixed (UnitId* ids = &MemoryMarshal.GetReference(some))
            fixed (UnitChange* first = &MemoryMarshal.GetReference(changes))
            {
                Changed(Native.hnavWorld_SetUnits(Id, ids, first, (uint)some.Length));
            }
        }

        /// <summary>Puts a unit elsewhere, onto free ground, in metres.</summary>
        public void Teleport(UnitId unit, Vec2 position)
        {
            Changed(Native.hnavWorld_Teleport(Id, unit, position));
        }

        private void ReadUnitIds()
        {
            uint count;
            while (true)
            {
                fixed (UnitId* first = units)
                {
                    if (Done(Native.hnavWorld_GetUnits(Id, first, (uint)units.Length, &count)) != Result.More) break;
                }
                units = new UnitId[Math.Max((int)count, 2 * units.Length)];
            }
            unitCount = (int)count;
            unitsAreKnown = true;
        }

        /// <summary>Whether a column has to be read anew; it is large enough then.</summary>
        private bool IsOld<T>(Column<T> column)
        {
            if (!unitsAreKnown) ReadUnitIds();
            if (column.At == version) return false;
            // One row more: an array without rows has no address.
            column.MakeRoom(unitCount + 1);
            return true;
        }

        private void ReadColumns(UnitColumns columns)
        {
            ReadColumns(new ReadOnlySpan<UnitId>(units, 0, unitCount), columns);
        }

        private void ReadColumns(ReadOnlySpan<UnitId> some, UnitColumns columns)
        {
            if (some.IsEmpty) return;
            columns.StructSize = Native.hnavDefaultUnitColumns().StructSize;
            fixed (UnitId* ids = &MemoryMarshal.GetReference(some))
            {
                Done(Native.hnavWorld_ReadUnits(Id, ids, (uint)some.Length, &columns));
            }
        }

        private static VectorColumn ColumnOf(Vec2* first)
        {
            return new VectorColumn { X = (float*)first, Y = (float*)first + 1, Stride = (uint)sizeof(Vec2) };
        }

        private static VectorColumn ColumnOf<T>(byte* first, int xOffset, int yOffset) where T : struct
        {
            return new VectorColumn { X = (float*)(first + xOffset), Y = (float*)(first + yOffset), Stride = (uint)SizeOf<T>() };
        }

        private static ConstVectorColumn Given(Vec2* first)
        {
            return new ConstVectorColumn { X = (float*)first, Y = (float*)first + 1, Stride = (uint)sizeof(Vec2) };
        }

        private static int SizeOf<T>() where T : struct
        {
            return MemoryMarshal.AsBytes(new ReadOnlySpan<T>(OneOf<T>.Row)).Length;
        }

        private static class OneOf<T>
        {
            internal static readonly T[] Row = new T[1];
        }

        /// <summary>The bytes of rows, as many as units, in which there is room for a point at these offsets.</summary>
        private static Span<byte> Rows<T>(ReadOnlySpan<UnitId> some, Span<T> rows, int xOffset, int yOffset) where T : struct
        {
            CheckLengths(some.Length, rows.Length, rows.Length);
            var last = SizeOf<T>() - sizeof(float);
            if (xOffset < 0 || xOffset > last || yOffset < 0 || yOffset > last || Math.Abs(xOffset - yOffset) < sizeof(float))
                throw new ArgumentOutOfRangeException(nameof(xOffset), "Two numbers of 4 bytes each, within a row of " + (last + sizeof(float)) + " bytes, are expected.");
            return MemoryMarshal.AsBytes(rows);
        }

        private static void CheckLengths(int count, int one, int other)
        {
            if (one != count || other != count)
                throw new ArgumentException("Arrays of " + count + " rows are expected, one for each unit, not of " + (one != count ? one : other) + ".");
        }
    }
}
