import { createHmac } from "node:crypto";
import { type Cookie, createCookie } from "react-router";
import { productRules } from "../product-rules.ts";

/** RFC 6265. */
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * The cookies of a request, by name: the one reader of the page cache, the session and the choices alike. Only spaces
 * and tabs are blanks; what has no name that a browser would store is no cookie; of two with a name the first counts,
 * as the browser puts the more specific one there.
 */
export function readCookies(header: string | null | undefined): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of (header ?? "").split(";")) {
    const equals = pair.indexOf("=");
    if (equals < 0) continue;
    const name = withoutBlanks(pair.slice(0, equals));
    if (NAME.test(name) && !cookies.has(name)) cookies.set(name, withoutBlanks(pair.slice(equals + 1)));
  }
  return cookies;
}

function withoutBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text[start])) start += 1;
  while (end > start && isBlank(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

const isBlank = (character: string | undefined) => character === " " || character === "\t";

const DAY_SECONDS = 86_400;

/** How many seconds a browser keeps each cookie that only we may set, for this host alone. */
export const OWN_COOKIE_SECONDS = {
  session: productRules.session_days * DAY_SECONDS,
  second_step: productRules.second_factor_minutes * 60,
  logging_out: 30,
  device: productRules.known_device_days * DAY_SECONDS,
  registration: productRules.pending_registration_minutes * 60,
  held_voucher: productRules.voucher.held_hours * 3600,
  paying: productRules.receipt.browser_hours * 3600,
  /** Time for the redirect, not more. */
  done: 60,
};
export type OwnCookie = keyof typeof OWN_COOKIE_SECONDS;

/** The cookies that identify a user. A known device does not: after sign-out its guests get the pages of all guests. */
const IDENTIFYING: readonly OwnCookie[] = ["session", "second_step", "logging_out"];

/** Over TLS the prefix makes browsers refuse the name to other hosts of our domain, and to pages without TLS. */
function nameOf(cookie: OwnCookie, isSecure: boolean): string {
  return isSecure ? `__Host-${cookie}` : cookie;
}

/**
 * React Router's cookie of that name, for texts. Reads null where there is none, or none that we wrote; an empty text
 * removes it. The header is read by `readCookies`, so that the page cache sees the same cookies.
 */
export function createOwnCookie(cookie: OwnCookie, isSecure: boolean, secrets: string[] = []) {
  const options = { httpOnly: true, secure: isSecure, maxAge: OWN_COOKIE_SECONDS[cookie], secrets };
  const { name, isSigned, serialize, parse } = createCookie(nameOf(cookie, isSecure), options);
  return {
    name,
    isSigned,
    serialize: (value: string, given = {}) =>
      serialize(value, value === "" ? { ...given, maxAge: 0 } : given),
    async parse(header: string | null): Promise<string | null> {
      const sent = readCookies(header).get(name);
      const value: unknown = sent ? await parse(`${name}=${sent}`) : null;
      return typeof value === "string" && value !== "" ? value : null;
    },
  } satisfies Cookie;
}

/** The cookie of sessions, signed with a key of its own; it carries the session's token. */
export function createSessionCookie(secret: string, isSecure: boolean) {
  const key = createHmac("sha256", secret).update("session-cookie").digest("hex");
  return createOwnCookie("session", isSecure, [key]);
}

/** Whether a request may be a signed-in user's, over TLS or not. */
export function isOfUser(cookies: ReadonlyMap<string, string>): boolean {
  return IDENTIFYING.some(
    (cookie) => cookies.has(nameOf(cookie, true)) || cookies.has(nameOf(cookie, false)),
  );
}
