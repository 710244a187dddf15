import type { ParseKeys } from "i18next";
import { z } from "zod";
import type { TokenPurpose } from "../../crypto/crypto.server.ts";
import { letter } from "./letter.tsx";
import { mailTemplate } from "./mail-template.ts";

type Key = ParseKeys<"mail">;

interface Link {
  page: `/${string}`;
  purpose: TokenPurpose;
}

/** The link works for any holder; the text names its lifetime. */
export function linkLetter(name: "register" | "passwordReset" | "deletion" | "emailChange", link: Link) {
  return linkLetterOf(link, {
    subject: `${name}.subject`,
    heading: `${name}.heading`,
    paragraphs: [`${name}.text`, `${name}.validity`],
    button: `${name}.open`,
    footer: `${name}.footer`,
  });
}

/** With explicit texts. */
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
