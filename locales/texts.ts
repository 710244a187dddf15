import de from "./de/index.ts";
import en from "./en/index.ts";
import type { Locale } from "./index.ts";
import type { Texts } from "./shape.ts";

/** All texts by language, for the server; a browser loads the areas that its page needs. */
export const TEXTS: Readonly<Record<Locale, Texts>> = { de, en };
