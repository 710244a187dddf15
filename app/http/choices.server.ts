import type { Locale } from "../domain/money/minor.ts";
import { productRules } from "../domain/money/product-rules.ts";

/** What a visitor has chosen, kept in plain cookies for a year (decisions.md, Around it). */
export interface Choices {
  locale: Locale | null;
  theme: "dark" | "light" | null;
  /** The cookie notice was read and put away. */
  hasSeenNotice: boolean;
}

/** Reads the choices from a Cookie header; anything unknown counts as not chosen. */
export function readChoices(cookieHeader: string | null): Choices {
  const cookies = readCookies(cookieHeader);
  const locale = cookies.get("locale");
  const theme = cookies.get("theme");
  return {
    locale: locale === "en" || locale === "de" ? locale : null,
    theme: theme === "dark" || theme === "light" ? theme : null,
    hasSeenNotice: cookies.get("notice") === "seen",
  };
}

/** The cookies of a request, by name. */
export function readCookies(cookieHeader: string | null): ReadonlyMap<string, string> {
  return new Map(
    (cookieHeader ?? "").split(";").map((pair) => {
      const [name = "", ...value] = pair.trim().split("=");
      return [name, value.join("=")] as const;
    }),
  );
}

/** The Set-Cookie of a choice; an empty value forgets it. Secure wherever the page itself came over TLS. */
export function choiceCookie(name: "locale" | "theme" | "notice", value: string, isSecure: boolean): string {
  const seconds = value === "" ? 0 : productRules.choice_cookie_days * 86_400;
  return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}

/** Where a form leads to at its end: a path of our own, never another host; else `otherwise`. */
export function safeReturnPath(path: FormDataEntryValue | null, otherwise = "/"): string {
  return typeof path === "string" && /^\/(?![/\\])[\w\-./~%?&=+,:@]*$/.test(path) && path.length <= 2000
    ? path
    : otherwise;
}
