using System;
using System.Runtime.InteropServices;

namespace HybridNav
{
    public sealed unsafe partial class World
    {
        /// <summary>Sends units to a point, in metres: each gets a place of its own round it. All or none.</summary>
        public OrderId Order(ReadOnlySpan<UnitId> some, Vec2 goal)
        {
            OrderId order;
            fixed (UnitId* ids = &MemoryMarshal.GetReference(some))
            {
                Changed(Native.hnavWorld_OrderPoint(Id, ids, (uint)some.Length, goal, &order));
            }
            return order;
        }

        /// <summary>Sends each unit to a point of its own, in metres. All or none.</summary>
        public OrderId OrderEach(ReadOnlySpan<UnitId> some, ReadOnlySpan<Vec2> goals)
        {
            OrderId order;
            CheckLengths(some.Length, goals.Length, goals.Length);
            fixed (UnitId* ids = &MemoryMarshal.GetReference(some))
            fixed (Vec2* first = &MemoryMarshal.GetReference(goals))
            {
                Changed(Native.hnavWorld_OrderEach(Id, ids, first, (uint)some.Length, &order));
            }
            return order;
        }

        /// <summary>
        /// Gives an order of any kind. Points that are passed first, a goal for each unit (with <c>GoalKind.Each</c>), and offsets for each unit (with
        /// <c>Shape.Offsets</c>) are given beside the definition.
        /// </summary>
        public OrderId Give(
            ReadOnlySpan<UnitId> some, OrderDef def, ReadOnlySpan<Vec2> wayPoints = default, ReadOnlySpan<Vec2> goals = default,
            ReadOnlySpan<Vec2> offsets = default)
        {
            OrderId order;
            if (def.GoalKind == GoalKind.Each) CheckLengths(some.Length, goals.Length, goals.Length);
            fixed (UnitId* ids = &MemoryMarshal.GetReference(some))
            fixed (Vec2* passed = &MemoryMarshal.GetReference(wayPoints))
            fixed (Vec2* each = &MemoryMarshal.GetReference(goals))
            fixed (Vec2* places = &MemoryMarshal.GetReference(offsets))
            {
                def.WayPoints = passed;
                def.WayPointCount = (uint)wayPoints.Length;
                def.Goals = each;
                def.Offsets = places;
                def.OffsetCount = (uint)offsets.Length;
                Changed(Native.hnavWorld_GiveOrder(Id, ids, (uint)some.Length, &def, &order));
            }
            return order;
        }

        /// <summary>Has units take part in an order that others have.</summary>
        public void Join(OrderId order, ReadOnlySpan<UnitId> some)
        {
            fixed (UnitId* ids = &MemoryMarshal.GetReference(some))
            {
                Changed(Native.hnavWorld_JoinOrder(Id, order, ids, (uint)some.Length));
            }
        }

        /// <summary>Moves the point that the units of an order share.</summary>
        public void MoveGoal(OrderId order, Vec2 goal)
        {
            Changed(Native.hnavWorld_MoveGoal(Id, order, goal));
        }

        /// <summary>Adds a goal after the one that the units of an order share, which becomes a way point.</summary>
        public void AppendGoal(OrderId order, Vec2 goal)
        {
            Changed(Native.hnavWorld_AppendGoal(Id, order, goal));
        }

        /// <summary>Takes the units' orders away: they come to rest where they are.</summary>
        public void Stop(ReadOnlySpan<UnitId> some)
        {
            fixed (UnitId* ids = &MemoryMarshal.GetReference(some))
            {
                Changed(Native.hnavWorld_Stop(Id, ids, (uint)some.Length));
            }
        }

        /// <summary>Takes the units' orders away and has them hold their position, until the next order or <see cref="Stop"/>.</summary>
        public void Hold(ReadOnlySpan<UnitId> some)
        {
            fixed (UnitId* ids = &MemoryMarshal.GetReference(some))
            {
                Changed(Native.hnavWorld_Hold(Id, ids, (uint)some.Length));
            }
        }

        /// <summary>What an order is like.</summary>
        public OrderState GetOrder(OrderId order)
        {
            OrderState state;
            Done(Native.hnavWorld_GetOrder(Id, order, &state));
            return state;
        }

        /// <summary>The units that have an order. As many as fit go to <paramref name="some"/>; returns how many there are.</summary>
        public int GetOrderUnits(OrderId order, Span<UnitId> some)
        {
            uint count;
            fixed (UnitId* ids = &MemoryMarshal.GetReference(Some(some)))
            {
                Done(Native.hnavWorld_GetOrderUnits(Id, order, ids, (uint)some.Length, &count));
            }
            return (int)count;
        }

        /// <summary>The array, or one that has an address.</summary>
        private static Span<T> Some<T>(Span<T> items) where T : struct
        {
            return items.IsEmpty ? new Span<T>(OneOf<T>.Row) : items;
        }
    }
}
