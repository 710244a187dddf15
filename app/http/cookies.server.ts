import { createHmac } from "node:crypto";
import { type Cookie, createCookie } from "react-router";
import { productRules } from "../product-rules.ts";

const NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/** Drops names that no browser stores. The first, more specific one of two counts. */
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

/** Lifetime in seconds; only this host may set them. */
export const OWN_COOKIE_SECONDS = {
  session: productRules.session_days * DAY_SECONDS,
  second_step: productRules.second_factor_minutes * 60,
  logging_out: 30,
  device: productRules.known_device_days * DAY_SECONDS,
  registration: productRules.pending_registration_minutes * 60,
  held_voucher: productRules.voucher.held_hours * 3600,
  paying: productRules.receipt.browser_hours * 3600,
  fan: productRules.tip.remembered_days * DAY_SECONDS,
  done: 60,
};
export type OwnCookie = keyof typeof OWN_COOKIE_SECONDS;

/** A known device identifies no user: after logout it gets guests' pages. */
const IDENTIFYING: readonly OwnCookie[] = ["session", "second_step", "logging_out"];

/** The prefix excludes other hosts of the domain and pages without TLS. */
function nameOf(cookie: OwnCookie, isSecure: boolean): string {
  return isSecure ? `__Host-${cookie}` : cookie;
}

/** Null for none or a forged one; empty removes it. */
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

/** Signed with its own key; carries the session's token. */
export function createSessionCookie(secret: string, isSecure: boolean) {
  const key = createHmac("sha256", secret).update("session-cookie").digest("hex");
  return createOwnCookie("session", isSecure, [key]);
}

export function isOfUser(cookies: ReadonlyMap<string, string>): boolean {
  return IDENTIFYING.some(
    (cookie) => cookies.has(nameOf(cookie, true)) || cookies.has(nameOf(cookie, false)),
  );
}
