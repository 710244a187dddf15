import {
  createContext,
  createSessionStorage,
  type MiddlewareFunction,
  type RouterContextProvider,
  redirect,
  type Session,
} from "react-router";
import { isLocale } from "../../locales/index.ts";
import { clientAddressContext, ownCookieContext, proxyCountryContext, servicesContext } from "../context.ts";
import { rememberDevice, rememberNetwork } from "../domain/auth/known-devices.server.ts";
import { mailNewPlace } from "../domain/auth/mailed-tokens.server.ts";
import {
  endSessionOfToken,
  findViewer,
  type NewSession,
  openSession,
  type Presence,
  StalePassword,
} from "../domain/auth/sessions.server.ts";
import type { Viewer } from "../domain/users/viewer.ts";
import { networkKey } from "./address-keys.ts";
import { isPrefetch, presenceOf } from "./guest-script.server.ts";
import { isSecure, ownCookie } from "./own-cookie.server.ts";
import { choiceCookie } from "./preference-cookies.server.ts";
import { termsVersion } from "./rules.server.ts";

type Trx = Parameters<typeof mailNewPlace>[0];

/** The mail names browser and country, not the address. */
export function tellsOfPlace(request: Request, context: Readonly<RouterContextProvider>, user_id: string) {
  return async (trx: Trx): Promise<void> => {
    const services = context.get(servicesContext);
    const country =
      context.get(proxyCountryContext)?.toUpperCase() ??
      (await services.addressCountries(context.get(clientAddressContext)));
    const user_agent = request.headers.get("User-Agent") ?? "";
    const place = { user_agent, country: country !== null && /^[A-Z]{2}$/.test(country) ? country : null };
    await mailNewPlace(trx, services, { user_id, place, now: services.clock() });
  };
}

interface SessionData {
  opening: Omit<NewSession, "id" | "now">;
  viewer: Viewer;
  isRenewed: boolean;
}

interface RequestSession {
  read(): Promise<Session<SessionData>>;
  /** A device with an earlier sign-in; null on a new one. */
  device_token: string | null;
}

const sessionContext = createContext<RequestSession | null>(null);

/** The cookie holds a token, the table its hash. */
function sessionStorage(context: Readonly<RouterContextProvider>, presence: Presence = "person") {
  const { db, clock, newId, sessionCookie } = context.get(servicesContext);
  return createSessionStorage<SessionData>({
    cookie: sessionCookie,
    async createData({ opening }) {
      if (opening === undefined) throw new Error("a session needs a user");
      return await openSession(db, { ...opening, id: newId(), now: clock() });
    },
    readData: (token) => findViewer(db, token, clock(), presence, termsVersion(context)),
    updateData: () => Promise.resolve(),
    deleteData: (token) => endSessionOfToken(db, token),
  });
}

export async function findRequestViewer(context: Readonly<RouterContextProvider>): Promise<Viewer | null> {
  const session = await context.get(sessionContext)?.read();
  return session?.get("viewer") ?? null;
}

export const sessionMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const header = request.headers.get("Cookie");
  const storage = sessionStorage(context, presenceOf(request));
  const readings: Promise<Session<SessionData>>[] = [];
  const read = () => {
    const reading = readings[0] ?? storage.getSession(header);
    readings[0] = reading;
    return reading;
  };
  const device_token = await ownCookie(context, "device").parse(header);
  context.set(sessionContext, { read, device_token });
  const response = await next();
  const own = context.get(ownCookieContext);
  // A prefetch must not consume what is shown once.
  if (own !== null && !isPrefetch(request.headers)) response.headers.append("Set-Cookie", own);
  const session = await readings[0];
  const isSet = response.headers.getSetCookie().some((cookie) => /^(__Host-)?session=/.test(cookie));
  if (!session?.id || isSet) return response;
  if (!session.has("viewer")) response.headers.append("Set-Cookie", await storage.destroySession(session));
  else if (session.get("isRenewed"))
    response.headers.append("Set-Cookie", await storage.commitSession(session));
  return response;
};

/** Only accounts that signed in on this device know its token. */
export function readDevice(context: Readonly<RouterContextProvider>): string | null {
  return context.get(sessionContext)?.device_token ?? null;
}

/**
 * Always a new session; the old one ends. Leads to /login if `password_hash` changed meanwhile; null never
 * signs in.
 */
export async function beginSession(
  request: Request,
  context: Readonly<RouterContextProvider>,
  user: {
    id: string;
    locale: string | null;
    has_second_factor: boolean;
    password_hash?: string | null;
    is_registration?: boolean;
  },
): Promise<Headers> {
  const { db, newId, clock, limits, config } = context.get(servicesContext);
  const storage = sessionStorage(context);
  const old = await context.get(sessionContext)?.read();
  if (old?.id) await storage.destroySession(old);
  const now = clock();
  const device = await rememberDevice(db, {
    ...{ user_id: user.id, new_id: newId(), old_token: readDevice(context), now },
    ...(user.is_registration ? {} : { whenNew: tellsOfPlace(request, context, user.id) }),
  });
  const network_hash = limits.hash(networkKey(context.get(clientAddressContext)));
  await rememberNetwork(db, { user_id: user.id, network_hash, now });
  const session = await storage.getSession();
  session.set("opening", {
    user_id: user.id,
    user_agent: request.headers.get("User-Agent") ?? "",
    has_second_factor: user.has_second_factor,
    is_demo: config.mode === "demo",
    device_id: device.device_id,
    ...(user.password_hash === undefined ? {} : { password_hash: user.password_hash }),
  });
  const cookie = await storage.commitSession(session).catch((error: unknown) => {
    throw error instanceof StalePassword ? redirect("/login", 303) : error;
  });
  const headers = new Headers();
  headers.append("Set-Cookie", cookie);
  headers.append("Set-Cookie", await ownCookie(context, "device").serialize(device.token));
  for (const ended of ["second_step", "logging_out"] as const)
    headers.append("Set-Cookie", await ownCookie(context, ended).serialize(""));
  if (isLocale(user.locale))
    headers.append("Set-Cookie", choiceCookie("locale", user.locale, isSecure(context)));
  return headers;
}

/** Clears what the browser stores (docs/product.md, 6.3). */
export async function closeSession(context: Readonly<RouterContextProvider>): Promise<Headers> {
  const storage = sessionStorage(context);
  const session = (await context.get(sessionContext)?.read()) ?? (await storage.getSession());
  const headers = new Headers({ "Clear-Site-Data": '"cache"' });
  headers.append("Set-Cookie", await ownCookie(context, "logging_out").serialize("1"));
  headers.append("Set-Cookie", await storage.destroySession(session));
  // Voucher codes must not reach the browser's next user.
  for (const ended of ["second_step", "held_voucher", "paying"] as const)
    headers.append("Set-Cookie", await ownCookie(context, ended).serialize(""));
  return headers;
}
