import { extractText, getDocumentProxy, getMeta } from "unpdf";
import { describe, expect, it } from "vitest";
import { countryName, formatDay } from "../../app/domain/money/formats.ts";
import { formatAmount } from "../../app/domain/money/minor.ts";
import type { StatementFacts } from "../../app/domain/payouts/statements/statement.schema.ts";
import { printable, runsOf } from "../../app/pdf/pdf-letters.ts";
import { type Pdf, renderPdf } from "../../app/pdf/pdf-pages.server.ts";
import { renderStatement } from "../../app/pdf/statement-pdf.server.ts";
import { renderVoucher } from "../../app/pdf/voucher-pdf.server.ts";
import { defaultSettings } from "../../app/product-settings.ts";
import { i18nFor } from "../../locales/i18n.ts";

import { statementFacts } from "../support/money/paid-payouts.ts";

const blank = (text: string) => text.replace(/\s+/g, " ");

async function read(facts: StatementFacts, locale: "en" | "de") {
  const pdf = await getDocumentProxy(new Uint8Array(await renderStatement(facts, i18nFor(locale))));
  const { totalPages, text } = await extractText(pdf);
  return {
    pages: totalPages,
    texts: text.map(blank),
    text: blank(text.join(" ")),
    meta: await getMeta(pdf),
    pdf,
  };
}

/** Every word and figure that the facts hold, as people read them. */
function saidOf(facts: StatementFacts, locale: "en" | "de"): string[] {
  const show = (amount: number) => formatAmount(amount, facts.payout.currency, locale);
  const { payout, vat, creator } = facts;
  const taken = [facts.refunds, facts.chargebacks, facts.chargebacks_won, facts.waived];
  const said = [
    ...facts.issuer,
    ...[String(facts.number), payout.id, payout.account, creator.name, creator.company, creator.address],
    ...[
      creator.zipcode,
      creator.city,
      creator.vat_id,
      creator.country && countryName(creator.country, locale),
    ],
    ...[facts.issued_at, facts.period.from, facts.period.until].map((at) => formatDay(at, locale)),
    ...[payout.amount_minor, payout.fee_minor, payout.net_minor].map(show),
    ...(vat.kind === "included" ? [show(vat.amount_minor), countryName(vat.country, locale)] : []),
    ...facts.tips.flatMap((tip) => [
      `${countryName(tip.country, locale)} ${tip.count} ${show(tip.amount_minor)}`,
    ]),
    ...taken.flatMap((each) => (each ? [`${each.count} `, show(each.amount_minor)] : [])),
  ];
  return said.flatMap((each) => (each ? [blank(printable(each))] : []));
}

