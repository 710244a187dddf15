import { chosenLocale } from "../../locales/index.ts";
import { servicesContext } from "../context.ts";
import { isCommonPassword, register } from "../domain/auth/auth.server.ts";
import { registerForm } from "../domain/users/user.schema.ts";
import { parseCall, readUploadCall, refuseField, refuseTooMany, takes } from "../http/api.server.ts";
import { mayRegister } from "../http/budgets.server.ts";
import { getLocale } from "../http/i18n.server.ts";
import { beginSession } from "../http/sessions.server.ts";
import type { Route } from "./+types/register";
import { apiUser } from "./user-json.server.ts";

export const middleware = [takes("POST")];

export { noLoader as loader } from "../http/api.server.ts";

/** POST /api/register: opens a creator's account from a multipart form and signs it in. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { fields, files } = await readUploadCall(request, context, ["document"]);
  const { email, password } = parseCall(context, fields, registerForm);
  if (isCommonPassword(password)) return refuseField(context, "password", "errors.password.common");
  const file = files.get("document");
  if (!file) return refuseField(context, "document", "errors.document.required");
  if ("problem" in file) return refuseField(context, "document", `errors.image.${file.problem}`);
  if (!(await mayRegister(context, email))) return refuseTooMany(context, "errors.registration.blocked");
  const locale = chosenLocale(fields.locale) ?? getLocale(context);
  const outcome = await register(services, { email, password, locale, document: file.bytes });
  if (outcome.outcome === "email_taken") return refuseField(context, "email", "errors.email.taken");
  if (outcome.outcome === "document_refused")
    return refuseField(context, "document", `errors.image.${outcome.reason}`);
  if (outcome.outcome !== "registered") return refuseField(context, "document", "errors.document.required");
  const user = { id: outcome.user_id, locale, has_second_factor: false };
  const headers = await beginSession(request, context, user);
  return await apiUser(context, outcome.user_id, { status: 201, headers });
}
