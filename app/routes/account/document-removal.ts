import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { removeDocument } from "../../domain/verification/creator-documents.server.ts";
import { readForm } from "../../http/body.server.ts";
import { requireCreator } from "../../http/guards.server.ts";
import type { Route } from "./+types/document-removal";
import { askedDocumentKind } from "./verification.server.ts";

/** Not while under review. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const viewer = await requireCreator(request, context);
  const kind = askedDocumentKind(params.kind);
  await readForm(request);
  await removeDocument(context.get(servicesContext), { user_id: viewer.id, kind });
  const headers = { "X-Remix-Revalidate": "1" };
  return redirect(`/account/verification#${kind}`, { status: 303, headers });
}

export { sendClick as clientAction } from "../../ui/lost-connection.ts";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  await requireCreator(request, context);
  askedDocumentKind(params.kind);
  throw redirect("/account/verification", 303);
}

export { NoPage as default } from "../no-page.ts";
