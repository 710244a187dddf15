import { servicesContext } from "../context.ts";
import { saveSocialLinks } from "../domain/users/settings.server.ts";
import { socialChange } from "../domain/users/social-networks.ts";
import { mayChangeDocuments, uploadDocument } from "../domain/verification/creator-documents.server.ts";
import { handInVerification } from "../domain/verification/submission.server.ts";
import {
  DOCUMENT_KINDS,
  handInForm,
  type VerificationNeed,
} from "../domain/verification/verification.schema.ts";
import { apiRefusal, readUploadCall, requireApiBudget } from "../http/api.server.ts";
import { getI18n } from "../http/i18n.server.ts";
import { rulesOf } from "../http/rules.server.ts";
import { type CallContext, call, dataOf, fields } from "./call.server.ts";
import { apiUser, userData } from "./user-data.server.ts";

export const sellerCalls = [
  call({
    name: "submitVerification",
    method: "post",
    path: "/api/seller",
    who: "creator",
    described: handInForm,
    files: DOCUMENT_KINDS,
    answers: { 200: dataOf(userData) },
    refusals: { 409: ["closed"], 422: ["incomplete"] },
    handler: handIn,
  }),

  call({
    name: "changeSocialMedia",
    method: "patch",
    path: "/api/seller/social-media",
    who: "creator",
    request: { body: fields(socialChange) },
    answers: { 200: dataOf(userData) },
    async handler({ req, env: { context }, var: { viewer } }) {
      const { db, clock } = context.get(servicesContext);
      await saveSocialLinks(db, viewer.id, req.valid("json"), clock());
      return await apiUser(context, viewer.id);
    },
  }),
];

/** A refused document blocks submission; valid ones are stored. */
async function handIn({ req, env: { context }, var: { viewer } }: CallContext<"creator">): Promise<Response> {
  const services = context.get(servicesContext);
  const { fields: given, files } = await readUploadCall(req.raw, context, DOCUMENT_KINDS, handInForm);
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

  const handedIn = await handInVerification(services, {
    ...{ user_id: viewer.id, skips_photo: given.skip_photo },
    waived: rulesOf(context).content.waived_documents,
  });
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
