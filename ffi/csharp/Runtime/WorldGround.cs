using System;
using System.Runtime.InteropServices;

namespace HybridNav
{
    public sealed unsafe partial class World
    {
        /// <summary>Adds an obstacle: a polygon of any form, in metres, either way round. It takes effect in the next step, or as soon as a call needs it.</summary>
        public ObstacleId AddObstacle(params Vec2[] corners)
        {
            return AddObstacle(new ReadOnlySpan<Vec2>(corners));
        }

        /// <summary>Adds an obstacle: a polygon of any form, in metres, either way round.</summary>
        public ObstacleId AddObstacle(ReadOnlySpan<Vec2> corners)
        {
            ObstacleId obstacle;
            fixed (Vec2* first = &MemoryMarshal.GetReference(corners))
            {
                Changed(Native.hnavWorld_AddOutline(Id, first, (uint)corners.Length, &obstacle));
            }
            return obstacle;
        }

        /// <summary>Adds an obstacle of several polygons, each a border and its holes.</summary>
        public ObstacleId AddObstacle(Vec2[][][] polygons)
        {
            ObstacleId obstacle;
            if (polygons == null) throw new ArgumentNullException(nameof(polygons));
            using (var pinned = new PinnedPolygons(polygons))
            {
                Changed(Native.hnavWorld_AddPolygons(Id, pinned.Shapes, pinned.Count, &obstacle));
            }
            return obstacle;
        }

        /// <summary>Gives an obstacle another convex outline; it keeps its handle.</summary>
        public void MoveObstacle(ObstacleId obstacle, params Vec2[] corners)
        {
            fixed (Vec2* first = corners ?? throw new ArgumentNullException(nameof(corners)))
            {
                Changed(Native.hnavWorld_MoveObstacle(Id, obstacle, first, (uint)corners.Length));
            }
        }

        /// <summary>Removes an obstacle.</summary>
        public void RemoveObstacle(ObstacleId obstacle)
        {
            Changed(Native.hnavWorld_RemoveObstacle(Id, obstacle));
        }

        /// <summary>Adds an area of other ground: a polygon of any form, in metres.</summary>
        public AreaId AddArea(AreaDef def, params Vec2[] corners)
        {
            AreaId area;
            using (var pinned = new PinnedPolygons(new[] { new[] { corners } }))
            {
                Changed(Native.hnavWorld_AddAreaOf(Id, &def, pinned.Shapes, pinned.Count, &area));
            }
            return area;
        }

        /// <summary>Removes an area.</summary>
        public void RemoveArea(AreaId area)
        {
            Changed(Native.hnavWorld_RemoveArea(Id, area));
        }

        /// <summary>Adds a link from one point to another, where no ground leads: a jump, a ladder, a ferry.</summary>
        public LinkId AddLink(LinkDef def)
        {
            LinkId link;
            Changed(Native.hnavWorld_AddLink(Id, &def, &link));
            return link;
        }

        /// <summary>Removes a link. Units that are on it get to its end.</summary>
        public void RemoveLink(LinkId link)
        {
            Changed(Native.hnavWorld_RemoveLink(Id, link));
        }

        /// <summary>Adds a disc of ground that units shun, for so many seconds, or for ever where they are infinite.</summary>
        public DiscomfortId AddDiscomfort(Vec2 center, float radius, float amount, float seconds = float.PositiveInfinity)
        {
            DiscomfortId discomfort;
            Changed(Native.hnavWorld_AddDiscomfort(Id, center, radius, amount, seconds, &discomfort));
            return discomfort;
        }

        /// <summary>Removes a disc of ground that units shun.</summary>
        public void RemoveDiscomfort(DiscomfortId discomfort)
        {
            Changed(Native.hnavWorld_RemoveDiscomfort(Id, discomfort));
        }

        /// <summary>Says how high the ground lies, at the points of a grid, row by row from the south. Without heights all of it is flat.</summary>
        public void SetHeights(Vec2 lower, float spacing, int columns, ReadOnlySpan<float> heights)
        {
            fixed (float* first = &MemoryMarshal.GetReference(heights))
            {
                Changed(Native.hnavWorld_SetHeights(Id, lower, spacing, (uint)columns, first, (uint)heights.Length));
            }
        }

        /// <summary>Has edits take effect now; steps, orders, new units and queries do so by themselves.</summary>
        public void Commit()
        {
            Changed(Native.hnavWorld_Commit(Id));
        }
    }
}
