import type { AvatarArt, FaceAvatar } from "./art-types.ts";
import { chinShadow, clothes } from "./avatar-clothes.ts";
import { emblem } from "./avatar-emblems.ts";
import { beard, extras, glasses, hat } from "./avatar-extras.ts";
import { avatarGround } from "./avatar-ground.ts";
import { hairLayers } from "./avatar-hair.ts";
import { face, measureHead, neck } from "./avatar-head.ts";
import { placed, svg } from "./svg.ts";

const AVATAR_SIZE = 512;

function portrait(art: FaceAvatar): string {
  const head = measureHead(art.shape);
  const hair = hairLayers(art, head);
  const figure =
    hair.back +
    neck(art, head) +
    chinShadow() +
    clothes(art) +
    face(art, head, beard(art, head)) +
    hair.front +
    hair.over +
    glasses(art) +
    hat(art, head) +
    extras(art, head);
  const closeness = ["tower", "afro", "bun"].includes(art.hair.style) ? 1 : 1.1;
  return placed(figure, AVATAR_SIZE * 0.5 * (1 - closeness), AVATAR_SIZE * (1 - closeness), closeness);
}

/** An avatar as an SVG document, 512 by 512. */
export function avatarSvg(art: AvatarArt): string {
  const figure = art.kind === "face" ? portrait(art) : emblem(art.motif);
  return svg(AVATAR_SIZE, AVATAR_SIZE, avatarGround(art.ground) + figure);
}
