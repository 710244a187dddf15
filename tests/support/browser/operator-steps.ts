import { makeOperator } from "../http/signed-in.ts";
import { cookieOf } from "../http/users.ts";
import type { Circumstances, Visitor } from "./browser.ts";
import { openSignedIn } from "./creator-steps.ts";

/** A new operator in a window, signed in with both factors. */
export async function operatorAt(
  circumstances: Circumstances,
  path = "/admin",
): Promise<Visitor & { operator: Awaited<ReturnType<typeof makeOperator>> }> {
  const operator = await makeOperator();
  const session = { cookie: await cookieOf(operator, true) };
  return { ...(await openSignedIn(circumstances, session, path)), operator };
}
