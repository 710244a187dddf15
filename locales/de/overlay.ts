import type en from "../en/overlay.ts";
import type { Translation } from "../shape.ts";

export default {
  named: "{{name}} gibt Trinkgeld",
  unnamed: "Neues Trinkgeld",
  noName: "Anonym",
  lastSupporters: "Zuletzt dabei",
  sample: { name: "Robin", words: "Danke für den Stream! Das ist ein Test." },
} satisfies Translation<typeof en>;
