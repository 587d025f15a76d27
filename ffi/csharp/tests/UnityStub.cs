// As much of Unity as the samples name, so that they are compiled somewhere. It does nothing.
using System;

namespace UnityEngine
{
    public class Object
    {
        public static void Destroy(Object what) { }

        public static T Instantiate<T>(T original, Transform parent) where T : Object { return original; }

        public static T Instantiate<T>(T original, Vector3 position, Quaternion rotation, Transform parent) where T : Object { return original; }
    }

    public class Component : Object
    {
        public Transform transform { get { return null; } }

        public GameObject gameObject { get { return null; } }

        public T GetComponent<T>() { return default(T); }
    }

    public class MonoBehaviour : Component
    {
    }

    public class GameObject : Object
    {
        public Transform transform { get { return null; } }
    }

    public class Transform : Component
    {
        public Vector3 position { get; set; }

        public Vector3 localPosition { get; set; }

        public Transform parent { get; set; }
    }

    public class CharacterController : Component
    {
        public bool SimpleMove(Vector3 speed) { return true; }
    }

    public struct Vector3
    {
        public float x, y, z;

        public Vector3(float x, float y, float z)
        {
            this.x = x;
            this.y = y;
            this.z = z;
        }

        public static Vector3 operator *(Vector3 one, float factor) { return new Vector3(one.x * factor, one.y * factor, one.z * factor); }

        public static Vector3 Lerp(Vector3 from, Vector3 to, float share) { return from; }
    }

    public struct Quaternion
    {
        public static Quaternion identity { get { return default(Quaternion); } }
    }

    public static class Time
    {
        public static float deltaTime { get { return 0; } }
    }

    public static class Mathf
    {
        public static float Clamp(float value, float least, float most) { return value; }
    }

    public enum KeyCode
    {
        Space,
    }

    public static class Input
    {
        public static float GetAxis(string name) { return 0; }

        public static bool GetKeyDown(KeyCode key) { return false; }
    }

    [AttributeUsage(AttributeTargets.Field)]
    public sealed class SerializeField : Attribute
    {
    }

    [AttributeUsage(AttributeTargets.Class)]
    public sealed class RequireComponent : Attribute
    {
        public RequireComponent(Type type) { }
    }
}
