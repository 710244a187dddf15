import { servicesContext } from "../context.ts";
import { handInForm } from "../domain/verification/verification.schema.ts";
import {
  DOCUMENT_KINDS,
  handInVerification,
  mayChangeDocuments,
  uploadDocument,
  type VerificationNeed,
} from "../domain/verification/verification.server.ts";
import {
  apiRefusal,
  parseCall,
  readUploadCall,
  requireApiBudget,
  requireApiCreator,
  takes,
} from "../http/api.server.ts";
import { getI18n } from "../http/i18n.server.ts";
import type { Route } from "./+types/seller";
import { apiUser } from "./user-json.server.ts";

export const middleware = [takes("POST")];

export { noLoader as loader } from "../http/api.server.ts";

/**
 * POST /api/seller: takes in those of the four documents that come along, then hands the verification in. A document
 * that is refused keeps it from being handed in; the others are kept, as on the page, where they come one by one.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireApiCreator(request, context);
  const { fields, files } = await readUploadCall(request, context, DOCUMENT_KINDS);
  const { skip_photo } = parseCall(context, fields, handInForm);
  const closed = () => apiRefusal(context, { status: 409, code: "closed", text: "errors.handIn.closed" });
  if (!mayChangeDocuments(viewer.status)) return closed();

  const errors: Record<string, string[]> = {};
  for (const kind of DOCUMENT_KINDS) {
    const file = files.get(kind);
    if (!file) continue;
    await requireApiBudget(context, "upload", "errors.api.too_often", viewer.id);
    const given = { user_id: viewer.id, kind };
    const saved =
      "problem" in file ? file.problem : await uploadDocument(services, { ...given, bytes: file.bytes });
    if (saved === "closed") return closed();
    if (saved !== "saved") errors[kind] = [`errors.image.${saved}`];
  }
  const [refused] = Object.values(errors).flat();
  if (refused !== undefined)
    return apiRefusal(context, { status: 422, code: "invalid", text: refused, errors });

  const handedIn = await handInVerification(services, { user_id: viewer.id, skips_photo: skip_photo });
  if (handedIn.outcome === "closed") return closed();
  if (handedIn.outcome === "handed_in") return await apiUser(context, viewer.id);
  const { t } = getI18n(context);
  const isDocument = (need: VerificationNeed) => DOCUMENT_KINDS.some((kind) => kind === need);
  const missing = handedIn.missing.map((need) => [
    need,
    [isDocument(need) ? "errors.document.required" : t(`verification:needs.${need}`)],
  ]);
  const text = handedIn.missing.join() === "photo" ? "errors.handIn.photo" : "errors.handIn.missing";
  return apiRefusal(context, {
    status: 422,
    code: "incomplete",
    text,
    errors: Object.fromEntries(missing),
  });
}
