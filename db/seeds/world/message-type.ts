import type { Locale } from "../../../locales/index.ts";

/** What a fan writes with a tip. */
export interface DemoMessage {
  readonly locale: Locale;
  readonly text: string;
  /** Null: the fan stays anonymous. */
  readonly from: string | null;
  /** The creator whose work the words are about; without it they suit everyone. */
  readonly to?: string;
}

function message(locale: Locale, text: string, from: string | null, to?: string): DemoMessage {
  return to ? { locale, text, from, to } : { locale, text, from };
}

/** A message in English. */
export function en(text: string, from: string | null, to?: string): DemoMessage {
  return message("en", text, from, to);
}

/** A message in German. */
export function de(text: string, from: string | null, to?: string): DemoMessage {
  return message("de", text, from, to);
}
