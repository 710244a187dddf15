import fc from "fast-check";
import { extractText, getDocumentProxy } from "unpdf";
import { describe, expect, it, test } from "vitest";
import { inVisualOrder } from "../../app/pdf/pdf-lines.ts";
import { type Pdf, renderPdf } from "../../app/pdf/pdf-pages.server.ts";
import { renderStatement } from "../../app/pdf/statement-pdf.server.ts";
import { i18nFor } from "../../locales/i18n.ts";
import { statementFacts } from "../support/money/paid-payouts.ts";

const NAMES = [
  ...["张伟", "歐陽龍", "田中真", "さくら", "アキラー", "髙﨑 栞", "김민준", "محمد علي", "דוד כהן"],
  ...[
    "அருண்",
    "สมชาย ใจดี",
    "გიორგი",
    "Արամ Պետրոսյան",
    "አበበ ቢቂላ",
    "ᏣᎳᎩ",
    "ꓡꓲꓢꓴ",
    "ꆈꌠ",
    "ᓄᓇᕗᑦ",
    "ⵜⴰⵎⴰⵣⵉⵖⵜ",
    "ꕙꔤ",
    "ᱥᱟᱱᱛᱟᱲ",
    "ܐܪܡܝܐ",
    "ߒߞߏ",
    "𞤀𞤣𞤤𞤢𞤥",
    "ສົມສັກ",
    "DJ 田中 & João",
    "Łukasz 🎵",
    "👩‍🚀",
  ],
];

const FACTS = { title: "Names", texts: i18nFor("en"), madeAt: new Date(0), footer: () => "" } as const;

/** Letters as they are read, whatever the blanks and the shapes that a font gives them. */
const letters = (text: string) => text.normalize("NFKC").replace(/[\s\p{DI}\p{Cc}]/gu, "");

async function read(bytes: Buffer): Promise<string> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  return letters((await extractText(pdf, { mergePages: true })).text);
}

/** One name on its own, as a line and in a table. */
const drawName = (name: string) => (pdf: Pdf) => {
  pdf.lines([`To: ${name} (@jordis)`]);
  pdf.table([{ cells: ["From", name] }]);
};

describe("the names on a PDF", () => {
  it.each(NAMES)("%s can be read back from a PDF, which stays small and the same", async (name) => {
    const bytes = await renderPdf(FACTS, drawName(name));
    const text = await read(bytes);
    expect(text.split(letters(name)).length - 1).toBe(2);
    expect(text).not.toContain("?");
    expect(bytes.byteLength).toBeLessThan(60_000);
    expect((await renderPdf(FACTS, drawName(name))).equals(bytes)).toBe(true);
  });

  it.each([
    ...[
      "अनिल क्षत्रिय",
      "রবীন্দ্রনাথ",
      "నాగార్జున",
      "ಕನ್ನಡ ಶ್ರೀನಿವಾಸ",
      "മോഹൻലാൽ",
      "ગીતા પટેલ",
      "ਗੁਰਪ੍ਰੀਤ",
      "ދިވެހި",
      "ଜଗନ୍ନାଥ",
      "བཀྲ་ཤིས",
    ],
    ...["ශ්‍රී කුමාර", "សុខា ខ្មែរ", "အောင်ဆန်း"],
  ])("%s is on a PDF with all of its letters, in the order of their shapes", async (name) => {
    const inOrder = (text: string) => [...letters(text).normalize("NFKD")].sort().join("");
    const bytes = await renderPdf({ ...FACTS, title: "1" }, (pdf) => pdf.lines([name]));
    expect(inOrder((await read(bytes)).replace("1", ""))).toBe(inOrder(name));
  });

  it.each([
    ...["Arabic", "Gujarati", "Gurmukhi", "Khmer", "Lao", "Malayalam", "Myanmar", "Tamil", "Thai", "Telugu"],
  ])("any order of %s letters and marks can be drawn", async (script) => {
    const isOfScript = new RegExp(`^\\p{Script=${script}}$`, "u");
    const codes = Array.from({ length: 0x2000 }, (_, code) => String.fromCodePoint(code));
    const signs = fc.string({ unit: fc.constantFrom(...codes.filter((code) => isOfScript.test(code))) });
    const texts = fc.sample(signs, { numRuns: 200, seed: 38 });
    const bytes = await renderPdf(FACTS, (pdf) => pdf.lines(texts));
    expect((await getDocumentProxy(new Uint8Array(bytes))).numPages).toBeGreaterThan(2);
  });

  it("a statement names a creator of any script, and is small", async () => {
    const facts = statementFacts();
    const creator = {
      ...facts.creator,
      name: "张伟 محمد",
      company: "株式会社さくら",
      address: "سكة 1",
      city: "서울",
    };
    const bytes = await renderStatement({ ...facts, creator }, i18nFor("de"));
    const text = await read(bytes);
    for (const each of ["张伟", "محمد", "株式会社さくら", "سكة", "서울"]) expect(text).toContain(each);
    expect(bytes.byteLength).toBeLessThan(100_000);
  });

  it("long words of China are broken into lines and leave no sheet", async () => {
    const bytes = await renderPdf(FACTS, (pdf) => {
      pdf.lines(["王小明".repeat(200)]);
      pdf.table([{ cells: ["From", "محمد علي ".repeat(30), "田中".repeat(60)] }]);
    });
    const pdf = await getDocumentProxy(new Uint8Array(bytes));
    const page = await pdf.getPage(1);
    const [, , right = 0] = page.view;
    for (const item of (await page.getTextContent()).items) {
      if (!("transform" in item) || item.str.trim() === "") continue;
      const x = Number(item.transform[4]);
      expect(x, item.str).toBeGreaterThanOrEqual(55);
      expect(x + item.width, item.str).toBeLessThanOrEqual(right - 55);
    }
    expect((await read(bytes)).split("王小明").length).toBeGreaterThan(150);
  });
});

test.each([
  ["Tip for משה (כהן) today", ["Tip for ", "(", "כהן", ") ", "משה", " today"]],
  ["أحمد 25 euros", ["25", " ", "أحمد", " euros"]],
  ["田中 and 李", ["田中", " and ", "李"]],
])("the parts of %s stand in the order of reading", (line, parts) => {
  expect(inVisualOrder(line).map(({ text }) => text)).toEqual(parts);
});
