import { chosenLocale, type Locale } from "../../locales/index.ts";
import { productRules } from "../product-rules.ts";
import { readCookies } from "./cookies.server.ts";

/** For a year (docs/product.md, 9.3). */
export interface Choices {
  locale: Locale | null;
  theme: "dark" | "light" | null;
  hasSeenNotice: boolean;
}

export function readPreferences(cookieHeader: string | null): Choices {
  return choicesOf(readCookies(cookieHeader));
}

export function choicesOf(cookies: ReadonlyMap<string, string>): Choices {
  const theme = cookies.get("theme");
  return {
    locale: chosenLocale(cookies.get("locale")),
    theme: theme === "dark" || theme === "light" ? theme : null,
    hasSeenNotice: cookies.get("notice") === "seen",
  };
}

export function cookiesOfChoices({ locale, theme, hasSeenNotice }: Choices): string | null {
  const chosen = { locale, theme, notice: hasSeenNotice ? "seen" : null };
  const cookies = Object.entries(chosen).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${value}`],
  );
  return cookies.length === 0 ? null : cookies.join("; ");
}

export function choiceCookie(
  name: "locale" | "theme" | "notice" | "keys",
  value: string,
  isSecure: boolean,
): string {
  const seconds = value === "" ? 0 : productRules.choice_cookie_days * 86_400;
  return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}

export function sharedCookie(isSecure: boolean): string {
  const seconds = productRules.shared_days * 86_400;
  return `shared=1; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}

export function hasShared(cookieHeader: string | null): boolean {
  return readCookies(cookieHeader).get("shared") === "1";
}

export function hasKeys(cookieHeader: string | null): boolean {
  return readCookies(cookieHeader).get("keys") !== "off";
}

/** A path of this site, else `otherwise`: never another host. */
export function safeReturnPath(path: FormDataEntryValue | null, otherwise = "/"): string {
  return typeof path === "string" && /^\/(?![/\\])[\w\-./~%?&=+,:@]*$/.test(path) && path.length <= 2000
    ? path
    : otherwise;
}
