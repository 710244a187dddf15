import { createContext, type MiddlewareFunction, type RouterContextProvider, redirect } from "react-router";
import { isLocale } from "../../locales/index.ts";
import { clientAddressContext, ownCookieContext, servicesContext } from "../context.ts";
import { rememberDevice, rememberNetwork } from "../domain/auth/known-devices.server.ts";
import {
  endSessionOfToken,
  type FoundViewer,
  findViewer,
  openSession,
  StalePassword,
} from "../domain/auth/sessions.server.ts";
import type { Viewer } from "../domain/users/viewer.ts";
import { productRules } from "../product-rules.ts";
import { networkKey } from "./address-keys.ts";
import { ownCookie, setOwnCookie } from "./cookies.server.ts";
import { tellsOfPlace } from "./new-place.server.ts";
import { choiceCookie } from "./preference-cookies.server.ts";
import { isPrefetch, presenceOf } from "./prefetch.server.ts";

const LOGGING_OUT_SECONDS = 30;

/** The session of a request, looked up when its viewer is asked for, and once. */
interface RequestSession {
  token: string | null;
  /** What marks a device on which a user signed in before; null on a new one. */
  device_token: string | null;
  found(): Promise<FoundViewer | null>;
}

const sessionContext = createContext<RequestSession | null>(null);

/** Who is signed in, or null. */
export async function findRequestViewer(context: Readonly<RouterContextProvider>): Promise<Viewer | null> {
  const found = await context.get(sessionContext)?.found();
  return found?.viewer ?? null;
}

/**
 * Reads the session's cookie. One of a session that was renewed is sent again, one of a session that is over is taken
 * away, so that its visitor gets the pages of guests, from the cache.
 */
export const sessionMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const token = ownCookie(request.headers.get("Cookie"), "session", isSecure(context));
  const asked: Promise<FoundViewer | null>[] = [];
  const found = () => {
    const { db, clock } = context.get(servicesContext);
    const answer =
      asked[0] ??
      (token === null ? Promise.resolve(null) : findViewer(db, token, clock(), presenceOf(request)));
    asked[0] = answer;
    return answer;
  };
  const device_token = ownCookie(request.headers.get("Cookie"), "device", isSecure(context));
  context.set(sessionContext, { token, device_token, found });
  const response = await next();
  const own = context.get(ownCookieContext);
  // What was shown ahead was not seen yet: what is shown once stays for the page that is opened.
  if (own !== null && !isPrefetch(request.headers)) response.headers.append("Set-Cookie", own);
  if (token === null || asked[0] === undefined) return response;
  const session = await asked[0];
  const isOurs = response.headers.getSetCookie().some((cookie) => /^(__Host-)?session=/.test(cookie));
  if (isOurs) return response;
  if (!session) response.headers.append("Set-Cookie", sessionCookie("", isSecure(context)));
  else if (session.isRenewed) response.headers.append("Set-Cookie", sessionCookie(token, isSecure(context)));
  return response;
};

/** The token of the device that a request comes from, or null; only the accounts that signed in on it know it. */
export function readDevice(context: Readonly<RouterContextProvider>): string | null {
  return context.get(sessionContext)?.device_token ?? null;
}

/** Secure wherever the world reaches us by TLS. */
function isSecure(context: Readonly<RouterContextProvider>): boolean {
  return context.get(servicesContext).publicUrl.startsWith("https:");
}

function sessionCookie(token: string, secure: boolean): string {
  const seconds = token === "" ? 0 : productRules.session_days * 86_400;
  return setOwnCookie("session", token, seconds, secure);
}

/**
 * Signs a user in on this browser: always a new session, and the one the browser came with ends. Returns the headers
 * of the redirect. With the password's hash it is by that password, and goes back to /login when that was changed or taken away
 * meanwhile; null is an account without one, which opens nothing.
 */
