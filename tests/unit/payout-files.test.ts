import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nextTargetDay } from "../../app/domain/calendar.ts";
import { minor } from "../../app/domain/money/minor.ts";
import {
  type PayoutAccount,
  pain001,
  payoutFile,
  sepaText,
} from "../../app/domain/payouts/bank-files/payout-files.ts";
import { ConfigError, readConfig } from "../../app/server/config.server.ts";
import { LIVE_SETTINGS } from "../support/http/live-settings.ts";
import { TEST_SECRETS } from "../support/http/product.ts";
import { along, outline, readXml, textAt } from "../support/http/strict-xml.ts";
import { EMPTY_DETAILS, GERMAN_BANK } from "../support/money/payout-world.ts";

const ACCOUNT: PayoutAccount = {
  owner: "Tribute Müller & Söhne",
  iban: "DE02120300000000202051",
  bic: "BYLADEM1001",
};
const ALLOWED = /^[A-Za-z0-9/?:().,'+ -]+$/;
const at = new Date("2026-12-23T23:30:00Z");

const IDS = ["019aa0b1-0000-7000-8000-000000000001", "019aa0b1-0000-7000-8000-000000000002"];

const filed = (id: string, net: number, details = GERMAN_BANK) => ({
  ...{ id, details, net_minor: minor(net), bank_country: "DE" },
});

const batchOf = (currency: string, payouts: ReturnType<typeof filed>[]) => ({
  ...{ id: "019aa0b1-2222-7000-8000-00000000cafe", currency, payouts, account: ACCOUNT, created_at: at },
});

describe("the next day on which TARGET is open", () => {
  it.for([
    ["2026-11-20", "2026-11-23", "over a weekend"],
    ["2026-11-23", "2026-11-24", "on a working day"],
    ["2026-12-23", "2026-12-24", "on Christmas Eve, which is one"],
    ["2026-12-24", "2026-12-28", "over Christmas and a weekend"],
    ["2026-12-31", "2027-01-04", "over New Year"],
    ["2027-03-25", "2027-03-30", "over Easter"],
    ["2027-04-30", "2027-05-03", "over the First of May on a Saturday"],
    ["2025-04-30", "2025-05-02", "over the First of May"],
    ["2024-03-28", "2024-04-02", "over Easter in March"],
    ["2038-04-22", "2038-04-27", "over the latest Easter of this century"],
    ["2024-02-28", "2024-02-29", "in a leap year"],
  ] as const)("the next day after %s on which TARGET is open is %s %s", ([day, next]) => {
    expect(nextTargetDay(day)).toBe(next);
  });
});

describe("a text for banks", () => {
  it.for([
    ["Zoë Müller & Söhne", "Zoe Mueller + Soehne"],
    ["Ärzte GROẞ Straße", "Aerzte GROSs Strasse"],
    ["Łukasz Żółć, Đặng Þór", "Lukasz Zolc, Dang Thor"],
    ["Émile Œuvre–Noël", "Emile Oeuvre-Noel"],
    ["Георги Щерев", "Georgi Shterev"],
    ["Γιώργος Παπαδόπουλος", "Giorgos Papadopoylos"],
    [
      "Олексій Кравець, Љубица Ђорђевић, Эмилия Рыжая",
      "Oleksiy Kravetsy, Ljubitsa Djordjevic, Emiliya Ryzhaya",
    ],
    ["Anne‐Marie O’Neill ‘x’", "Anne-Marie O'Neill 'x'"],
    ["//a // b/", "a / b"],
    ["  two\tlines\n", "two lines"],
    ["<b>@#€</b>", ".b...../b."],
    ["李小龍", "NOTPROVIDED"],
    ["", "NOTPROVIDED"],
  ] as const)("a text for banks is written in allowed characters: %s", ([text, written]) => {
    expect(sepaText(text, 70)).toBe(written);
  });

  it("a text for banks has allowed characters alone, is neither empty nor too long, and stays as it is the second time", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 200 }),
        fc.integer({ min: 12, max: 140 }),
        (text, maximum) => {
          const written = sepaText(text, maximum);
          expect(written).toMatch(ALLOWED);
          expect(written.length).toBeLessThanOrEqual(maximum);
          expect(written).not.toMatch(/\/\/|^\/|\/$/);
          expect(sepaText(written, maximum)).toBe(written);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe("a SEPA file", () => {
  it("a SEPA file is what banks expect, element by element", async () => {
    const details = { ...GERMAN_BANK, bank_account_owner: "Zoë Kessler", bank_bic: "BGLLLULLXXX" };
    const payouts = [filed(IDS[0] ?? "", 58_50), filed(IDS[1] ?? "", 500_000_00, details)];
    const file = payoutFile("SEPA", batchOf("EUR", payouts));
    expect(file.file_name).toBe("payouts-sepa-eur-2026-12-24-0000cafe.xml");
    expect(file.content_type).toBe("application/xml");
    await expect(file.bytes.toString().replaceAll("><", ">\n<")).toMatchFileSnapshot(
      "./__golden__/pain-001.xml",
    );
  });

  const HEAD = "GrpHdr(MsgId CreDtTm NbOfTxs CtrlSum InitgPty(Nm))";
  const BLOCK =
    "PmtInfId PmtMtd BtchBookg NbOfTxs CtrlSum PmtTpInf(SvcLvl(Cd)) ReqdExctnDt(Dt) Dbtr(Nm) DbtrAcct(Id(IBAN)) DbtrAgt(FinInstnId(BICFI)) ChrgBr";
  const ROW =
    /^CdtTrfTxInf\(PmtId\(InstrId EndToEndId\) Amt\(InstdAmt\)( CdtrAgt\(FinInstnId\(BICFI\)\))? Cdtr\(Nm\) CdtrAcct\(Id\(IBAN\)\) RmtInf\(Ustrd\)\)$/;

  it("a SEPA file of any names and amounts has the schema's order, allowed characters, its lengths, and exact sums", () => {
    const name = fc.string({ unit: "grapheme", maxLength: 90 });
    const amount = fc.oneof(
      fc.integer({ min: 1, max: 500_000_00 }),
      fc.constantFrom(1, 4_35, 29_01, 500_000_00),
    );
    fc.assert(
      fc.property(
        fc.array(fc.record({ name, amount, id: fc.uuid() }), { minLength: 1, maxLength: 60 }),
        name,
        (rows, owner) => {
          const text = pain001({
            reference: "019aa0b122227000800000000000cafe",
            account: { ...ACCOUNT, owner },
            created_at: at,
            execution_day: "2026-12-28",
            transfers: rows.map((row) => ({
              ...{ reference: row.id.replaceAll("-", ""), owner: row.name, purpose: row.name.repeat(3) },
              ...{ iban: "DE89370400440532013000", bic: null, amount_minor: minor(row.amount) },
            })),
          });
          const document = readXml(text);
          const [head, block] = along(document, "CstmrCdtTrfInitn")[0]?.children ?? [];
          if (!head || !block) throw new Error("no header, or no block");
          expect(outline(head)).toBe(HEAD);
          const transfers = along(block, "CdtTrfTxInf");
          const before = block.children.slice(0, -transfers.length).map(outline).join(" ");
          expect(before).toBe(BLOCK);
          let total = 0n;
          transfers.forEach((transfer, index) => {
            expect(outline(transfer)).toMatch(ROW);
            const paid = textAt(transfer, "Amt/InstdAmt");
            expect(paid).toMatch(/^\d{1,6}\.\d{2}$/);
            expect(BigInt(paid.replace(".", ""))).toBe(BigInt(rows[index]?.amount ?? 0));
            total += BigInt(paid.replace(".", ""));
            expect(textAt(transfer, "PmtId/EndToEndId")).toMatch(/^[0-9a-f]{32}$/);
            expect(textAt(transfer, "PmtId/InstrId")).toMatch(/^[0-9a-f]{32}$/);
            for (const [path, maximum] of [
              ["Cdtr/Nm", 70],
              ["RmtInf/Ustrd", 140],
            ] as const) {
              expect(textAt(transfer, path)).toMatch(ALLOWED);
              expect(textAt(transfer, path).length).toBeLessThanOrEqual(maximum);
            }
          });
          for (const part of [head, block]) {
            expect(textAt(part, "NbOfTxs")).toBe(String(rows.length));
            expect(BigInt(textAt(part, "CtrlSum").replace(".", ""))).toBe(total);
          }
          expect(textAt(block, "ChrgBr")).toBe("SLEV");
          expect(textAt(block, "ReqdExctnDt/Dt")).toBe("2026-12-28");
        },
      ),
      { numRuns: 200 },
    );
  });

  it("a SEPA file of twenty thousand payments loses no cent in its sum", () => {
    const row = { owner: "A", iban: "DE89370400440532013000", bic: null, purpose: "B" };
    const transfers = Array.from({ length: 20_000 }, (_, index) => ({
      ...row,
      reference: String(index),
      amount_minor: minor(499_999_00 + (index % 97)),
    }));
    const text = pain001({
      reference: "many",
      account: ACCOUNT,
      created_at: at,
      execution_day: "2026-12-28",
      transfers,
    });
    const total = transfers.reduce((sum, each) => sum + BigInt(each.amount_minor), 0n);
    const sums = [...text.matchAll(/<CtrlSum>([\d.]+)<\/CtrlSum>/g)].map(([, sum = ""]) =>
      sum.replace(".", ""),
    );
    expect(sums).toEqual([String(total), String(total)]);
  });

  it("a SEPA file refuses payments of zero or less", () => {
    for (const amount of [0, -1])
      expect(() => payoutFile("SEPA", batchOf("EUR", [filed(IDS[0] ?? "", amount)]))).toThrow(RangeError);
  });
});

describe("a list for the bank or for Paxum", () => {
  const nasty = { ...GERMAN_BANK, bank_account_owner: '=HYPERLINK("x")', bank_name: 'Bank; of, "all"' };

  it("a list for the bank or for Paxum is read back as it was written, and no cell begins a formula", () => {
    const file = payoutFile("BANK_CSV", batchOf("USD", [filed(IDS[0] ?? "", 58_50, nasty)]));
    expect(file.file_name).toBe("payouts-bank-usd-2026-12-24-0000cafe.csv");
    expect(file.bytes.toString()).toBe(
      "reference,owner,account,bic,bank,country,currency,amount\r\n" +
        '019aa0b1000070008000000000000001,"\'=HYPERLINK(""x"")",DE89370400440532013000,COBADEFFXXX,"Bank; of, ""all""",DE,USD,58.50\r\n',
    );
    const paxum = { ...EMPTY_DETAILS, paxum_account_owner: "@ada", paxum_email: "ada@example.org" };
    const list = payoutFile("PAXUM_CSV", batchOf("EUR", [filed(IDS[0] ?? "", 1, paxum)]));
    expect(list.bytes.toString()).toBe(
      "email,owner,currency,amount,reference\r\nada@example.org,'@ada,EUR,0.01,019aa0b1000070008000000000000001\r\n",
    );
  });

  it("a list for the bank or for Paxum keeps its columns and guards every cell, whatever stands in it", () => {
    const text = fc.string({ unit: "binary", maxLength: 40 });
    fc.assert(
      fc.property(text, text, fc.constantFrom("=", "+", "-", "@", "\t", "\r", ""), (owner, bank, first) => {
        const details = { ...GERMAN_BANK, bank_account_owner: first + owner, bank_name: first + bank };
        const { bytes } = payoutFile("BANK_CSV", batchOf("GBP", [filed(IDS[0] ?? "", 12_34, details)]));
        const rows: string[][] = parse(bytes.toString(), { record_delimiter: "\r\n" });
        expect(rows.map((row) => row.length)).toEqual([8, 8]);
        for (const cell of rows[1] ?? []) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
        expect(rows[1]?.[7]).toBe("12.34");
      }),
      { numRuns: 500 },
    );
  });
});

describe("our own account", () => {
  it("our own account is an example in a demo, must be given in full in live mode, and is refused when mistyped", () => {
    const live = {
      ...LIVE_SETTINGS,
      DATABASE_URL: "postgres://x",
      ...TEST_SECRETS,
    };
    const given = {
      PAYOUT_ACCOUNT_OWNER: "T",
      PAYOUT_IBAN: "de02 1203 0000 0000 2020 51",
      PAYOUT_BIC: "byladem1001",
    };
    expect(readConfig({}).payoutAccount?.iban).toBe("DE02120300000000202051");
    expect(readConfig({ PAYOUT_BIC: "BYLADEM1001" }).payoutAccount).toBeNull();
    expect(readConfig(live).payoutAccount).toBeNull();
    expect(readConfig({ ...live, ...given }).payoutAccount).toEqual({
      owner: "T",
      iban: "DE02120300000000202051",
      bic: "BYLADEM1001",
    });
    expect(() => readConfig({ PAYOUT_IBAN: "DE03120300000000202051" })).toThrow(ConfigError);
    expect(() => readConfig({ PAYOUT_BIC: "BYLA" })).toThrow("PAYOUT_BIC");
  });
});
