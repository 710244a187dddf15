/** What a cookie's name may be made of (RFC 6265). */
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

/** The cookies by which a user is known: only we may set them, for this host alone. */
const NAMING = ["session", "second_step", "logging_out"] as const;
/** The device of an account that has signed out names nobody, so its guests get the pages of all guests. */
export type OwnCookie = (typeof NAMING)[number] | "device" | "registration" | "held_voucher" | "paying";

/** Over TLS the prefix makes browsers refuse the name to other hosts of our domain, and to pages without TLS. */
function nameOf(cookie: OwnCookie, isSecure: boolean): string {
  return isSecure ? `__Host-${cookie}` : cookie;
}

/** The value of one of them; null when it is not there. */
export function ownCookie(header: string | null, cookie: OwnCookie, isSecure: boolean): string | null {
  return readCookies(header).get(nameOf(cookie, isSecure)) || null;
}

/** The Set-Cookie of one of them; an empty value, with 0 seconds, takes it away. */
export function setOwnCookie(cookie: OwnCookie, value: string, seconds: number, isSecure: boolean): string {
  return `${nameOf(cookie, isSecure)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}

/** Whether a request may be a user's: it carries a cookie that says who, however we are reached. */
export function namesSomebody(cookies: ReadonlyMap<string, string>): boolean {
  return NAMING.some((cookie) => cookies.has(nameOf(cookie, true)) || cookies.has(nameOf(cookie, false)));
}
