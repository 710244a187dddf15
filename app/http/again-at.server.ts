import type { RouterContextProvider } from "react-router";
import { retryAfterContext, servicesContext } from "../context.ts";
import { formatMomentInBerlin, formatTimeInBerlin } from "../domain/money/formats.ts";
import { getLocale } from "./i18n.server.ts";

const HALF_A_DAY_SECONDS = 12 * 3600;

/** Returns null when the request need not wait. */
export function againAt(context: Readonly<RouterContextProvider>): string | null {
  const seconds = context.get(retryAfterContext);
  if (seconds === null) return null;
  const minute = 60_000;
  const at = new Date(
    Math.ceil((context.get(servicesContext).clock().getTime() + seconds * 1000) / minute) * minute,
  );
  const format = seconds > HALF_A_DAY_SECONDS ? formatMomentInBerlin : formatTimeInBerlin;
  return format(at, getLocale(context));
}
