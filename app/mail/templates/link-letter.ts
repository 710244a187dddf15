import type { ParseKeys } from "i18next";
import { z } from "zod";
import type { TokenPurpose } from "../../crypto/crypto.server.ts";
import { letter } from "./letter.tsx";
import { mailTemplate } from "./mail-template.ts";

type Key = ParseKeys<"mail">;

/** A mail whose one link opens a page for whoever holds it: the page, and what the link's token is good for. */
export function linkLetter(written: {
  subject: Key;
  heading: Key;
  paragraphs: readonly Key[];
  button: Key;
  footer: Key;
  page: `/${string}`;
  purpose: TokenPurpose;
}) {
  return mailTemplate({
    params: z.object({ token_id: z.string() }),
    sample: { token_id: "sample" },
    write({ token_id }, { locale, t, publicUrl, tokens }) {
      return letter({
        locale,
        subject: t(written.subject),
        heading: t(written.heading),
        paragraphs: written.paragraphs.map((key) => t(key)),
        link: {
          text: t(written.button),
          url: `${publicUrl}${written.page}/${tokens.sign(written.purpose, token_id)}`,
        },
        footer: t(written.footer),
      });
    },
  });
}
