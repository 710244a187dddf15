import { type RouterContextProvider, redirect } from "react-router";
import { Strategy } from "remix-auth/strategy";
import { clientAddressContext, requestIdContext, servicesContext } from "../context.ts";
import { findKnownDevice, findKnownPlace } from "../domain/auth/known-devices.server.ts";
import { type ChallengeUse, checkPasskey } from "../domain/auth/passkeys.server.ts";
import { checkSecondFactor } from "../domain/auth/second-factor.server.ts";
import { type ActingUser, StaleSession } from "../domain/auth/sessions.server.ts";
import { checkOwnPassword, checkPassword, type PasswordCheck } from "../domain/auth/sign-in.server.ts";
import type { Viewer } from "../domain/users/viewer.ts";
import { addressKey, networkKey } from "./address-keys.ts";
import { type Taking, takeBudgets } from "./budgets.server.ts";
import { readDevice } from "./sessions.server.ts";

interface Credentials {
  email: string;
  password: string;
}

/** How signing in by a form ends, before any session begins. */
export type SignIn = PasswordCheck | { outcome: "blocked" };

/**
 * Who is behind an email and a password, by remix-auth. Failures are counted by email and network and by address, so that
 * strangers lock no user out: a device on which the account signed in before has a budget of its own, and when an email
 * is tried from everywhere, only networks that its account never used wait longer (docs/limits.md). A right password
 * costs nothing.
 */
export async function authenticate(
  context: Readonly<RouterContextProvider>,
  given: Credentials,
): Promise<SignIn> {
  const { db } = context.get(servicesContext);
  const strategy = new CheckedFormStrategy(given, async ({ email, password }) =>
    limited(context, "password", await loginBudgets(context, email), async () => {
      const check = await checkPassword(db, { email, password });
      return { result: check, isRight: check.outcome === "right" };
    }),
  );
  return await strategy.authenticate();
}

/**
 * A form that was read within its bounds and checked by its schema. remix-auth's Authenticator would build a second request,
 * whose body is read again.
 */
class CheckedFormStrategy extends Strategy<SignIn, Credentials> {
  override name = "password";
  readonly #given: Credentials;

  constructor(given: Credentials, verify: Strategy.VerifyFunction<SignIn, Credentials>) {
    super(verify);
    this.#given = given;
  }

  override async authenticate(): Promise<SignIn> {
    return await this.verify(this.#given);
  }
}

async function loginBudgets(context: Readonly<RouterContextProvider>, email: string): Promise<Taking[]> {
  const { db, limits } = context.get(servicesContext);
  const address = context.get(clientAddressContext);
  const network = networkKey(address);
  const place = await findKnownPlace(db, {
    ...{ email, device_token: readDevice(context), network_hash: limits.hash(network) },
  });
  if (place.device_id !== null) return [{ budget: "login_device", key: place.device_id }];
  const fromHere = `${email} ${network}`;
  return [
    { budget: "login_network", key: fromHere },
    { budget: "login_address", key: addressKey(address), isShared: true },
    {
      budget: "login_email",
      key: email,
      isShared: true,
      // Used up, it blocks nobody; strangers' networks go on with less.
      beyond: place.is_known_network ? null : { budget: "login_stranger", key: fromHere },
    },
  ];
}

/** Whether a code of the second factor is right; five wrong ones block it for 15 minutes, a known device by itself. */
export async function authenticateCode(
  context: Readonly<RouterContextProvider>,
  userId: string,
  code: string,
): Promise<"right" | "wrong" | "blocked"> {
  const services = context.get(servicesContext);
  return await authenticateStep(context, userId, () => checkSecondFactor(services, userId, code));
}

/** The same of a passkey's answer; both have one budget. */
export async function authenticatePasskey(
  context: Readonly<RouterContextProvider>,
  userId: string,
  use: ChallengeUse,
  passkey: string,
): Promise<"right" | "wrong" | "blocked"> {
  const services = context.get(servicesContext);
  return await authenticateStep(context, userId, () => checkPasskey(services, userId, use, passkey));
}

async function authenticateStep(
  context: Readonly<RouterContextProvider>,
  userId: string,
  check: () => Promise<boolean>,
): Promise<"right" | "wrong" | "blocked"> {
  const services = context.get(servicesContext);
  const device = await findKnownDevice(services.db, userId, readDevice(context));
  const outcome = await limited(
    context,
    "second factor",
    [{ budget: "second_factor", key: device ?? userId }],
    async () => {
      const isRight = await check();
      return { result: isRight ? ("right" as const) : ("wrong" as const), isRight };
    },
  );
  return typeof outcome === "string" ? outcome : "blocked";
}

/** How asking for the own password ends; the asker is handed to what is then done, which looks at it again. */
export type OwnerCheck =
  | { outcome: "right"; asker: Required<ActingUser> }
  | { outcome: "wrong" }
  | { outcome: "blocked" };

/** Whether a signed-in user types their own password, asked again before what matters is changed. */
export async function authenticateOwner(
  context: Readonly<RouterContextProvider>,
  viewer: Pick<Viewer, "id" | "session_id">,
  password: string,
): Promise<OwnerCheck> {
  const { db } = context.get(servicesContext);
  const budgets = [{ budget: "own_password" as const, key: viewer.id }];
  return await limited<OwnerCheck>(context, "own password", budgets, async () => {
    const password_hash = await checkOwnPassword(db, viewer.id, password);
    if (password_hash === null) return { result: { outcome: "wrong" }, isRight: false };
    const asker = { session_id: viewer.session_id, password_hash };
    return { result: { outcome: "right", asker }, isRight: true };
  });
}

/** Where a page leads whose session ended, or whose password was changed, while it was at work. To be given to `catch`. */
export function toLogin(error: unknown): never {
  throw error instanceof StaleSession ? redirect("/login", 303) : error;
}

/**
 * Takes from every budget first, so that a hundred tries at once are no more than five; what is right is given back. The
 * log says how each try ended, by the request's id and without who it was.
 */
async function limited<Result>(
  context: Readonly<RouterContextProvider>,
  checked: "password" | "second factor" | "own password",
  takings: readonly Taking[],
  check: () => Promise<{ result: Result; isRight: boolean }>,
): Promise<Result | { outcome: "blocked" }> {
  const { limits, log } = context.get(servicesContext);
  const tell = (outcome: "right" | "wrong" | "blocked") =>
    log.info({ request_id: context.get(requestIdContext), checked, outcome }, "credentials checked");
  const taken = await takeBudgets(context, takings);
  if (!taken) {
    tell("blocked");
    return { outcome: "blocked" };
  }
  const { result, isRight } = await check();
  tell(isRight ? "right" : "wrong");
  if (isRight) {
    for (const { budget, key, isShared } of taken)
      await (isShared ? limits.giveBack(budget, key) : limits.reset(budget, key));
  }
  return result;
}
