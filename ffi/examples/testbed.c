/* A window on a world: debug drawing, orders and walls by the mouse.
 *
 *   testbed                           left button: send everybody; drag the right button: build a wall;
 *                                     1 to 9: switch layers; backspace: take the last wall away; space: pause
 *   testbed --shot FILE.png [TICKS]   draws the scene after some ticks (100) into a file; needs no display
 */
#include <SDL2/SDL.h>
#include <hnav/hnav.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { WIDTH = 960, HEIGHT = 640, FINER = 2, UNITS = 160, WALLS = 64, LAYERS = 9, CORNERS = 24 };

static const float yardWidth = 60, yardHeight = 40;

struct testbed {
    SDL_Renderer *renderer;
    float scale; /* pixels of a metre */
    hnavWorldId world;
    hnavUnitId units[UNITS];
    hnavObstacleId walls[WALLS];
    int wallCount;
    uint32_t flags;
};

static void check(hnavResult result) {
    if (result < 0) {
        fprintf(stderr, "testbed: %s\n", hnavGetLastErrorMessage());
        exit(EXIT_FAILURE);
    }
}

static void need(int right, const char *what) {
    if (!right) {
        fprintf(stderr, "testbed: %s: %s\n", what, SDL_GetError());
        exit(EXIT_FAILURE);
    }
}

/* ---- Drawing: the functions that the library calls. */

static SDL_FPoint onScreen(const struct testbed *bed, hnavVec2 point) {
    return (SDL_FPoint){point.x * bed->scale, (yardHeight - point.y) * bed->scale};
}

static SDL_Vertex vertex(SDL_FPoint at, uint32_t colour) {
    const SDL_Color rgba = {(Uint8)(colour >> 24), (Uint8)(colour >> 16), (Uint8)(colour >> 8), (Uint8)colour};
    return (SDL_Vertex){at, rgba, {0, 0}};
}

/* A filled convex ring. */
static void fan(struct testbed *bed, const SDL_FPoint *ring, int count, uint32_t colour) {
    for (int k = 2; k < count; k++) {
        const SDL_Vertex corners[] = {vertex(ring[0], colour), vertex(ring[k - 1], colour), vertex(ring[k], colour)};
        SDL_RenderGeometry(bed->renderer, NULL, corners, 3, NULL, 0);
    }
}

static void drawPolygon(const hnavVec2 *points, uint32_t count, uint32_t colour, void *user) {
    struct testbed *bed = user;
    SDL_FPoint ring[64];
    /* Obstacles may have more corners than a picture can show. */
    const uint32_t stride = count / 64 + 1;
    int kept = 0;
    for (uint32_t k = 0; k < count; k += stride) {
        ring[kept++] = onScreen(bed, points[k]);
    }
    fan(bed, ring, kept, colour);
}

static void drawCircle(hnavVec2 center, float radius, uint32_t colour, void *user) {
    struct testbed *bed = user;
    SDL_FPoint ring[CORNERS];
    for (int k = 0; k < CORNERS; k++) {
        const float angle = 6.2831853f * (float)k / CORNERS;
        const hnavVec2 point = {center.x + radius * cosf(angle), center.y + radius * sinf(angle)};
        ring[k] = onScreen(bed, point);
    }
    fan(bed, ring, CORNERS, colour);
}

static void drawSegment(hnavVec2 from, hnavVec2 to, uint32_t colour, void *user) {
    struct testbed *bed = user;
    const SDL_FPoint a = onScreen(bed, from), b = onScreen(bed, to);
    const float x = b.x - a.x, y = b.y - a.y, length = sqrtf(x * x + y * y);
    const float width = bed->scale * 0.03f, u = length > 0 ? width * y / length : 0, v = length > 0 ? width * x / length : 0;
    const SDL_FPoint ring[] = {{a.x - u, a.y + v}, {b.x - u, b.y + v}, {b.x + u, b.y - v}, {a.x + u, a.y - v}};
    fan(bed, ring, 4, colour);
}

static void drawArrow(hnavVec2 from, hnavVec2 to, uint32_t colour, void *user) {
    const hnavVec2 back = {(from.x - to.x) * 0.4f, (from.y - to.y) * 0.4f};
    const hnavVec2 left = {to.x + back.x - back.y * 0.5f, to.y + back.y + back.x * 0.5f};
    const hnavVec2 right = {to.x + back.x + back.y * 0.5f, to.y + back.y - back.x * 0.5f};
    drawSegment(from, to, colour, user);
    drawSegment(left, to, colour, user);
    drawSegment(right, to, colour, user);
}

