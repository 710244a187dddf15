import type { RouterContextProvider } from "react-router";
import { apiRefusal, refuseBlocked } from "./api.server.ts";
import { authenticateOwner } from "./sign-in.server.ts";

/**
 * The refusal of a signed-in caller who does not know the account's password, which is asked again before what matters
 * is changed; null for the owner. `text` says what could not be done.
 */
export async function refuseStranger(
  context: Readonly<RouterContextProvider>,
  userId: string,
  given: { field: string; password: string; text: string },
): Promise<Response | null> {
  const owner = await authenticateOwner(context, userId, given.password);
  if (owner === "right") return null;
  if (owner === "blocked") return refuseBlocked(context, "errors.login.blocked");
  const errors = { [given.field]: ["errors.password.wrong"] };
  return apiRefusal(context, { status: 422, code: "wrong_password", text: given.text, errors });
}
