import { servicesContext } from "../../../context.ts";
import { readReviewedImage } from "../../../domain/moderation/review-queue.server.ts";
import { imageAnswer } from "../../../http/file-response.server.ts";
import { isId } from "../../../http/ids.ts";
import type { Route } from "./+types/item-image";

export async function loader({ params, context }: Route.LoaderArgs) {
  return imageAnswer(
    isId(params.id) ? await readReviewedImage(context.get(servicesContext), "item", params.id) : null,
  );
}
