import { type Services, servicesContext } from "../../../context.ts";
import { readGroupAvatar } from "../../../domain/grouplists/group-reviews.server.ts";
import { readReviewedImage } from "../../../domain/moderation/review-queue.server.ts";
import { imageAnswer } from "../../../http/file-response.server.ts";
import { isId } from "../../../http/ids.ts";
import type { Route } from "./+types/picture";

export async function loader({ params, context }: Route.LoaderArgs) {
  return imageAnswer(isId(params.id) ? await readPicture(context.get(servicesContext), params) : null);
}

/** A group's present picture is the old one. */
async function readPicture(services: Services, { kind, id, which }: Route.LoaderArgs["params"]) {
  if (which !== "new" && which !== "old") return null;
  if (kind === "groups") return await readGroupAvatar(services, { group_id: id, which });
  if (which === "old") return null;
  if (kind === "tips") return await readReviewedImage(services, "tip", id);
  return kind === "items" ? await readReviewedImage(services, "item", id) : null;
}
