import { servicesContext } from "../context.ts";
import { requestDeletion } from "../domain/auth/auth.server.ts";
import { passwordForm } from "../domain/users/user.schema.ts";
import {
  apiDone,
  apiRefusal,
  readCall,
  requireApiBudget,
  requireApiViewer,
  takes,
} from "../http/api.server.ts";
import { payoutsWaitUntil } from "../http/email-undo-end.server.ts";
import type { Route } from "./+types/account-delete";
import { refuseStale, refuseStranger } from "./api-owner.server.ts";

export const middleware = [takes("POST")];

export { noLoader as loader } from "../http/api.server.ts";

/** POST /api/account/delete: sends the link that deletes the account; for everybody, whatever their stage or status. */
export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await requireApiViewer(request, context);
  const { password } = await readCall(request, context, passwordForm);
  const text = "errors.password.wrong";
  const asker = await refuseStranger(context, viewer, { field: "password", password, text });
  if (asker instanceof Response) return asker;
  await requireApiBudget(context, "deletion_mail", "errors.forgot.blocked", viewer.id);
  const services = context.get(servicesContext);
  const outcome = await requestDeletion(services, viewer.id, asker).catch(refuseStale(context));
  if (outcome === "sent") return apiDone();
  if (outcome === "email_undo_open") {
    const values = { until: await payoutsWaitUntil(context, viewer.id) };
    return apiRefusal(context, { status: 409, code: outcome, text: "errors.deletion.email_undo", values });
  }
  return apiRefusal(context, { status: 409, code: outcome, text: "errors.deletion.balance" });
}
