import type en from "./en/index.ts";
import type { LanguageFacts, Translation } from "./shape.ts";

/** What a folder of this one holds: the facts of a language, and all texts that English has. */
export interface Language extends LanguageFacts {
  readonly texts: Translation<(typeof en)["texts"]>;
}
