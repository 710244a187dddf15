import type { RouterContextProvider } from "react-router";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { clientAddressContext, retryAfterContext, servicesContext } from "../context.ts";
import {
  checkPassword,
  checkSecondFactor,
  isPasswordOf,
  type PasswordCheck,
} from "../domain/accounts/accounts.server.ts";
import { addressKey, type Budget } from "./limits.server.ts";

/** How signing in by a form ends, before any session begins. */
export type SignIn = PasswordCheck | { outcome: "blocked" };

/**
 * Who is behind an email and a password, by remix-auth. Five failures for an email or twenty from an address in
 * 15 minutes block it for as long (decisions.md, Accounts: Limits). A right password costs nothing.
 */
export async function authenticate(
  request: Request,
  context: Readonly<RouterContextProvider>,
  given: { email: string; password: string },
): Promise<SignIn> {
  const { db } = context.get(servicesContext);
  const authenticator = new Authenticator<SignIn>();
  authenticator.use(
    new FormStrategy(async ({ form }) => {
      const email = String(form.get("email"));
      const keys: [Budget, string][] = [
        ["login_address", addressKey(context.get(clientAddressContext))],
        ["login_email", email],
      ];
      return await limited(context, keys, async () => {
        const check = await checkPassword(db, { email, password: String(form.get("password")) });
        return { result: check, isRight: check.outcome === "right" };
      });
    }),
    "password",
  );
  // The body has been read, within its bounds, and checked: remix-auth gets what is left of it as a form again.
  const body = new URLSearchParams(given);
  return await authenticator.authenticate("password", new Request(request.url, { method: "POST", body }));
}

/** Whether a code of the second factor is right; five wrong ones block it for 15 minutes. */
export async function authenticateCode(
  context: Readonly<RouterContextProvider>,
  userId: string,
  code: string,
): Promise<"right" | "wrong" | "blocked"> {
  const outcome = await limited(context, [["second_factor", userId]], async () => {
    const isRight = await checkSecondFactor(context.get(servicesContext), userId, code);
    return { result: isRight ? ("right" as const) : ("wrong" as const), isRight };
  });
  return typeof outcome === "string" ? outcome : "blocked";
}

/** Whether a signed-in user types their own password, asked again before what matters is changed. */
export async function authenticateOwner(
  context: Readonly<RouterContextProvider>,
  userId: string,
  password: string,
): Promise<"right" | "wrong" | "blocked"> {
  const outcome = await limited(context, [["own_password", userId]], async () => {
    const isRight = await isPasswordOf(context.get(servicesContext).db, userId, password);
    return { result: isRight ? ("right" as const) : ("wrong" as const), isRight };
  });
  return typeof outcome === "string" ? outcome : "blocked";
}

/** Takes from every budget first, so that a hundred tries at once are no more than five; what is right is given back. */
async function limited<Result>(
  context: Readonly<RouterContextProvider>,
  keys: readonly [Budget, string][],
  check: () => Promise<{ result: Result; isRight: boolean }>,
): Promise<Result | { outcome: "blocked" }> {
  const { limits } = context.get(servicesContext);
  for (const [budget, key] of keys) {
    const seconds = await limits.take(budget, key);
    if (seconds !== null) {
      context.set(retryAfterContext, seconds);
      return { outcome: "blocked" };
    }
  }
  const { result, isRight } = await check();
  if (isRight) {
    for (const [budget, key] of keys) {
      if (budget === "login_address") await limits.giveBack(budget, key);
      else await limits.reset(budget, key);
    }
  }
  return result;
}
