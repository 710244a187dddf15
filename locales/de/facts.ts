import type { LanguageFacts } from "../shape.ts";

/** What the language is called, and how numbers and dates are written in it. */
export default {
  name: "Deutsch",
  tag: "de-DE",
  decimalMark: ",",
  time: "{time} Uhr",
  zone: "Berlin",
} satisfies LanguageFacts;
