import type { HeaderArt, HeaderScene } from "./art-types.ts";
import { gradient, knit, watercolour } from "./header-abstract.ts";
import { chess, pixels } from "./header-games.ts";
import { HEIGHT, lights, type Scene, WIDTH } from "./header-kit.ts";
import { hills, meadow, rails } from "./header-land.ts";
import { library, shelf } from "./header-rooms.ts";
import { curtain, stage } from "./header-stage.ts";
import { city, jazz, rain } from "./header-town.ts";
import { harbour, stars, waves } from "./header-water.ts";
import { alps, forest, river } from "./header-wild.ts";
import { bakery, wardrobe, workshop } from "./header-workrooms.ts";
import { chance, grain, svg } from "./svg.ts";

const scenes: Record<HeaderScene, Scene> = {
  hills,
  meadow,
  city,
  shelf,
  waves,
  stars,
  alps,
  stage,
  gradient,
  river,
  forest,
  bakery,
  workshop,
  rails,
  curtain,
  pixels,
  knit,
  chess,
  watercolour,
  rain,
  library,
  jazz,
  harbour,
  wardrobe,
};

/** How much paper shows through: soft colour takes more of it, squares take none. */
function grainOf(scene: HeaderScene): number {
  if (scene === "pixels") return 0;
  return scene === "gradient" || scene === "watercolour" ? 0.32 : 0.16;
}

/** A header as an SVG document, 1600 by 533. */
export function headerSvg(art: HeaderArt): string {
  const scene = scenes[art.scene](lights[art.palette], chance(art.seed));
  const strength = grainOf(art.scene);
  return svg(WIDTH, HEIGHT, scene + (strength ? grain(WIDTH, HEIGHT, strength, art.seed) : ""));
}
