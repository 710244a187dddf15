import { expect, it } from "vitest";
import { type ChangedMoney, shownChanges } from "../../app/routes/admin/audit.server.ts";
import { i18nFor } from "../../locales/i18n.ts";
import { LOCALES } from "../../locales/index.ts";

const MONEY: ChangedMoney = { currency: "USD", charged_currency: "EUR" };

/** A payment's history line by line. */
function linesOf(
  locale: (typeof LOCALES)[number],
  after: object,
  money: ChangedMoney | null = MONEY,
): string[] {
  const changes = shownChanges(i18nFor(locale), { kind: "payment", before: null, after, money });
  return changes.map(({ field, now }) =>
    [`${field}:`, ...(now ?? []).map(({ text }) => text)].join(" ").replaceAll("\u00A0", " "),
  );
}

it.each(LOCALES)(
  "what the fan saw is shown in its own currency, the rest in the payment's (%s)",
  (locale) => {
    const after = {
      ...{ presentment_minor: 1_234_56, presentment_currency: "PLN" },
      ...{ charged_minor: 27_98, amount_minor: 30_00 },
    };
    const lines = linesOf(locale, after);
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(locale === "de" ? /1\.234,56 zł$/ : /zł 1,234\.56$/);
    expect(lines[1]).toMatch(/€/);
    expect(lines[2]).toMatch(/\$/);
    for (const line of lines.slice(1)) expect(line).not.toContain("zł");
  },
);

it("a currency without minor units is shown whole, and one that nobody saw is not mentioned", () => {
  const [seen] = linesOf("en", { presentment_minor: 5000, presentment_currency: "JPY" });
  expect(seen).toMatch(/¥5,000$/);
  expect(linesOf("en", { charged_minor: 27_98 }).join()).not.toMatch(/Shown|¥/);
});
