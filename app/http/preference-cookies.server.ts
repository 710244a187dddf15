import { chosenLocale, type Locale } from "../../locales/index.ts";
import { productRules } from "../product-rules.ts";
import { readCookies } from "./cookies.server.ts";

/** What a visitor has chosen, kept in plain cookies for a year (docs/product.md, 9.3). */
export interface Choices {
  locale: Locale | null;
  theme: "dark" | "light" | null;
  /** The cookie notice was read and put away. */
  hasSeenNotice: boolean;
}

/** Reads the choices from a Cookie header; anything unknown counts as not chosen. */
export function readPreferences(cookieHeader: string | null): Choices {
  return choicesOf(readCookies(cookieHeader));
}

/** The same of cookies that have been read. */
export function choicesOf(cookies: ReadonlyMap<string, string>): Choices {
  const theme = cookies.get("theme");
  return {
    locale: chosenLocale(cookies.get("locale")),
    theme: theme === "dark" || theme === "light" ? theme : null,
    hasSeenNotice: cookies.get("notice") === "seen",
  };
}

/** The Cookie header of a visitor who has chosen just that; null for one who has chosen nothing. */
export function cookiesOfChoices({ locale, theme, hasSeenNotice }: Choices): string | null {
  const chosen = { locale, theme, notice: hasSeenNotice ? "seen" : null };
  const cookies = Object.entries(chosen).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${value}`],
  );
  return cookies.length === 0 ? null : cookies.join("; ");
}

/** The Set-Cookie of a choice; an empty value forgets it. Secure wherever the page itself came over TLS. */
export function choiceCookie(
  name: "locale" | "theme" | "notice" | "keys",
  value: string,
  isSecure: boolean,
): string {
  const seconds = value === "" ? 0 : productRules.choice_cookie_days * 86_400;
  return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}

/** The Set-Cookie that says for a day that the page was shared. */
export function sharedCookie(isSecure: boolean): string {
  const seconds = productRules.shared_days * 86_400;
  return `shared=1; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}

/** Whether the page was shared within the last day. */
export function hasShared(cookieHeader: string | null): boolean {
  return readCookies(cookieHeader).get("shared") === "1";
}

/** Whether an operator wants keys that do something by themselves; they do unless they were turned off. */
export function hasKeys(cookieHeader: string | null): boolean {
  return readCookies(cookieHeader).get("keys") !== "off";
}

/** Where a form leads to at its end: a path of our own, never another host; else `otherwise`. */
export function safeReturnPath(path: FormDataEntryValue | null, otherwise = "/"): string {
  return typeof path === "string" && /^\/(?![/\\])[\w\-./~%?&=+,:@]*$/.test(path) && path.length <= 2000
    ? path
    : otherwise;
}