static void draw(struct testbed *bed) {
    hnavDebugDraw debugDraw = hnavDefaultDebugDraw();
    debugDraw.flags = bed->flags;
    debugDraw.polygon = drawPolygon;
    debugDraw.circle = drawCircle;
    debugDraw.segment = drawSegment;
    debugDraw.arrow = drawArrow;
    debugDraw.user = bed;
    SDL_SetRenderDrawBlendMode(bed->renderer, SDL_BLENDMODE_BLEND);
    SDL_SetRenderDrawColor(bed->renderer, 0xd9, 0xd5, 0xcc, 0xff);
    SDL_RenderClear(bed->renderer);
    check(hnavWorld_Draw(bed->world, &debugDraw));
}

/* ---- The scene. */

static void addWall(struct testbed *bed, hnavVec2 from, hnavVec2 to) {
    const float x = to.x - from.x, y = to.y - from.y, length = sqrtf(x * x + y * y);
    if (bed->wallCount == WALLS || length < 0.1f) {
        return;
    }
    const float u = 0.4f * x / length, v = 0.4f * y / length;
    const hnavVec2 outline[] = {
        {from.x - u + v, from.y - v - u},
        {to.x + u + v, to.y + v - u},
        {to.x + u - v, to.y + v + u},
        {from.x - u - v, from.y - v + u},
    };
    /* The mouse may leave the yard: that is no reason to stop. */
    if (hnavWorld_AddObstacle(bed->world, outline, 4, &bed->walls[bed->wallCount]) == HNAV_RESULT_OK) {
        bed->wallCount++;
    }
}

static void setUp(struct testbed *bed) {
    const float radius = 0.35f;
    const hnavVec2 lower = {0, 0}, upper = {yardWidth, yardHeight}, goal = {50, 20};
    const hnavVec2 walls[][2] = {{{24, 1}, {24, 15}}, {{24, 19}, {24, 27}}, {{24, 31}, {24, 39}}, {{36, 8}, {40, 32}}};
    const hnavWorldDef worldDef = hnavDefaultWorldDef(lower, upper, &radius, 1);
    hnavUnitDef defs[UNITS];
    check(hnavCreateWorld(&worldDef, &bed->world));
    for (size_t k = 0; k < sizeof walls / sizeof walls[0]; k++) {
        addWall(bed, walls[k][0], walls[k][1]);
    }
    for (int k = 0; k < UNITS; k++) {
        const hnavVec2 place = {4 + (float)(k % 10), 12 + (float)(k / 10)};
        defs[k] = hnavDefaultUnitDef(place, radius, 2);
    }
    check(hnavWorld_CreateUnits(bed->world, defs, UNITS, bed->units));
    check(hnavWorld_OrderPoint(bed->world, bed->units, UNITS, goal, NULL));
    bed->flags = HNAV_DRAW_GROUND | HNAV_DRAW_CELLS | HNAV_DRAW_OBSTACLES | HNAV_DRAW_UNITS | HNAV_DRAW_FIELDS
        | HNAV_DRAW_WINDOWS | HNAV_DRAW_PATHS;
}

/* ---- The picture. */

static void chunk(FILE *file, const char *name, const unsigned char *data, size_t size) {
    unsigned char number[4] = {(unsigned char)(size >> 24), (unsigned char)(size >> 16), (unsigned char)(size >> 8), (unsigned char)size};
    uLong sum = crc32(crc32(0, NULL, 0), (const Bytef *)name, 4);
    if (size > 0) {
        sum = crc32(sum, data, (uInt)size);
    }
    fwrite(number, 1, 4, file);
    fwrite(name, 1, 4, file);
    fwrite(data, 1, size, file);
    for (int k = 0; k < 4; k++) {
        number[k] = (unsigned char)(sum >> (24 - 8 * k));
    }
    fwrite(number, 1, 4, file);
}

/* Every pixel is the mean of FINER x FINER. */
static void writePng(const char *path, const SDL_Surface *surface) {
    static unsigned char rows[HEIGHT][1 + 3 * WIDTH];
    const unsigned char header[] = {0, 0, WIDTH >> 8, WIDTH & 255, 0, 0, HEIGHT >> 8, HEIGHT & 255, 8, 2, 0, 0, 0};
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < 3 * WIDTH; x++) {
            int sum = 0;
            for (int k = 0; k < FINER * FINER; k++) {
                const Uint8 *line = (const Uint8 *)surface->pixels + (y * FINER + k / FINER) * surface->pitch;
                sum += line[4 * (x / 3 * FINER + k % FINER) + x % 3];
            }
            rows[y][1 + x] = (unsigned char)(sum / (FINER * FINER));
        }
    }
    uLongf size = compressBound(sizeof rows);
    unsigned char *packed = malloc(size);
    FILE *file = fopen(path, "wb");
    need(packed != NULL && compress2(packed, &size, &rows[0][0], sizeof rows, 9) == Z_OK, "compress");
    need(file != NULL, path);
    fwrite("\x89PNG\r\n\x1a\n", 1, 8, file);
    chunk(file, "IHDR", header, sizeof header);
    chunk(file, "IDAT", packed, size);
    chunk(file, "IEND", NULL, 0);
    need(fclose(file) == 0, path);
    free(packed);
}

