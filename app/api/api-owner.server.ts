import type { RouterContextProvider } from "react-router";
import { type Asker, StaleAsker } from "../domain/auth/auth.server.ts";
import type { Viewer } from "../domain/users/users.server.ts";
import { apiRefusal, refuseBlocked, refuseUnauthenticated } from "../http/api.server.ts";
import { authenticateOwner } from "../http/sign-in.server.ts";

/**
 * The refusal of a signed-in caller who does not know the account's password, which is asked again before what matters
 * is changed; for the owner, by what right they ask. `text` says what could not be done.
 */
export async function refuseStranger(
  context: Readonly<RouterContextProvider>,
  viewer: Pick<Viewer, "id" | "session_id">,
  given: { field: string; password: string; text: string },
): Promise<Response | Required<Asker>> {
  const owner = await authenticateOwner(context, viewer, given.password);
  if (owner.outcome === "right") return owner.asker;
  if (owner.outcome === "blocked") return refuseBlocked(context, "errors.login.blocked");
  const errors = { [given.field]: ["errors.password.wrong"] };
  return apiRefusal(context, { status: 422, code: "wrong_password", text: given.text, errors });
}

/** The 401 of a call whose session ended, or whose password was changed, while it was at work. To be given to `catch`. */
export function refuseStale(context: Readonly<RouterContextProvider>): (error: unknown) => never {
  return (error) => {
    throw error instanceof StaleAsker ? refuseUnauthenticated(context) : error;
  };
}
