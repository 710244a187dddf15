import type { ParseKeys } from "i18next";
import { z } from "zod";
import type { TokenPurpose } from "../../crypto/crypto.server.ts";
import { letter } from "./letter.tsx";
import { mailTemplate } from "./mail-template.ts";

type Key = ParseKeys<"mail">;

/** The page that a mail's link opens, and what the link's token is good for. */
interface Link {
  page: `/${string}`;
  purpose: TokenPurpose;
}

/** A mail whose one link opens a page for whoever holds it: why it comes, how long the link works, and what else to do. */
export function linkLetter(name: "register" | "passwordReset" | "deletion" | "emailChange", link: Link) {
  return linkLetterOf(link, {
    subject: `${name}.subject`,
    heading: `${name}.heading`,
    paragraphs: [`${name}.text`, `${name}.validity`],
    button: `${name}.open`,
    footer: `${name}.footer`,
  });
}

/** The same, with texts that are named one by one. */
export function linkLetterOf(
  { page, purpose }: Link,
  texts: Record<"subject" | "heading" | "button" | "footer", Key> & { paragraphs: readonly Key[] },
) {
  return mailTemplate({
    params: z.object({ token_id: z.string() }),
    sample: { token_id: "sample" },
    write({ token_id }, { locale, t, publicUrl, tokens }) {
      return letter({
        locale,
        subject: t(texts.subject),
        heading: t(texts.heading),
        paragraphs: texts.paragraphs.map((key) => t(key)),
        link: { text: t(texts.button), url: `${publicUrl}${page}/${tokens.sign(purpose, token_id)}` },
        footer: t(texts.footer),
      });
    },
  });
}