describe.for(["en", "de"] as const)("the PDF of a statement in %s", (locale) => {
  it("the PDF of a statement says everything that its facts hold", async () => {
    const facts = statementFacts();
    const { text, pages } = await read(facts, locale);
    for (const said of saidOf(facts, locale)) expect(text).toContain(said);
    expect(text).toContain(locale === "de" ? "Seite 1 von 1" : "page 1 of 1");
    expect(text).not.toMatch(/\{\{|payouts:|undefined|NaN/);
    expect(pages).toBe(1);
  });

  it("the PDF of a statement says whose the VAT is when it is not in the fee", async () => {
    const note = { en: "Reverse charge", de: "Steuerschuldnerschaft des Leistungsempfängers" }[locale];
    const { text } = await read(statementFacts({ vat: { kind: "reverse_charge" } }), locale);
    expect(text).toContain(note);
    const none = await read(statementFacts({ vat: { kind: "none" } }), locale);
    expect(none.text).not.toContain(note);
    expect(none.text).not.toContain("19");
  });

  it("the PDF of a statement leaves out amounts of zero", async () => {
    const facts = statementFacts({
      tips: [],
      refunds: null,
      chargebacks: null,
      chargebacks_won: null,
      waived: null,
    });
    const { text } = await read(facts, locale);
    for (const said of saidOf(facts, locale)) expect(text).toContain(said);
    expect(text).not.toMatch(/Chargebacks|Rückbuchungen|Refunds|Erstattungen/);
  });

  it("the PDF of a statement takes long names and addresses and sixty countries on several pages, and nothing leaves them", async () => {
    const codes =
      "AD AE AF AG AL AM AO AR AT AU AZ BA BB BD BE BF BG BH BI BJ BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CL CM CN CO CR CU CV CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FM FR GA";
    const facts = statementFacts({
      creator: {
        name: "Maximiliane-Wilhelmine Freifrau von und zu Bülow-Löß ".repeat(3).trim(),
        company: "Gesellschaft".repeat(10),
        address: "Straße des Friedens und der Freundschaft zwischen allen Völkern der Welt 1234, "
          .repeat(2)
          .trim(),
        ...{
          zipcode: "1".repeat(16),
          city: "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch".repeat(2),
        },
        ...{ country: "GS", vat_id: "LT123456789012" },
      },
      tips: codes
        .split(" ")
        .map((country, index) => ({ country, count: index + 1, amount_minor: 9_999_999_00 - index })),
    });
    const { pages, texts, text, pdf } = await read(facts, locale);
    expect(pages).toBeGreaterThan(1);
    expect(pages).toBeLessThan(6);
    texts.forEach((page, index) => {
      const number = locale === "de" ? `Seite ${index + 1} von ${pages}` : `page ${index + 1} of ${pages}`;
      expect(page).toContain(number);
    });
    for (const tip of facts.tips)
      expect(text).toContain(
        blank(
          printable(
            `${countryName(tip.country, locale)} ${tip.count} ${formatAmount(tip.amount_minor, "EUR", locale)}`,
          ),
        ),
      );
    const letters = (each: string) => each.replace(/\s/g, "");
    for (const each of [facts.creator.name, facts.creator.company, facts.creator.address, facts.creator.city])
      expect(letters(text)).toContain(letters(each ?? ""));
    for (let number = 1; number <= pages; number += 1) {
      const page = await pdf.getPage(number);
      const [, , right = 0] = page.view;
      for (const item of (await page.getTextContent()).items) {
        if (!("transform" in item) || item.str.trim() === "") continue;
        const [x, y] = [Number(item.transform[4]), Number(item.transform[5])];
        expect(x, item.str).toBeGreaterThanOrEqual(55);
        expect(x + item.width, item.str).toBeLessThanOrEqual(right - 55);
        expect(y, item.str).toBeGreaterThan(30);
      }
    }
  });

  it("the PDF of a statement is the same bytes each time, has its day, a title, a language and tags", async () => {
    const facts = statementFacts();
    const [once, again] = [
      await renderStatement(facts, i18nFor(locale)),
      await renderStatement(facts, i18nFor(locale)),
    ];
    expect(once.equals(again)).toBe(true);
    const { meta } = await read(facts, locale);
    expect(meta.info).toMatchObject({
      Title: { de: "Auszahlungsbeleg Nr. 1234", en: "Payout statement no. 1234" }[locale],
      CreationDate: "D:20261203093000Z",
    });
    const raw = once.toString("latin1");
    expect(raw).toContain(`/Lang (${locale})`);
    expect(raw).toContain("/Marked true");
  });
});

describe("the letters of a PDF", () => {
  it.for<[string, string]>([
    ["Jördis Süßmilch, 5,00\u00a0€ – „ja“", "Jördis Süßmilch, 5,00\u00a0€ – „ja“"],
    ["Łukasz Dvořák", "Łukasz Dvořák"],
    ["Ида, Олексій, Ђорђе", "Ида, Олексій, Ђорђе"],
    ["Ελένη Παπαδοπούλου", "Ελένη Παπαδοπούλου"],
    ["Ệ ǖ Ș", "Ệ ǖ Ș"],
    ["a\u0308b", "äb"],
    ["ʼnｗide ﬁ Ἑλλάς", "ʼnwide fi Ελλάς"],
    ["Ida 🎵👍🏽🇩🇪", "Ida 🎵👍🏽🇩🇪"],
    ["愛 עדה", "愛 עדה"],
    ["ᚠᚢ 1️⃣", "?? 1"],
    ["1\u202f000\u2009m", "1\u00a0000\u00a0m"],
    ["two\nlines", "two lines"],
    ["evil\u202Egnp\u00ad", "evilgnp"],
  ])("the letters of a PDF for %s are %s", ([text, printed]) => {
    expect(printable(text)).toBe(printed);
  });

  it("the letters of a PDF all exist in its regular and its bold font", async () => {
    const every = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code)).filter(
      (letter) => /\S/.test(letter) && printable(letter) === letter && runsOf(letter)[0]?.font === null,
    );
    expect(every.length).toBeGreaterThan(700);
    const draw = (pdf: Pdf) => {
      for (const letter of every) {
        pdf.lines([`<${letter}>`]);
        pdf.heading(`<${letter}>`);
      }
    };
    const facts = { title: "Letters", texts: i18nFor("en"), madeAt: new Date(0), footer: () => "" } as const;
    const pdf = await getDocumentProxy(new Uint8Array(await renderPdf(facts, draw)));
    const { text } = await extractText(pdf, { mergePages: true });
    // Some signs are one and the same picture: the micro sign is a mu.
    const same = (words: string) => words.normalize("NFKC");
    const lost = every.filter((letter) => same(text).split(same(`<${letter}>`)).length < 3);
    expect(lost).toEqual([]);
  });

  it("the letters of names from all over Europe are on the statement, and it stays small and the same", async () => {
    const facts = statementFacts();
    const names = {
      name: "Łukasz Dvořák",
      company: "Олексій і Ђорђе",
      address: "Οδός Ελένης 1",
      city: "Iași",
    };
    const foreign = { ...facts, creator: { ...facts.creator, ...names } };
    const first = await renderStatement(foreign, i18nFor("en"));
    // What another PDF has shown meanwhile leaves no trace.
    await renderStatement(facts, i18nFor("de"));
    expect((await renderStatement(foreign, i18nFor("en"))).equals(first)).toBe(true);
    expect(first.byteLength).toBeLessThan(40_000);
    const { text } = await read(foreign, "en");
    for (const name of Object.values(names)) expect(text).toContain(name);
  });
});

it("a PDF under another brand names that brand, and is not the stored one of ours", async () => {
  const brand = { ...defaultSettings.brand, name: "Kleingeld" };
  const voucher = {
    ...{ amount: "25,00 €", day: "31.12.2029", message: null, sender_name: null, code: null },
    ...{ state: null, contact: "help@kleingeld.example", paid_at: new Date("2026-11-21T10:00:00Z") },
  };
  const ours = await renderVoucher(voucher, i18nFor("de"));
  const theirs = await renderVoucher(voucher, i18nFor("de", { ...defaultSettings, brand }));
  const pdf = await getDocumentProxy(new Uint8Array(theirs));
  const { text } = await extractText(pdf, { mergePages: true });
  expect((await pdf.getMetadata()).info).toMatchObject({ Author: "Kleingeld" });
  expect(text).toContain("Kleingeld");
  expect(text).not.toMatch(/tribute/i);
  expect(ours.equals(theirs)).toBe(false);
});
