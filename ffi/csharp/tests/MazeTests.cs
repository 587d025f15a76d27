using System;
using System.Collections.Generic;
using System.Linq;
using HybridNav;

/// <summary>
/// The built-in scene `maze`, made here as its source makes it, from the same seed: a perfect maze by loop-erased random walks (David Wilson, "Generating Random
/// Spanning Trees More Quickly than the Cover Time", 1996).
/// </summary>
public static class MazeTests
{
    private const int Side = 24;
    private const float Cell = 5, Thickness = 0.5f;

    // SplitMix64: Guy Steele, Doug Lea, Christine Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
    private sealed class Random
    {
        private ulong state;

        internal Random(ulong seed) { state = seed; }

        internal int Below(int end)
        {
            unchecked
            {
                state += 0x9E3779B97F4A7C15;
                var mixed = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9;
                mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
                mixed ^= mixed >> 31;
                return (int)(((mixed >> 32) * (ulong)end) >> 32);
            }
        }
    }

    /// <summary>Cell (x, y) has the number y * Side + x.</summary>
    private sealed class Maze
    {
        private readonly bool[,] open = new bool[Side * Side, 2];

        internal Maze(ulong seed)
        {
            var random = new Random(seed);
            var inTree = new bool[Side * Side];
            var next = new int[Side * Side];
            inTree[Side * Side - 1] = true;
            for (var start = 0; start < Side * Side; start++)
            {
                for (var at = start; !inTree[at]; at = next[at])
                {
                    var near = Around(at);
                    next[at] = near[random.Below(near.Count)];
                }
                for (var at = start; !inTree[at]; at = next[at])
                {
                    inTree[at] = true;
                    open[Math.Min(at, next[at]), Way(at, next[at])] = true;
                }
            }
        }

        private static int Way(int a, int b) { return Math.Abs(a - b) == Side ? 1 : 0; }

        private bool Joined(int a, int b) { return open[Math.Min(a, b), Way(a, b)]; }

        private static List<int> Around(int at)
        {
            int x = at % Side, y = at / Side;
            var near = new List<int>();
            if (x + 1 < Side) near.Add(at + 1);
            if (y + 1 < Side) near.Add(at + Side);
            if (x > 0) near.Add(at - 1);
            if (y > 0) near.Add(at - Side);
            return near;
        }

        /// <summary>All cells, nearest to the first one first.</summary>
        internal List<int> ByDistance()
        {
            var reached = new List<int> { 0 };
            var seen = new HashSet<int> { 0 };
            for (var head = 0; head < reached.Count; head++)
            {
                foreach (var near in Around(reached[head]).Where(near => Joined(reached[head], near) && seen.Add(near)).ToList()) reached.Add(near);
            }
            return reached;
        }

        /// <summary>Straight runs of walls are one box, and go on to the far side of the walls that they meet.</summary>
        internal void AddWalls(World world)
        {
            const float half = Thickness / 2, extent = Side * Cell;
            for (var axis = 0; axis < 2; axis++)
            {
                int across = axis == 0 ? 1 : Side, along = axis == 0 ? Side : 1;
                for (var line = 1; line < Side; line++)
                {
                    Func<int, bool> walled = at => !Joined((line - 1) * across + at * along, line * across + at * along);
                    for (var at = 0; at < Side; at++)
                    {
                        var first = at;
                        while (at < Side && walled(at)) at++;
                        if (at == first) continue;
                        float middle = line * Cell, from = Math.Max(first * Cell - half, 0), to = Math.Min(at * Cell + half, extent);
                        world.AddObstacle(axis == 0 ? Yard.Box(middle - half, from, middle + half, to) : Yard.Box(from, middle - half, to, middle + half));
                    }
                }
            }
        }
    }

    internal static World Made(out UnitId[] units)
    {
        const int columns = 7;
        const float pitch = 0.6f, margin = (Cell - (columns - 1) * pitch) / 2 - 0.5f;
        var maze = new Maze(5);
        var world = new World(new Vec2(0, 0), new Vec2(Side * Cell, Side * Cell), 0.25f);
        maze.AddWalls(world);
        var defs = new List<UnitDef>();
        foreach (var at in maze.ByDistance())
        {
            for (var k = 0; k < columns * columns && defs.Count < 200; k++)
            {
                // Floats are rounded where they are stored.
                float x = at % Side * Cell + margin, y = at / Side * Cell + margin;
                float dx = k % columns * pitch, dy = k / columns * pitch;
                x = (float)(x + dx);
                y = (float)(y + dy);
                defs.Add(UnitDef.At(new Vec2((float)(x + 0.5f), (float)(y + 0.5f)), 0.25f, 2));
            }
        }
        units = new UnitId[200];
        world.AddUnits(defs.ToArray(), units);
        world.Order(units, new Vec2((Side - 0.5f) * Cell, (Side - 0.5f) * Cell));
        return world;
    }

    [Test]
    public static void Reaches_the_state_of_the_command()
    {
        var expected = Environment.GetEnvironmentVariable("HYBRIDNAV_MAZE_300");
        Expect.That(!string.IsNullOrEmpty(expected), "HYBRIDNAV_MAZE_300 is not set");
        foreach (var threads in new[] { -1, 0, 1, 3 })
        {
            UnitId[] units;
            using (var world = Made(out units))
            {
                if (threads >= 0) world.SetThreads(threads);
                for (var tick = 0; tick < 300; tick++) world.Step();
                Expect.Equal(expected, world.StateHash.ToString("x16"), "with " + threads + " threads");
            }
        }
    }

    [Test]
    public static void All_arrive()
    {
        UnitId[] units;
        using (var world = Made(out units))
        {
            var arrived = 0;
            while (arrived < 200 && world.TickCount < 5000)
            {
                world.Step();
                foreach (var told in world.Events) arrived += told.Kind == EventKind.Arrived ? 1 : 0;
            }
            Expect.Equal(200, arrived, "arrived");
        }
    }
}
