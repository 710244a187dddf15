import { describe, expect, it } from "vitest";
import { createTokens } from "../../app/crypto/crypto.server.ts";
import { grouplistNews } from "../../app/mail/templates/group-mails.ts";
import { i18nFor } from "../../locales/i18n.ts";
import { LOCALES } from "../../locales/index.ts";

const KINDS = grouplistNews.params.shape.kind.options;

describe.each(LOCALES)("mails about groups, %s", (locale) => {
  const t = i18nFor(locale).getFixedT<["mail", "tip", "bankCodes"]>(locale, ["mail", "tip", "bankCodes"]);
  const publicUrl = "https://tribute.example";
  const tokens = createTokens("a secret of at least thirty-two characters");
  const write = (change: Partial<typeof grouplistNews.sample>) =>
    grouplistNews.write({ ...grouplistNews.sample, ...change }, { locale, t, publicUrl, issuer: [], tokens });

  it.each(KINDS)(
    `a mail in ${locale} that says %s has its words, and one link to where it is answered`,
    (kind) => {
      const { subject, text } = write({ kind });
      expect(`${subject}\n${text}`).not.toMatch(/grouplistNews|\{\{|undefined/);
      expect(text).toContain("The Quiet Choir");
      expect(text).toMatch(/https:\/\/tribute\.example\/(grouplists|gl\/fv5kmq2x(\/(edit|creators))?)$/m);
    },
  );

  it(`a mail in ${locale} about a group without a name, or with a reason, reads well`, () => {
    expect(write({ group: null }).subject).not.toContain("null");
    expect(write({ kind: "group_declined", reason: "A brand" }).text).toContain("A brand");
  });
});
