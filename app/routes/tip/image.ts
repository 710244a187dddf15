import { servicesContext } from "../../context.ts";
import { readImage } from "../../domain/media/media.server.ts";
import { isPrivateLink } from "../../http/private-links.server.ts";
import type { Route } from "./+types/image";
import { draftImageFile, requireDraft } from "./tip-steps.server.ts";

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const draft = await requireDraft(context, params, request);
  const isShown = draft.image_id && (await isPrivateLink(context, url, draftImageFile(draft.image_id)));
  const bytes =
    draft.image_id && isShown
      ? await readImage(context.get(servicesContext), draft.image_id, "s", { includePrivate: true })
      : null;
  if (!bytes) return new Response(null, { status: 404 });
  return new Response(Buffer.from(bytes), {
    headers: { "Cache-Control": "private, no-store", "Content-Type": "image/webp" },
  });
}
