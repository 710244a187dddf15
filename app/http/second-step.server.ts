import type { RouterContextProvider } from "react-router";
import { passkeyForm } from "../domain/auth/passkey.schema.ts";
import type { ChallengeUse } from "../domain/auth/passkeys.server.ts";
import { secondFactorForm } from "../domain/users/user.schema.ts";
import { readCheckableForm } from "./body.server.ts";
import { type FormReply, parseForm } from "./forms.server.ts";
import { authenticateCode, authenticatePasskey } from "./sign-in.server.ts";

/** Checks a code, or a passkey by the form's intent. Returns the error, or null. */
export async function refuseSecondStep(
  request: Request,
  context: Readonly<RouterContextProvider>,
  given: { user_id: string; use: ChallengeUse },
  /** Set when the body was read before. */
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
