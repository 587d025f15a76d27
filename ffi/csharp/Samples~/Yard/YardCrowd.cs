using HybridNav;
using UnityEngine;

/// <summary>
/// Fifty units walk through a gap in a wall, and back. Put it on an empty object and give it a prefab without colliders, such as a capsule of 0.4 m radius.
/// The ground is Unity's x and z. Nothing is allocated in a frame.
/// </summary>
public sealed class YardCrowd : MonoBehaviour
{
    [SerializeField] private GameObject prefab;
    [SerializeField] private int count = 50;

    private World world;
    private UnitId[] units;
    private Transform[] bodies;
    private Vector3[] last, next;
    private float due;
    private int arrived;
    private bool isGoingBack;

    private void OnEnable()
    {
        world = new World(new Vec2(0, 0), new Vec2(60, 40), 0.4f);
        world.AddObstacle(new Vec2(29, 0), new Vec2(31, 0), new Vec2(31, 22), new Vec2(29, 22));
        world.AddObstacle(new Vec2(29, 26), new Vec2(31, 26), new Vec2(31, 40), new Vec2(29, 40));
        units = new UnitId[count];
        bodies = new Transform[count];
        last = new Vector3[count];
        next = new Vector3[count];
        for (var k = 0; k < count; k++)
        {
            var position = new Vec2(5 + k % 10, 10 + k / 10);
            units[k] = world.AddUnit(UnitDef.At(position, 0.4f, 2));
            next[k] = new Vector3(position.X, 0, position.Y);
            bodies[k] = Instantiate(prefab, next[k], Quaternion.identity, transform).transform;
        }
        Send();
    }

    private void Update()
    {
        for (due += Time.deltaTime; due >= world.Tick; due -= world.Tick)
        {
            (last, next) = (next, last);
            world.Step();
            // x to the first number of each row, y to the third.
            world.ReadPositions<Vector3>(units, next, 0, 8);
            foreach (var told in world.Events)
            {
                if (told.Kind == EventKind.Arrived) arrived++;
            }
        }
        if (arrived == count) Send();
        // Between the last two ticks.
        var share = due / world.Tick;
        for (var k = 0; k < count; k++) bodies[k].localPosition = Vector3.Lerp(last[k], next[k], share);
    }

    private void Send()
    {
        arrived = 0;
        isGoingBack = !isGoingBack;
        world.Order(units, isGoingBack ? new Vec2(50, 10) : new Vec2(10, 10));
    }

    private void OnDisable()
    {
        world.Dispose();
        foreach (var body in bodies) Destroy(body.gameObject);
    }
}
