using HybridNav;
using UnityEngine;

/// <summary>
/// A player that Unity moves, by keys, among units that avoid it; and a wall that comes and goes. Put it on the player, an object with a
/// CharacterController, standing inside the square of 40 by 40 m round the origin.
/// </summary>
[RequireComponent(typeof(CharacterController))]
public sealed class PlayerAmongCrowd : MonoBehaviour
{
    [SerializeField] private GameObject prefab;
    [SerializeField] private float speed = 4;

    private readonly UnitId[] me = new UnitId[1];
    private readonly Vec2[] at = new Vec2[1], by = new Vec2[1];
    private World world;
    private UnitId[] others;
    private Transform[] bodies;
    private Vector3[] positions;
    private ObstacleId wall;
    private float due;

    private void Start()
    {
        world = new World(new Vec2(-20, -20), new Vec2(20, 20), 0.5f);
        others = new UnitId[30];
        bodies = new Transform[others.Length];
        positions = new Vector3[others.Length];
        for (var k = 0; k < others.Length; k++)
        {
            others[k] = world.AddUnit(UnitDef.At(new Vec2(-15 + k % 6 * 1.5f, -15 + k / 6 * 1.5f), 0.5f, 3));
            bodies[k] = Instantiate(prefab, transform.parent).transform;
        }
        var def = UnitDef.At(new Vec2(transform.position.x, transform.position.z), 0.5f, speed);
        def.Driver = Driver.Engine;
        me[0] = world.AddUnit(def);
        // They follow the player, and stop three metres off.
        var follow = OrderDef.Follow(me[0]);
        follow.Range = 3;
        world.Give(others, follow);
    }

    private void Update()
    {
        var wish = new Vector3(Input.GetAxis("Horizontal"), 0, Input.GetAxis("Vertical"));
        GetComponent<CharacterController>().SimpleMove(wish * speed);
        if (Input.GetKeyDown(KeyCode.Space)) Toggle();
        for (due += Time.deltaTime; due >= world.Tick; due -= world.Tick) Step();
        for (var k = 0; k < bodies.Length; k++) bodies[k].localPosition = Vector3.Lerp(bodies[k].localPosition, positions[k], 0.3f);
    }

    private void Step()
    {
        var position = transform.position;
        var now = new Vec2(Mathf.Clamp(position.x, -20, 20), Mathf.Clamp(position.z, -20, 20));
        by[0] = (now - at[0]) * (1 / world.Tick);
        at[0] = now;
        // Faster than the library takes it is a jump, not a walk.
        if (by[0].Length > 100) by[0] = default;
        world.SetMotions(me, at, by);
        world.Step();
        world.ReadPositions<Vector3>(others, positions, 0, 8);
    }

    private void Toggle()
    {
        if (wall.IsNone)
        {
            wall = world.AddObstacle(new Vec2(-10, -1), new Vec2(10, -1), new Vec2(10, 1), new Vec2(-10, 1));
        }
        else
        {
            world.RemoveObstacle(wall);
            wall = default;
        }
    }

    private void OnDestroy()
    {
        world.Dispose();
    }
}
