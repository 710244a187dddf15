import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { uploadDocument } from "../../domain/verification/creator-documents.server.ts";
import { readUploadForm } from "../../http/body.server.ts";
import { takeBudgets } from "../../http/budgets.server.ts";
import { requireCreator } from "../../http/guards.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { refuseFile } from "../../http/upload-answer.server.ts";
import type { Route } from "./+types/document";
import { askedDocumentKind, loadVerificationPage } from "./verification.server.ts";
import { VerificationView } from "./verification-view.tsx";

export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireCreator(request, context);
  const given = { user_id: viewer.id, kind: askedDocumentKind(params.kind) };
  const { file } = await readUploadForm(request, "file");
  const errors = getI18n(context).getFixedT(null, "errors");
  if (!file) return refuseFile(context, errors("document.required"));
  if (!(await takeBudgets(context, [{ budget: "upload", key: viewer.id }])))
    return refuseFile(context, errors("upload.too_often"), 429);
  const saved =
    "problem" in file ? file.problem : await uploadDocument(services, { ...given, bytes: file.bytes });
  if (saved !== "saved" && saved !== "closed") return refuseFile(context, errors(`image.${saved}`));
  return redirect("/account/verification", 303);
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const kind = askedDocumentKind(params.kind);
  return { kind, page: await loadVerificationPage(request, context) };
}

export { sendForm as clientAction } from "../../ui/lost-connection.ts";

export default function DocumentUpload({ loaderData, actionData }: Route.ComponentProps) {
  const problem = actionData?.error?.file?.[0];
  return (
    <VerificationView
      facts={loaderData.page}
      refused={problem === undefined ? null : { kind: loaderData.kind, problem }}
    />
  );
}
