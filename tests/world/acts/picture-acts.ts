import sharp from "sharp";
import { Visitor } from "../visitor.ts";
import type { World } from "../world-state.ts";

const PICTURES = await Promise.all(
  ["#27a", "#a72"].map((background) =>
    sharp({ create: { width: 64, height: 64, channels: 3, background } })
      .png()
      .toBuffer(),
  ),
);

/** A creator sends a picture or takes it away. */
export function creatorShows(world: World): void {
  const creator = world.pick([...world.creators, ...world.leavers]);
  const isNew = world.scheduler.random.below(4) > 0;
  const bytes = world.pick(PICTURES);
  world.begin(isNew ? "creator sends picture" : "creator removes picture", null, async () => {
    const own = new Visitor(world);
    own.keep(creator.cookie);
    const { status, headers } = isNew
      ? await own.upload("/account/edit/avatar", { field: "file", name: "a.png", type: "image/png", bytes })
      : await own.post("/account/edit/avatar/removal", {});
    return `${status} ${headers.location ?? ""}`.replace("303 /account/edit", "saved");
  });
}
