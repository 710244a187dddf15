import type { IncomingMessage } from "node:http";
import { readCookies } from "../http/cookies.server.ts";
import { isSaving } from "../http/guest-script.server.ts";
import { chooseLocale } from "../http/locale.server.ts";
import { choicesOf } from "../http/preference-cookies.server.ts";
import type { Dictionaries } from "./dictionaries.server.ts";

/** A step of a tip, which comes after a page that has offered already. */
const STEP = /\/tip\/[^/]+\/(\w+)$/;
/** The first of them: from here on the rest of the way is lighter with a dictionary than without, its own bytes counted. */
const FIRST_STEP = "details";

/**
 * The Link by which a page offers the dictionary of its language, which a browser fetches when it has nothing else to do;
 * null for who has it. Who saves data may look at one page alone, for which it would be too heavy: they are offered it
 * with the first step of a tip (docs/decisions/051).
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
