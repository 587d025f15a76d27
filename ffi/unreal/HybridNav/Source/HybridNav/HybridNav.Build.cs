using System.IO;
using UnrealBuildTool;

public class HybridNav : ModuleRules
{
    public HybridNav(ReadOnlyTargetRules Target) : base(Target)
    {
        PCHUsage = PCHUsageMode.UseExplicitOrSharedPCHs;
        PublicDependencyModuleNames.AddRange(new[] { "Core", "CoreUObject", "Engine" });

        string Library = Path.Combine(PluginDirectory, "Source", "ThirdParty", "hnav");
        PublicSystemIncludePaths.Add(Path.Combine(Library, "include"));
        if (Target.Platform == UnrealTargetPlatform.Win64)
        {
            PublicAdditionalLibraries.Add(Path.Combine(Library, "Win64", "lib", "hnav.lib"));
            PublicDelayLoadDLLs.Add("hnav.dll");
            RuntimeDependencies.Add("$(BinaryOutputDir)/hnav.dll", Path.Combine(Library, "Win64", "bin", "hnav.dll"));
        }
        else if (Target.Platform == UnrealTargetPlatform.Linux)
        {
            string Shared = Path.Combine(Library, "Linux", "lib", "libhnav.so");
            PublicAdditionalLibraries.Add(Shared);
            RuntimeDependencies.Add(Shared);
        }
    }
}
