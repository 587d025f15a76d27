using System;
using System.Diagnostics;
using System.Linq;
using System.Reflection;

/// <summary>Marks a test.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class TestAttribute : Attribute
{
}

/// <summary>Runs all tests, each for itself: `tests.exe [PART OF A NAME]`.</summary>
public static class Program
{
    public static int Main(string[] arguments)
    {
        var tests =
            from type in typeof(Program).Assembly.GetTypes()
            from method in type.GetMethods(BindingFlags.Static | BindingFlags.Public)
            where method.GetCustomAttributes(typeof(TestAttribute), false).Any()
            where arguments.Length == 0 || (type.Name + "." + method.Name).Contains(arguments[0])
            orderby type.Name, method.MetadataToken
            select method;
        int passed = 0, failed = 0;
        foreach (var test in tests)
        {
            var name = test.DeclaringType.Name + "." + test.Name;
            var watch = Stopwatch.StartNew();
            try
            {
                test.Invoke(null, null);
                passed++;
                Console.WriteLine("ok      {0} ({1} ms)", name, watch.ElapsedMilliseconds);
            }
            catch (TargetInvocationException error)
            {
                failed++;
                Console.WriteLine("FAILED  {0}: {1}", name, error.InnerException);
            }
        }
        Console.WriteLine("{0} passed, {1} failed", passed, failed);
        return failed == 0 && passed > 0 ? 0 : 1;
    }
}

/// <summary>What tests say.</summary>
public static class Expect
{
    public static void That(bool holds, string what)
    {
        if (!holds) throw new Exception(what);
    }

    public static void Equal<T>(T expected, T found, string what = "")
    {
        if (!Equals(expected, found)) throw new Exception(what + ": " + expected + " expected, found " + found);
    }

    public static T Throws<T>(Action action, string part = "") where T : Exception
    {
        try
        {
            action();
        }
        catch (T error)
        {
            That(error.Message.Contains(part), "'" + error.Message + "' does not say '" + part + "'");
            That(error.Message.Length > 10, "there is no message");
            return error;
        }
        throw new Exception("nothing was refused; " + typeof(T).Name + " was expected");
    }
}
