import type { IncomingMessage } from "node:http";
import type { Services } from "../context.ts";
import type { Settings } from "../product-settings.ts";
import { addressKey } from "./address-keys.ts";
import { callRefusal } from "./api.server.ts";
import { textsIn } from "./i18n.server.ts";
import { chooseLocale } from "./locale.server.ts";
import { isFromOtherSite } from "./origin-guard.server.ts";
import { API_PATH, ONE_CLICK, ROUTE_LIST, SERVER_TO_SERVER, TRACKING } from "./path-kinds.ts";
import { readPreferences } from "./preference-cookies.server.ts";

interface EarlyRefusal {
  status: 400 | 403 | 405 | 429;
  headers: Map<string, string>;
  body: Buffer;
}

interface Asked {
  req: IncomingMessage;
  address: string;
  origin: string;
}

/** Each path is matched against all routes; no page has more links. */
const LISTED_PATHS_MAXIMUM = 300;

/**
 * Repeats guards' refusals for an address beyond its budget, without the database. Null leaves the decision
 * to them.
 */
export async function refuseEarly(
  { limits, config, settings }: Pick<Services, "limits" | "config" | "settings">,
  { req, address, origin }: Asked,
): Promise<EarlyRefusal | null> {
  const { method, headers, url = "" } = req;
  const [path = ""] = url.split("?");
  if (path === ROUTE_LIST) return await refuseRouteList(limits, req, address, settings.current());
  if (method === "GET" || method === "HEAD" || SERVER_TO_SERVER.test(path)) return null;
  const key = addressKey(address);
  if (!(await limits.isUsedUp("refusals", key))) return null;
  if (method !== "POST" && !API_PATH.test(path)) return refusal(req, path, 405, settings.current());
  const named = headers.origin ?? null;
  // An allowed site's page must be able to read the refusal.
  if (named !== null && config.API_ORIGINS.includes(named)) return null;
  if (!ONE_CLICK.test(path) && isFromOtherSite(named, headers["sec-fetch-site"]?.toString(), origin))
    return refusal(req, path, 403, settings.current());
  const seconds = TRACKING.test(path) ? null : await limits.refusedFor("posts", key);
  return seconds === null ? null : refusal(req, path, 429, settings.current(), seconds);
}

async function refuseRouteList(
  limits: Services["limits"],
  req: IncomingMessage,
  address: string,
  settings: Settings,
): Promise<EarlyRefusal | null> {
  const { url = "" } = req;
  const seconds = await limits.take("pages", addressKey(address));
  if (seconds !== null) return refusal(req, ROUTE_LIST, 429, settings, seconds);
  const paths = new URLSearchParams(url.slice(ROUTE_LIST.length)).get("paths") ?? "";
  return paths.split(",").length > LISTED_PATHS_MAXIMUM ? refusal(req, ROUTE_LIST, 400, settings) : null;
}

function refusal(
  { headers }: IncomingMessage,
  path: string,
  status: EarlyRefusal["status"],
  settings: Settings,
  seconds: number | null = null,
): EarlyRefusal {
  const chosen = readPreferences(headers.cookie ?? null).locale;
  const locale = chooseLocale(chosen, headers["accept-language"] ?? null);
  const [type, text] = API_PATH.test(path)
    ? ["application/json", JSON.stringify(callRefusal(settings, locale, status))]
    : ["text/plain; charset=utf-8", textsIn(locale, "common", settings)(`error.s${status}.title`)];
  const head = new Map([["content-type", type]]);
  if (seconds !== null) head.set("retry-after", String(seconds));
  return { status, headers: head, body: Buffer.from(text) };
}
