using System;

namespace HybridNav
{
    /// <summary>What stands in a world, listed, and the numbers that are kept with it: so a game finds its things again in a world that was loaded.</summary>
    public sealed unsafe partial class World
    {
        /// <summary>All obstacles, in a fixed order, as a new array.</summary>
        public ObstacleId[] GetObstacles()
        {
            var found = new ObstacleId[16];
            while (true)
            {
                uint count;
                Result result;
                fixed (ObstacleId* first = found) result = Done(Native.hnavWorld_GetObstacles(Id, first, (uint)found.Length, &count));
                Array.Resize(ref found, (int)count);
                if (result != Result.More) return found;
            }
        }

        /// <summary>All areas, in a fixed order, as a new array.</summary>
        public AreaId[] GetAreas()
        {
            var found = new AreaId[16];
            while (true)
            {
                uint count;
                Result result;
                fixed (AreaId* first = found) result = Done(Native.hnavWorld_GetAreas(Id, first, (uint)found.Length, &count));
                Array.Resize(ref found, (int)count);
                if (result != Result.More) return found;
            }
        }

        /// <summary>All links, in a fixed order, as a new array.</summary>
        public LinkId[] GetLinks()
        {
            var found = new LinkId[16];
            while (true)
            {
                uint count;
                Result result;
                fixed (LinkId* first = found) result = Done(Native.hnavWorld_GetLinks(Id, first, (uint)found.Length, &count));
                Array.Resize(ref found, (int)count);
                if (result != Result.More) return found;
            }
        }

        /// <summary>All orders that units have, in a fixed order, as a new array.</summary>
        public OrderId[] GetOrders()
        {
            var found = new OrderId[16];
            while (true)
            {
                uint count;
                Result result;
                fixed (OrderId* first = found) result = Done(Native.hnavWorld_GetOrders(Id, first, (uint)found.Length, &count));
                Array.Resize(ref found, (int)count);
                if (result != Result.More) return found;
            }
        }

        /// <summary>Keeps a number of yours with a unit; it is saved with the world.</summary>
        public void SetUserData(UnitId unit, ulong number)
        {
            Changed(Native.hnavWorld_SetUnitUserData(Id, unit, number));
        }

        /// <summary>Keeps a number of yours with an obstacle; it is saved with the world.</summary>
        public void SetUserData(ObstacleId obstacle, ulong number)
        {
            Changed(Native.hnavWorld_SetObstacleUserData(Id, obstacle, number));
        }

        /// <summary>Keeps a number of yours with an area; it is saved with the world.</summary>
        public void SetUserData(AreaId area, ulong number)
        {
            Changed(Native.hnavWorld_SetAreaUserData(Id, area, number));
        }

        /// <summary>Keeps a number of yours with a link; it is saved with the world.</summary>
        public void SetUserData(LinkId link, ulong number)
        {
            Changed(Native.hnavWorld_SetLinkUserData(Id, link, number));
        }

        /// <summary>Keeps a number of yours with an order, as long as units have it; it is saved with the world.</summary>
        public void SetUserData(OrderId order, ulong number)
        {
            Changed(Native.hnavWorld_SetOrderUserData(Id, order, number));
        }

        /// <summary>The number of yours that is kept with a unit; 0 unless it was set.</summary>
        public ulong GetUserData(UnitId unit)
        {
            ulong number;
            Done(Native.hnavWorld_GetUnitUserData(Id, unit, &number));
            return number;
        }

        /// <summary>The number of yours that is kept with an obstacle; 0 unless it was set.</summary>
        public ulong GetUserData(ObstacleId obstacle)
        {
            ulong number;
            Done(Native.hnavWorld_GetObstacleUserData(Id, obstacle, &number));
            return number;
        }

        /// <summary>The number of yours that is kept with an area; 0 unless it was set.</summary>
        public ulong GetUserData(AreaId area)
        {
            ulong number;
            Done(Native.hnavWorld_GetAreaUserData(Id, area, &number));
            return number;
        }

        /// <summary>The number of yours that is kept with a link; 0 unless it was set.</summary>
        public ulong GetUserData(LinkId link)
        {
            ulong number;
            Done(Native.hnavWorld_GetLinkUserData(Id, link, &number));
            return number;
        }

        /// <summary>The number of yours that is kept with an order; 0 unless it was set.</summary>
        public ulong GetUserData(OrderId order)
        {
            ulong number;
            Done(Native.hnavWorld_GetOrderUserData(Id, order, &number));
            return number;
        }
    }
}
