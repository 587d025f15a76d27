using System;
using HybridNav;

/// <summary>A yard with a wall that has a gap, and units in it.</summary>
public static class Yard
{
    public static Vec2[] Box(float x0, float y0, float x1, float y1)
    {
        return new[] { new Vec2(x0, y0), new Vec2(x1, y0), new Vec2(x1, y1), new Vec2(x0, y1) };
    }

    public static World Make()
    {
        var world = new World(new Vec2(0, 0), new Vec2(60, 40), 0.4f);
        world.AddObstacle(Box(29, 0, 31, 22));
        world.AddObstacle(Box(29, 26, 31, 40));
        return world;
    }

    public static UnitId[] Crowd(World world, int count = 50)
    {
        var defs = new UnitDef[count];
        for (var k = 0; k < count; k++) defs[k] = UnitDef.At(new Vec2(5 + k % 10, 10 + k / 10), 0.4f, 2);
        var units = new UnitId[count];
        world.AddUnits(defs, units);
        return units;
    }
}