export async function beginSession(
  request: Request,
  context: Readonly<RouterContextProvider>,
  user: {
    id: string;
    locale: string | null;
    has_second_factor: boolean;
    password_hash?: string | null;
    /** The account is made by this very request: its owner need not hear of the device. */
    is_registration?: boolean;
  },
): Promise<Headers> {
  const { db, newId, clock, limits, config } = context.get(servicesContext);
  const old = context.get(sessionContext)?.token;
  if (old) await endSessionOfToken(db, old);
  const now = clock();
  const device = await rememberDevice(db, {
    ...{ user_id: user.id, new_id: newId(), old_token: readDevice(context), now },
    ...(user.is_registration ? {} : { whenNew: tellsOfPlace(request, context, user.id) }),
  });
  const network_hash = limits.hash(networkKey(context.get(clientAddressContext)));
  await rememberNetwork(db, { user_id: user.id, network_hash, now });
  const token = await openSession(db, {
    id: newId(),
    user_id: user.id,
    user_agent: request.headers.get("User-Agent") ?? "",
    has_second_factor: user.has_second_factor,
    is_demo: config.mode === "demo",
    device_id: device.device_id,
    ...(user.password_hash === undefined ? {} : { password_hash: user.password_hash }),
    now,
  }).catch((error: unknown) => {
    throw error instanceof StalePassword ? redirect("/login", 303) : error;
  });
  const secure = isSecure(context);
  const headers = new Headers();
  headers.append("Set-Cookie", sessionCookie(token, secure));
  const deviceSeconds = productRules.known_device_days * 86_400;
  headers.append("Set-Cookie", setOwnCookie("device", device.token, deviceSeconds, secure));
  headers.append("Set-Cookie", setOwnCookie("second_step", "", 0, secure));
  headers.append("Set-Cookie", setOwnCookie("logging_out", "", 0, secure));
  if (isLocale(user.locale)) headers.append("Set-Cookie", choiceCookie("locale", user.locale, secure));
  return headers;
}

/**
 * Signs this browser out: the flag that logging out is under way, the session ended, what the browser keeps of it
 * cleared (docs/product.md, 6.3). Returns the headers of the redirect to /login.
 */
export async function closeSession(context: Readonly<RouterContextProvider>): Promise<Headers> {
  const token = context.get(sessionContext)?.token;
  if (token) await endSessionOfToken(context.get(servicesContext).db, token);
  const secure = isSecure(context);
  const headers = new Headers({ "Clear-Site-Data": '"cache"' });
  headers.append("Set-Cookie", setOwnCookie("logging_out", "1", LOGGING_OUT_SECONDS, secure));
  headers.append("Set-Cookie", sessionCookie("", secure));
  headers.append("Set-Cookie", setOwnCookie("second_step", "", 0, secure));
  // A voucher that somebody was about to redeem, and the code of one that they bought, are not for whoever uses this
  // browser next.
  headers.append("Set-Cookie", setOwnCookie("held_voucher", "", 0, secure));
  headers.append("Set-Cookie", setOwnCookie("paying", "", 0, secure));
  return headers;
}

/** True while a logout is under way, for the guard of visitors' pages. */
export function isLoggingOut(request: Request, context: Readonly<RouterContextProvider>): boolean {
  return ownCookie(request.headers.get("Cookie"), "logging_out", isSecure(context)) === "1";
}

/** The cookie of a sign-in whose second factor is still due. */
export function secondStepCookie(context: Readonly<RouterContextProvider>, token: string): string {
  return setOwnCookie(
    "second_step",
    token,
    token === "" ? 0 : productRules.second_factor_minutes * 60,
    isSecure(context),
  );
}

/** The cookie of what is kept of a refused registration; it names nobody. */
export function registrationCookie(context: Readonly<RouterContextProvider>, token: string): string {
  const seconds = token === "" ? 0 : productRules.pending_registration_minutes * 60;
  return setOwnCookie("registration", token, seconds, isSecure(context));
}

export function readRegistration(request: Request, context: Readonly<RouterContextProvider>): string | null {
  return ownCookie(request.headers.get("Cookie"), "registration", isSecure(context));
}

export function readSecondStep(request: Request, context: Readonly<RouterContextProvider>): string | null {
  return ownCookie(request.headers.get("Cookie"), "second_step", isSecure(context));
}
