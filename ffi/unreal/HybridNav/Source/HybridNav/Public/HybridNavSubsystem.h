// A crowd of hybridnav in a world of Unreal. Untested: see the readme.
#pragma once

#include "CoreMinimal.h"
#include "Subsystems/WorldSubsystem.h"

#include <hnav/hnav.h>

#include "HybridNavSubsystem.generated.h"

DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FHybridNavArrived, AActor*, Actor);

UCLASS()
class HYBRIDNAV_API UHybridNavSubsystem : public UTickableWorldSubsystem
{
    GENERATED_BODY()

public:
    /** An actor has come to rest at its place. */
    UPROPERTY(BlueprintAssignable)
    FHybridNavArrived OnArrived;

    /** Makes the world of a rectangle, in cm, for units of these radii, in cm. Returns whether it could be made. */
    bool Open(const FBox2D& Bounds, const TArray<float>& Radii);
    /** Adds an obstacle with these corners, in cm. */
    bool AddObstacle(const TArray<FVector2D>& Corners);
    /** Moves an actor from now on: radius in cm, greatest speed in cm/s. */
    bool AddUnit(AActor* Actor, float Radius, float MaxSpeed);
    /** Lets an actor be. */
    void RemoveUnit(AActor* Actor);
    /** Sends actors to a point, in cm: each gets a place of its own round it. */
    bool SendTo(const TArray<AActor*>& Actors, const FVector2D& Goal);
    /** For calls of the C library. */
    hnavWorldId GetHandle() const { return World; }

    virtual void Tick(float DeltaTime) override;
    virtual TStatId GetStatId() const override;
    virtual void Deinitialize() override;

private:
    /** A unit and its actor, with where it was before the last step. */
    struct FUnit
    {
        TWeakObjectPtr<AActor> Actor;
        hnavUnitId Id;
        hnavVec2 Before;
    };

    void Close();
    void Step();
    void Place(float Share);
    bool Check(hnavResult Result) const;

    hnavWorldId World = {};
    TArray<FUnit> Units;
    /** Seconds that are due and not stepped yet. */
    float Debt = 0.0f;
};
