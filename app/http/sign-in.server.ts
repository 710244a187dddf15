import { type RouterContextProvider, redirect } from "react-router";
import { Strategy } from "remix-auth/strategy";
import { clientAddressContext, requestIdContext, servicesContext } from "../context.ts";
import { findKnownDevice, findKnownPlace } from "../domain/auth/known-devices.server.ts";
import { type ChallengeUse, checkPasskey } from "../domain/auth/passkeys.server.ts";
import { checkOwnPassword, checkPassword, type PasswordCheck } from "../domain/auth/passwords.server.ts";
import { checkSecondFactor } from "../domain/auth/second-factor.server.ts";
import { type ActingUser, StaleSession } from "../domain/auth/sessions.server.ts";
import type { Viewer } from "../domain/users/viewer.ts";
import { addressKey, networkKey } from "./address-keys.ts";
import { type Taking, takeBudgets } from "./budgets.server.ts";
import { readDevice } from "./sessions.server.ts";

interface Credentials {
  email: string;
  password: string;
}

export type SignIn = PasswordCheck | { outcome: "blocked" };

/**
 * Failures count by email and network and by address; known devices separately. A distributed attack slows
 * only networks new to the account (docs/limits.md). A right password costs nothing.
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

/** The Authenticator of remix-auth would read the body again. */
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
      // Unknown networks continue with a smaller budget.
      beyond: place.is_known_network ? null : { budget: "login_stranger", key: fromHere },
    },
  ];
}

/** Five wrong codes block for 15 minutes; a known device counts separately. */
export async function authenticateCode(
  context: Readonly<RouterContextProvider>,
  userId: string,
  code: string,
): Promise<"right" | "wrong" | "blocked"> {
  const services = context.get(servicesContext);
  return await authenticateStep(context, userId, () => checkSecondFactor(services, userId, code));
}

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

export type OwnerCheck =
  | { outcome: "right"; asker: Required<ActingUser> }
  | { outcome: "wrong" }
  | { outcome: "blocked" };

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

/** For `catch`: the session ended or the password changed. */
export function toLogin(error: unknown): never {
  throw error instanceof StaleSession ? redirect("/login", 303) : error;
}

/** Takes before checking, which bounds parallel attempts; a success is given back. Logs without identity. */
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
