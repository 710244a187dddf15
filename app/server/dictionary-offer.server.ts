import type { IncomingMessage } from "node:http";
import { readCookies } from "../http/cookies.server.ts";
import { isSaving } from "../http/guest-script.server.ts";
import { chooseLocale } from "../http/locale.server.ts";
import { choicesOf } from "../http/preference-cookies.server.ts";
import type { Dictionaries } from "./dictionaries.server.ts";

/** A tip's later steps; an earlier page has made the offer. */
const STEP = /\/tip\/[^/]+\/(\w+)$/;
/** From this step on, the dictionary saves more than its own bytes. */
const FIRST_STEP = "details";

/**
 * A Link that browsers fetch when idle; null for browsers that have it. Data savers get the offer at the
 * first step of a tip (docs/decisions/051).
 */
export function dictionaryOffer({ url = "", headers }: IncomingMessage, all: Dictionaries): string | null {
  const saves = isSaving(headers["save-data"]?.toString(), headers.ect?.toString());
  const step = STEP.exec(url.split("?")[0] ?? "")?.[1];
  const isDue = step === undefined ? !saves : saves && step === FIRST_STEP;
  if (!isDue) return null;
  const { locale } = choicesOf(readCookies(headers.cookie));
  const dictionary = all.of(chooseLocale(locale, headers["accept-language"] ?? null));
  if (dictionary === null || dictionary === all.usable(headers)) return null;
  return `<${dictionary.address}>; rel="compression-dictionary"`;
}
