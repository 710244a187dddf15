import type { LanguageFacts } from "../shape.ts";

/** What the language is called, and how numbers and dates are written in it. */
export default {
  name: "English",
  tag: "en-GB",
  decimalMark: ".",
  time: "{time}",
  zone: "Berlin time",
} satisfies LanguageFacts;
