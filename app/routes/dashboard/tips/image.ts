import { servicesContext } from "../../../context.ts";
import { readReceivedImage } from "../../../domain/tips/received-tips.server.ts";
import { imageAnswer } from "../../../http/file-response.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { isId } from "../../../http/ids.ts";
import type { Route } from "./+types/image";

/** Only after its review. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(request, context);
  const tip = { tip_id: params.id, creator_id: viewer.id };
  return imageAnswer(isId(params.id) ? await readReceivedImage(context.get(servicesContext), tip) : null);
}
