import type { Locale } from "../../../locales/index.ts";

export interface DemoMessage {
  readonly locale: Locale;
  readonly text: string;
  readonly from: string | null;
  readonly to?: string;
}

function message(locale: Locale, text: string, from: string | null, to?: string): DemoMessage {
  return to ? { locale, text, from, to } : { locale, text, from };
}

export function en(text: string, from: string | null, to?: string): DemoMessage {
  return message("en", text, from, to);
}

export function de(text: string, from: string | null, to?: string): DemoMessage {
  return message("de", text, from, to);
}
