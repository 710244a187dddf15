import { servicesContext } from "../../../context.ts";
import { readDocumentAsOperator } from "../../../domain/verification/creator-documents.server.ts";
import { documentAnswer } from "../../../http/file-response.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { isId } from "../../../http/ids.ts";
import { isPrivateLink } from "../../../http/private-links.server.ts";
import type { Route } from "./+types/document";

/** Logs each view; the link is short-lived. */
export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const viewer = await requireViewer(request, context);
  if (!isId(params.id) || !(await isPrivateLink(context, url, params.id))) return documentAnswer(null);
  const given = { document_id: params.id, operator_id: viewer.id };
  return documentAnswer(await readDocumentAsOperator(context.get(servicesContext), given));
}