static void shoot(struct testbed *bed, const char *path, int ticks) {
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormat(0, WIDTH * FINER, HEIGHT * FINER, 32, SDL_PIXELFORMAT_RGBA32);
    need(surface != NULL, "a picture");
    bed->renderer = SDL_CreateSoftwareRenderer(surface);
    need(bed->renderer != NULL, "a renderer");
    bed->scale *= FINER;
    for (int tick = 0; tick < ticks; tick++) {
        check(hnavWorld_Step(bed->world, 0.1f));
    }
    draw(bed);
    SDL_RenderPresent(bed->renderer);
    writePng(path, surface);
    SDL_DestroyRenderer(bed->renderer);
    SDL_FreeSurface(surface);
}

/* ---- The window. */

static hnavVec2 underMouse(const struct testbed *bed, int x, int y) {
    return (hnavVec2){(float)x / bed->scale, yardHeight - (float)y / bed->scale};
}

static void press(struct testbed *bed, SDL_Keycode key, int *paused) {
    if (key == SDLK_SPACE) {
        *paused = !*paused;
    } else if (key >= SDLK_1 && key < SDLK_1 + LAYERS) {
        bed->flags ^= 1u << (key - SDLK_1);
    } else if (key == SDLK_BACKSPACE && bed->wallCount > 0) {
        check(hnavWorld_RemoveObstacle(bed->world, bed->walls[--bed->wallCount]));
    }
}

static void play(struct testbed *bed) {
    SDL_Window *window;
    hnavVec2 start = {0, 0};
    int paused = 0, running = 1;
    Uint32 stepped;
    need(SDL_Init(SDL_INIT_VIDEO) == 0, "a display");
    window = SDL_CreateWindow("hnav", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, WIDTH, HEIGHT, 0);
    need(window != NULL, "a window");
    bed->renderer = SDL_CreateRenderer(window, -1, SDL_RENDERER_PRESENTVSYNC);
    need(bed->renderer != NULL, "a renderer");
    stepped = SDL_GetTicks();
    while (running) {
        SDL_Event event;
        while (SDL_PollEvent(&event)) {
            const hnavVec2 mouse = underMouse(bed, event.button.x, event.button.y);
            if (event.type == SDL_QUIT) {
                running = 0;
            } else if (event.type == SDL_KEYDOWN) {
                press(bed, event.key.keysym.sym, &paused);
            } else if (event.type == SDL_MOUSEBUTTONDOWN && event.button.button == SDL_BUTTON_LEFT) {
                if (hnavWorld_OrderPoint(bed->world, bed->units, UNITS, mouse, NULL) < 0) {
                    printf("%s\n", hnavGetLastErrorMessage());
                }
            } else if (event.type == SDL_MOUSEBUTTONDOWN) {
                start = mouse;
            } else if (event.type == SDL_MOUSEBUTTONUP && event.button.button == SDL_BUTTON_RIGHT) {
                addWall(bed, start, mouse);
            }
        }
        for (; !paused && SDL_GetTicks() - stepped >= 100; stepped += 100) {
            check(hnavWorld_Step(bed->world, 0.1f));
        }
        if (paused) {
            stepped = SDL_GetTicks();
        }
        draw(bed);
        SDL_RenderPresent(bed->renderer);
        SDL_Delay(1);
    }
    SDL_DestroyRenderer(bed->renderer);
    SDL_DestroyWindow(window);
    SDL_Quit();
}

int main(int count, char **arguments) {
    static struct testbed bed;
    bed.scale = WIDTH / yardWidth;
    setUp(&bed);
    if (count >= 3 && strcmp(arguments[1], "--shot") == 0) {
        shoot(&bed, arguments[2], count > 3 ? atoi(arguments[3]) : 100);
    } else {
        play(&bed);
    }
    check(hnavDestroyWorld(bed.world));
    return EXIT_SUCCESS;
}
