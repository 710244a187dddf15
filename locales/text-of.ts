import type { Locale } from "./index.ts";
import { TEXTS } from "./texts.ts";

/**
 * A text as it stands, by its key ("microblog:posts.tip"): for what is no page, such as the domain's posts, since i18next is
 * for what is rendered. Throws for a key that is none.
 */
export function textOf(locale: Locale, key: string): string {
  let found: unknown = TEXTS[locale];
  for (const name of key.split(/[:.]/))
    found =
      typeof found === "object" && found !== null
        ? Object.entries(found).find(([each]) => each === name)?.[1]
        : null;
  if (typeof found !== "string") throw new Error(`no text ${key}`);
  return found;
}
