using System;

namespace HybridNav
{
    public partial struct Vec2 : IEquatable<Vec2>
    {
        /// <summary>A point or direction, in metres.</summary>
        public Vec2(float x, float y)
        {
            X = x;
            Y = y;
        }

        /// <summary>How far it is from (0, 0).</summary>
        public float Length { get { return (float)Math.Sqrt((double)X * X + (double)Y * Y); } }

        /// <summary>The sum.</summary>
        public static Vec2 operator +(Vec2 one, Vec2 other) { return new Vec2(one.X + other.X, one.Y + other.Y); }

        /// <summary>The difference.</summary>
        public static Vec2 operator -(Vec2 one, Vec2 other) { return new Vec2(one.X - other.X, one.Y - other.Y); }

        /// <summary>So many times as long.</summary>
        public static Vec2 operator *(Vec2 one, float factor) { return new Vec2(one.X * factor, one.Y * factor); }

        /// <summary>Whether both are one point.</summary>
        public static bool operator ==(Vec2 one, Vec2 other) { return one.X == other.X && one.Y == other.Y; }

        /// <summary>Whether they are two points.</summary>
        public static bool operator !=(Vec2 one, Vec2 other) { return !(one == other); }

        /// <summary>Whether both are one point.</summary>
        public bool Equals(Vec2 other) { return this == other; }

        /// <summary>Whether both are one point.</summary>
        public override bool Equals(object other) { return other is Vec2 && this == (Vec2)other; }

        /// <summary>A number for dictionaries.</summary>
        public override int GetHashCode() { return unchecked(X.GetHashCode() * 397 ^ Y.GetHashCode()); }

        /// <summary>For people.</summary>
        public override string ToString() { return string.Format(System.Globalization.CultureInfo.InvariantCulture, "({0}, {1})", X, Y); }
    }

    public partial struct WorldParameters
    {
        /// <summary>The parameters of games: what worlds have by default.</summary>
        public static unsafe WorldParameters Default
        {
            get
            {
                var radius = 1f;
                return Native.hnavDefaultWorldDef(default, default, &radius, 1).Parameters;
            }
        }

        /// <summary>The parameters of people in cities and evacuations.</summary>
        public static WorldParameters Pedestrians { get { return Native.hnavPedestrianParameters(); } }
    }

    public unsafe partial struct MovementKind
    {
        /// <summary>All kinds of ground cost what their areas say.</summary>
        public static MovementKind Default { get { return Native.hnavDefaultMovementKind(); } }

        /// <summary>The same, without a kind of ground and of links, 0 to 15: it is a wall.</summary>
        public MovementKind Without(int kind) { return With(kind, float.PositiveInfinity, 1); }

        /// <summary>The same, with another factor of the cost of a kind, at least 0.1, and of the speed on it, 0.001 to 1.</summary>
        public MovementKind With(int kind, float factor, float speed)
        {
            if ((uint)kind >= Native.MovementKindFactors)
                throw new ArgumentOutOfRangeException(nameof(kind), kind, "A kind of ground is a number from 0 to 15.");
            var copy = this;
            copy.Factors[kind] = factor;
            copy.Speeds[kind] = speed;
            return copy;
        }
    }

    public partial struct UnitDef
    {
        /// <summary>A unit at a place, in metres, with a radius, in metres, and a greatest speed, in m/s; all else as by default.</summary>
        public static UnitDef At(Vec2 position, float radius, float maxSpeed)
        {
            return Native.hnavDefaultUnitDef(position, radius, maxSpeed);
        }
    }

    public partial struct UnitChange
    {
        /// <summary>Nothing is changed. Set fields, and name them in <see cref="Fields"/>.</summary>
        public static UnitChange Nothing { get { return Native.hnavDefaultUnitChange(); } }
    }

    public partial struct OrderDef
    {
        /// <summary>To go to a point, in metres: each unit gets a place of its own round it.</summary>
        public static OrderDef To(Vec2 goal) { return Native.hnavDefaultOrderDef(goal); }

        /// <summary>To follow a unit wherever it goes.</summary>
        public static OrderDef Follow(UnitId target)
        {
            var def = Native.hnavDefaultOrderDef(default);
            def.GoalKind = GoalKind.Unit;
            def.Target = target;
            return def;
        }
    }

    public partial struct AreaDef
    {
        /// <summary>Ground of a kind, 0 to 15, on which a metre costs so much, at least 0.1.</summary>
        public static AreaDef OfCost(uint kind, float cost) { return Native.hnavDefaultAreaDef(kind, cost); }

        /// <summary>Ground of a kind on which units have this share of their speed, 0.001 to 1; ways there are so much dearer.</summary>
        public static AreaDef OfSpeed(uint kind, float speed) { return Native.hnavSlowAreaDef(kind, speed); }
    }

    public partial struct LinkDef
    {
        /// <summary>A link from one point to another, as long as so many metres of free ground.</summary>
        public static LinkDef Between(Vec2 from, Vec2 to, float cost) { return Native.hnavDefaultLinkDef(from, to, cost); }
    }

    public partial struct PathQuery
    {
        /// <summary>From one point to another, for discs of a radius, in metres.</summary>
        public static PathQuery Between(Vec2 from, Vec2 to, float radius) { return Native.hnavDefaultPathQuery(from, to, radius); }
    }

    /// <summary>What a world is made from.</summary>
    public sealed class WorldDefinition
    {
        /// <summary>A rectangle, in metres, whose border is a wall, and 1 to 8 radius classes, in metres.</summary>
        public WorldDefinition(Vec2 lower, Vec2 upper, params float[] classRadii)
        {
            Lower = lower;
            Upper = upper;
            ClassRadii = classRadii ?? throw new ArgumentNullException(nameof(classRadii));
        }

        /// <summary>The corner with the least coordinates.</summary>
        public Vec2 Lower { get; set; }

        /// <summary>The opposite corner.</summary>
        public Vec2 Upper { get; set; }

        /// <summary>A unit belongs to the least of them that is not smaller than its own radius.</summary>
        public float[] ClassRadii { get; set; }

        /// <summary>Everything that can be tuned. The default is that of games.</summary>
        public WorldParameters Parameters { get; set; } = WorldParameters.Default;

        /// <summary>What kinds of ground mean to kinds of units; null or none, the default: one kind, to which all ground costs what its area says.</summary>
        public MovementKind[] MovementKinds { get; set; }

        /// <summary>What is walkable within the bounds: polygons, each a border and its holes; null, the default: all.</summary>
        public Vec2[][][] Walkable { get; set; }
    }
}
