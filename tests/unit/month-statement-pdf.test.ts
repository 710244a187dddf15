import { extractText } from "unpdf";
import { describe, expect, it } from "vitest";
import { countryName, formatDay, formatMonth } from "../../app/domain/money/formats.ts";
import { formatAmount, type Locale } from "../../app/domain/money/minor.ts";
import { MOVEMENTS, type MonthStatementFacts } from "../../app/domain/payouts/statements/statement.schema.ts";
import { renderMonthStatement } from "../../app/pdf/month-statement-pdf.server.ts";
import { i18nFor } from "../../locales/i18n.ts";

import { statementFacts } from "../support/money/paid-payouts.ts";

const blank = (text: string) => text.replace(/\s+/g, " ");

async function textOf(facts: MonthStatementFacts, locale: Locale): Promise<string> {
  const { text } = await extractText(new Uint8Array(await renderMonthStatement(facts, i18nFor(locale))));
  return blank(text.join(" "));
}

/** A month in which everything happened that can. */
function monthFacts(change: Partial<MonthStatementFacts> = {}): MonthStatementFacts {
  const { creator, issuer, tips } = statementFacts();
  return {
    ...{ number: 77, issued_at: "2026-11-01T01:17:00+00:00", issuer, creator, tips },
    is_vat_id_refused: false,
    ...{ month: "2026-10", currency: "EUR", left_at: null, opening_minor: 12_34, closing_minor: 957_91 },
    movements: MOVEMENTS.map((kind, index) => ({ kind, count: index + 1, amount_minor: 101_01 + index })),
    closing: {
      creator_pending: 100_01,
      creator_available: 900_02,
      creator_dispute_hold: 50_03,
      creator_unverified: 5_04,
      creator_receivable: -97_19,
    },
    payouts: [
      {
        ...{ id: "p1", requested_at: "2026-10-04T10:00:00+00:00", net_minor: 98_50 },
        ...{ amount_minor: 100_00, fee_minor: 1_50 },
        vat: { country: "DE", rate_bps: 1900, amount_minor: 24 },
      },
      {
        ...{ id: "p2", requested_at: "2026-10-31T23:30:00+00:00", net_minor: 200_00 },
        ...{ amount_minor: 200_00, fee_minor: 0, vat: null },
      },
    ],
    ...change,
  };
}

describe.for(["en", "de"] as const)("the PDF of a month in %s", (locale) => {
  it("the PDF of a month says everything that its facts hold", async () => {
    const facts = monthFacts();
    const text = await textOf(facts, locale);
    const show = (amount: number) => blank(formatAmount(amount, "EUR", locale));
    const { creator, closing, movements, payouts, tips } = facts;
    for (const said of [
      ...[...facts.issuer, creator.name, creator.address ?? "", "M77", formatMonth("2026-10", locale)],
      ...[facts.opening_minor, facts.closing_minor, ...Object.values(closing)].map(show),
      ...movements.map(({ amount_minor }) => show(amount_minor)),
      ...payouts.map((payout) =>
        [
          formatDay(payout.requested_at, locale),
          ...[payout.amount_minor, -payout.fee_minor, payout.net_minor].map(show),
        ].join(" "),
      ),
      ...tips.map((tip) => `${countryName(tip.country, locale)} ${tip.count} ${show(tip.amount_minor)}`),
      show(24),
    ])
      expect(text).toContain(said);
    expect(text).not.toMatch(/\{\{|payouts:|undefined|NaN/);
  });

  it("the PDF of a month says whose the VAT is when it is not in the fees", async () => {
    const [payout] = monthFacts().payouts;
    const without = { payouts: payout ? [{ ...payout, vat: null }] : [] };
    const note = { en: "Reverse charge", de: "Steuerschuldnerschaft des Leistungsempfängers" }[locale];
    const none = { en: "no VAT", de: "keine Mehrwertsteuer" }[locale];
    const { creator } = monthFacts();
    const business = { ...creator, country: "FR", vat_id: "FR40303265045" };
    const refused = { ...without, creator: business, is_vat_id_refused: true };
    expect(await textOf(monthFacts(refused), locale)).toContain(none);
    expect(await textOf(monthFacts(refused), locale)).not.toContain(note);
    const elsewhere = { ...creator, country: "US", vat_id: null };
    expect(await textOf(monthFacts({ ...without, creator: business }), locale)).toContain(note);
    expect(await textOf(monthFacts({ ...without, creator: elsewhere }), locale)).toContain(none);
    expect(await textOf(monthFacts(), locale)).not.toMatch(new RegExp(`${note}|${none}`));
  });

  it("the PDF of a month in which little happened is short", async () => {
    const little = monthFacts({
      ...{ tips: [], payouts: [], movements: [{ kind: "tips", count: 1, amount_minor: 5_00 }] },
      ...{ opening_minor: 0, closing_minor: 5_00 },
      closing: {
        ...{ creator_pending: 0, creator_dispute_hold: 0, creator_unverified: 0, creator_receivable: 0 },
        creator_available: 5_00,
      },
    });
    const text = await textOf(little, locale);
    expect(text).toMatch(locale === "de" ? /1 Trinkgeld erhalten 5,00/ : /1 tip received €5\.00/);
    expect(text).not.toContain(locale === "de" ? "Woraus" : "What that is made of");
  });
});
