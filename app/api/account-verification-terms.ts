import { servicesContext } from "../context.ts";
import { decideTerms } from "../domain/auth/auth.server.ts";
import { termsForm } from "../domain/users/user.schema.ts";
import { readCall, requireApiCreator, takes } from "../http/api.server.ts";
import type { Route } from "./+types/account-verification-terms";
import { apiUser } from "./user-json.server.ts";

export const middleware = [takes("PATCH")];

export { noLoader as loader } from "../http/api.server.ts";

/** PATCH /api/account/verification-terms: accepted, or declined for now; the stage that it passes. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock } = context.get(servicesContext);
  const viewer = await requireApiCreator(request, context, "terms");
  const { accepted } = await readCall(request, context, termsForm);
  await decideTerms(db, viewer.id, accepted, clock());
  return await apiUser(context, viewer.id);
}
