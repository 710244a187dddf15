import { data, type RouterContextProvider, redirect } from "react-router";
import { servicesContext } from "../context.ts";
import { passkeyForm } from "../domain/auth/passkey.schema.ts";
import { askForPasskey, type ChallengeUse } from "../domain/auth/passkeys.server.ts";
import { hasFreshCode, noteFreshCode } from "../domain/auth/second-factor.server.ts";
import { secondFactorForm } from "../domain/users/user.schema.ts";
import type { Viewer } from "../domain/users/viewer.ts";
import type { AskedCode } from "../ui/shells/asked-code.ts";
import { readCheckableForm } from "./body.server.ts";
import { type FormReply, parseForm } from "./forms.server.ts";
import { heldForm, PROOFS, postedTexts } from "./held-form.server.ts";
import { pageUrl } from "./page-url.server.ts";
import { authenticateCode, authenticatePasskey } from "./sign-in.server.ts";

export async function refuseSecondStep(
  request: Request,
  context: Readonly<RouterContextProvider>,
  given: { user_id: string; use: ChallengeUse },
  /** The body, if read before. */
  read?: FormData,
): Promise<FormReply | null> {
  const posted = read ?? (await readCheckableForm(request));
  if (posted.get("intent") === "passkey") {
    const form = parseForm(request, context, posted, passkeyForm);
    if (!form.ok) return form.reply;
    const outcome = await authenticatePasskey(context, given.user_id, given.use, form.value.passkey);
    if (outcome === "right") return null;
    return form.refuse({ "": outcome === "blocked" ? "errors.login.blocked" : "errors.passkey.refused" });
  }
  const form = parseForm(request, context, posted, secondFactorForm);
  if (!form.ok) return form.reply;
  const outcome = await authenticateCode(context, given.user_id, form.value.code);
  if (outcome === "right") return null;
  return form.refuse(outcome === "blocked" ? { "": "errors.login.blocked" } : { code: "errors.code.wrong" });
}

/**
 * Needs a valid code or passkey. A form gets a page that asks and keeps its fields: 403, or 422 for a wrong
 * code. A button redirects to /admin/code and is pressed again: a code must not confirm an unseen button.
 */
export async function requireFreshCode(
  request: Request,
  context: Readonly<RouterContextProvider>,
  viewer: Viewer,
  read?: FormData,
): Promise<void> {
  const services = context.get(servicesContext);
  if (hasFreshCode(viewer, services.clock())) return;
  const use = { purpose: "confirm", holder: viewer.session_id } as const;
  const posted = read ? { fields: read, hadFiles: false } : await postedTexts(request);
  const proof = proofIn(posted.fields);
  const refusal = proof && (await refuseSecondStep(request, context, { user_id: viewer.id, use }, proof));
  if (proof && refusal === null) {
    await noteFreshCode(services.db, { id: viewer.session_id, user_id: viewer.id }, services.clock());
    return;
  }
  const held = heldForm(request, posted);
  if (held === null)
    throw redirect(`/admin/code?return_to=${encodeURIComponent(pageUrl(request).pathname)}`, 303);
  const passkey = await askForPasskey(services, viewer.id, use);
  const asked: AskedCode = { ...held, passkey, errors: refusal?.data.error ?? {} };
  throw data(asked, { status: refusal ? 422 : 403 });
}

function proofIn(posted: FormData): FormData | null {
  const proof = new FormData();
  for (const [field, name] of Object.entries(PROOFS)) {
    const value = posted.get(field);
    if (typeof value === "string") proof.set(name, value);
  }
  if (proof.has("passkey")) proof.set("intent", "passkey");
  return [...proof].length === 0 ? null : proof;
}
