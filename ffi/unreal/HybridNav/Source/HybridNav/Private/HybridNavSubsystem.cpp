#include "HybridNavSubsystem.h"

#include "GameFramework/Actor.h"

DEFINE_LOG_CATEGORY_STATIC(LogHybridNav, Log, All);

namespace
{
constexpr float CentimetresPerMetre = 100.0f;
/** Seconds of a tick: that of the world's parameters. */
constexpr float TickSeconds = 0.1f;
/** Steps in a frame, at most: after a hitch time is lost, and not the next frame as well. */
constexpr int32 MostSteps = 3;

hnavVec2 ToWorld(const FVector2D& Point)
{
    return {static_cast<float>(Point.X) / CentimetresPerMetre, static_cast<float>(Point.Y) / CentimetresPerMetre};
}
}  // namespace

bool UHybridNavSubsystem::Check(hnavResult Result) const
{
    // Negative results are refusals, and the library says why.
    if (Result < 0)
    {
        UE_LOG(LogHybridNav, Warning, TEXT("%s"), UTF8_TO_TCHAR(hnavGetLastErrorMessage()));
    }
    return Result >= 0;
}

bool UHybridNavSubsystem::Open(const FBox2D& Bounds, const TArray<float>& Radii)
{
    TArray<float> Metres;
    for (const float Radius : Radii)
    {
        Metres.Add(Radius / CentimetresPerMetre);
    }
    const hnavWorldDef Definition =
        hnavDefaultWorldDef(ToWorld(Bounds.Min), ToWorld(Bounds.Max), Metres.GetData(), static_cast<uint32>(Metres.Num()));
    Close();
    return Check(hnavCreateWorld(&Definition, &World));
}

bool UHybridNavSubsystem::AddObstacle(const TArray<FVector2D>& Corners)
{
    TArray<hnavVec2> Points;
    for (const FVector2D& Corner : Corners)
    {
        Points.Add(ToWorld(Corner));
    }
    hnavObstacleId Obstacle;
    return Check(hnavWorld_AddObstacle(World, Points.GetData(), static_cast<uint32>(Points.Num()), &Obstacle));
}

bool UHybridNavSubsystem::AddUnit(AActor* Actor, float Radius, float MaxSpeed)
{
    const hnavVec2 Position = ToWorld(FVector2D(Actor->GetActorLocation()));
    const hnavUnitDef Definition =
        hnavDefaultUnitDef(Position, Radius / CentimetresPerMetre, MaxSpeed / CentimetresPerMetre);
    hnavUnitId Id;
    if (!Check(hnavWorld_CreateUnits(World, &Definition, 1, &Id)))
    {
        return false;
    }
    Units.Add({Actor, Id, Position});
    return true;
}

void UHybridNavSubsystem::RemoveUnit(AActor* Actor)
{
    for (int32 Index = Units.Num() - 1; Index >= 0; --Index)
    {
        if (Units[Index].Actor.Get() == Actor)
        {
            Check(hnavWorld_DestroyUnits(World, &Units[Index].Id, 1));
            Units.RemoveAtSwap(Index);
        }
    }
}

bool UHybridNavSubsystem::SendTo(const TArray<AActor*>& Actors, const FVector2D& Goal)
{
    TArray<hnavUnitId> Ids;
    for (const FUnit& Unit : Units)
    {
        if (Actors.Contains(Unit.Actor.Get()))
        {
            Ids.Add(Unit.Id);
        }
    }
    const hnavOrderDef Definition = hnavDefaultOrderDef(ToWorld(Goal));
    hnavOrderId Order;
    return Check(hnavWorld_GiveOrder(World, Ids.GetData(), static_cast<uint32>(Ids.Num()), &Definition, &Order));
}

void UHybridNavSubsystem::Tick(float DeltaTime)
{
    Super::Tick(DeltaTime);
    if (!hnavWorld_IsValid(World))
    {
        return;
    }
    Debt = FMath::Min(Debt + DeltaTime, MostSteps * TickSeconds);
    while (Debt >= TickSeconds)
    {
        Debt -= TickSeconds;
        Step();
    }
    Place(Debt / TickSeconds);
}

void UHybridNavSubsystem::Step()
{
    for (int32 Index = Units.Num() - 1; Index >= 0; --Index)
    {
        // An actor that was destroyed leaves no unit.
        if (!Units[Index].Actor.IsValid())
        {
            Check(hnavWorld_DestroyUnits(World, &Units[Index].Id, 1));
            Units.RemoveAtSwap(Index);
            continue;
        }
        hnavUnitState State;
        if (Check(hnavWorld_GetUnitStates(World, &Units[Index].Id, 1, &State)))
        {
            Units[Index].Before = State.position;
        }
    }
    Check(hnavWorld_Step(World, TickSeconds));

    uint32 Count = 0;
    TArray<hnavEvent> Events;
    Events.SetNum(Units.Num() * 2 + 16);
    Check(hnavWorld_GetEvents(World, Events.GetData(), static_cast<uint32>(Events.Num()), &Count));
    for (int32 Index = 0; Index < Events.Num() && Index < static_cast<int32>(Count); ++Index)
    {
        for (const FUnit& Unit : Units)
        {
            const hnavUnitId Other = Events[Index].unit;
            const bool bIsThis = Unit.Id.index1 == Other.index1 && Unit.Id.generation == Other.generation;
            if (bIsThis && Events[Index].kind == HNAV_EVENT_KIND_ARRIVED)
            {
                OnArrived.Broadcast(Unit.Actor.Get());
            }
        }
    }
}

void UHybridNavSubsystem::Place(float Share)
{
    for (const FUnit& Unit : Units)
    {
        AActor* Actor = Unit.Actor.Get();
        hnavUnitState State;
        if (Actor == nullptr || !Check(hnavWorld_GetUnitStates(World, &Unit.Id, 1, &State)))
        {
            continue;
        }
        FVector Location = Actor->GetActorLocation();
        Location.X = FMath::Lerp(Unit.Before.x, State.position.x, Share) * CentimetresPerMetre;
        Location.Y = FMath::Lerp(Unit.Before.y, State.position.y, Share) * CentimetresPerMetre;
        Actor->SetActorLocationAndRotation(Location, FVector(State.heading.x, State.heading.y, 0.0).Rotation());
    }
}

TStatId UHybridNavSubsystem::GetStatId() const
{
    RETURN_QUICK_DECLARE_CYCLE_STAT(UHybridNavSubsystem, STATGROUP_Tickables);
}

void UHybridNavSubsystem::Deinitialize()
{
    Close();
    Super::Deinitialize();
}

void UHybridNavSubsystem::Close()
{
    if (hnavWorld_IsValid(World))
    {
        Check(hnavDestroyWorld(World));
    }
    World = {};
    Units.Reset();
    Debt = 0.0f;
}
