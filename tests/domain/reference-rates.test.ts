import { gzipSync } from "node:zlib";
import { afterAll, beforeEach, describe, expect } from "vitest";
import {
  alarmOldRates,
  isRefreshDue,
  listHeldRates,
  listRateAges,
  refreshRates,
} from "../../app/domain/exchange-rates/rates.server.ts";
import { all, many } from "../support/database/at-once.ts";
import type { TestDatabase } from "../support/database/database.ts";
import { test as it } from "../support/domain-test.ts";
import { ecbFile, openReferenceBank, type ReferenceBank } from "../support/money/reference-bank.ts";

// Reference rates as they come from the European Central Bank, and what happens when they do not.

let database: TestDatabase;
let bank: ReferenceBank;

it.beforeAll(async ({ database: own }) => {
  database = own;
  bank = await openReferenceBank();
});
afterAll(() => bank.close());

const THURSDAY = { USD: 1.1, GBP: 0.85, CHF: 0.95, JPY: 180 };
/** The evening of a day. */
const evening = (day: string) => new Date(`${day}T18:00:00Z`);
const fetched = (day: string) => refreshRates(database.db, bank.url, evening(day), 1000);

/** All that is kept. */
const kept = async () => ({
  rates: await database.db
    .selectFrom("reference_rates")
    .selectAll()
    .orderBy("rate_date")
    .orderBy("currency")
    .execute(),
  held: await listHeldRates(database.db),
});

beforeEach(async () => {
  await database.db.deleteFrom("held_rates").execute();
  await database.db.deleteFrom("reference_rates").where("rate_date", ">", "2026-09-29").execute();
  bank.publish("2026-11-19", THURSDAY);
  await fetched("2026-11-19");
});

/** What the bank answers changes nothing of what is kept. */
async function expectRefused(day = "2026-11-20", reason: RegExp | undefined = undefined): Promise<void> {
  const before = await kept();
  await expect(fetched(day)).rejects.toThrow(reason);
  expect(await kept()).toEqual(before);
}

const FRIDAY = { USD: 1.11, GBP: 0.86, CHF: 0.96, JPY: 181 };
const friday = ecbFile("2026-11-20", FRIDAY);

describe("a new file of the bank", () => {
  it("a new file of the bank is kept with its day, of the currencies that we know", async () => {
    bank.publish("2026-11-20", { ...FRIDAY, XXX: 5 });
    await fetched("2026-11-20");
    const ages = await listRateAges(database.db, evening("2026-11-20"));
    expect(ages.find(({ currency }) => currency === "JPY")).toEqual({
      ...{ currency: "JPY", units_per_euro: "181.00000000", rate_date: "2026-11-20" },
      ...{ days: 0, is_old: false },
    });
    expect(ages.map(({ currency }) => currency)).not.toContain("XXX");
  });

  it("a new file of the bank may come compressed, in pieces, with a byte order mark", async () => {
    bank.answer((_request, response) => {
      response.setHeader("Content-Encoding", "gzip");
      response.end(gzipSync(`\uFEFF${friday}`));
    });
    await fetched("2026-11-20");
    expect((await kept()).rates.at(-1)?.rate_date).toBe("2026-11-20");
  });

  it("the same day's file again, as on a weekend, changes nothing, whatever it says then", async () => {
    const before = await kept();
    await fetched("2026-11-21");
    bank.publish("2026-11-19", { USD: 1.2, GBP: 0.9, CHF: 1, JPY: 190 });
    await fetched("2026-11-22");
    expect(await kept()).toEqual(before);
  });

  it("a currency that vanished from the file keeps its last rate and day, and the others go on", async () => {
    const { CHF: _gone, ...others } = FRIDAY;
    bank.publish("2026-11-20", others);
    await fetched("2026-11-20");
    const day = async (code: string) =>
      (await listRateAges(database.db, evening("2026-11-20"))).find(({ currency }) => currency === code)
        ?.rate_date;
    expect([await day("CHF"), await day("USD")]).toEqual(["2026-11-19", "2026-11-20"]);
  });

  it("a rate that is no number, nothing or beyond all measure is none, and the others go on", async () => {
    for (const [index, rate] of ["N/A", "0", "-1", "1e5", "99999999999", "1.123456789", ""].entries()) {
      const day = `2026-12-${String(index + 1).padStart(2, "0")}`;
      bank.publish(day, { ...FRIDAY, CHF: rate });
      await fetched(day);
      const rates = (await kept()).rates.filter((each) => each.rate_date === day);
      expect(
        rates.map(({ currency }) => currency),
        rate,
      ).toEqual(["GBP", "JPY", "USD"]);
    }
  });

  it("a rate that leaps waits for an operator, and the others of its file go on", async () => {
    bank.publish("2026-11-20", { ...FRIDAY, CHF: 9.6 });
    await fetched("2026-11-20");
    expect((await listHeldRates(database.db)).map(({ currency }) => currency)).toEqual(["CHF"]);
    expect((await kept()).rates.filter((each) => each.rate_date === "2026-11-20")).toHaveLength(3);
  });
});

describe("the last good rates stay", () => {
  it.each([500, 503, 404, 204, 206])("the last good rates stay when the bank answers %d", async (status) => {
    bank.answer((_request, response) => response.writeHead(status).end(status === 204 ? undefined : friday));
    await expectRefused(undefined, new RegExp(String(status)));
  });

  it.each([301, 302, 307, 308])(
    "the last good rates stay when the bank leads elsewhere (%d)",
    async (status) => {
      let followed = false;
      bank.answer((request, response) => {
        if (request.url?.startsWith("/elsewhere")) followed = true;
        response.writeHead(status, { Location: "/elsewhere" }).end();
      });
      await expectRefused();
      expect(followed).toBe(false);
    },
  );

  it.each([
    ["nothing", ""],
    ["a page", "<!doctype html><title>Sorry</title>"],
    ["other XML", "<rss><channel/></rss>"],
    ["JSON", '{"rates":{"USD":1.1}}'],
    ["an empty list", ecbFile("2026-11-20", {})],
    ["no rate that is a number", ecbFile("2026-11-20", { USD: "N/A" })],
    ["a currency twice", friday.replace("currency='GBP'", "currency='USD'")],
    ["no day", friday.replace("time='2026-11-20'", "")],
    ["a day that no calendar has", friday.replace("2026-11-20", "2026-11-31")],
    [
      "many days",
      friday.replace("</Cube>\n\t</Cube>", "</Cube>\n<Cube time='2026-11-18'></Cube>\n\t</Cube>"),
    ],
    ["types of its own", friday.replace("?>", '?><!DOCTYPE x [<!ENTITY a "1.2">]>')],
    ["half a file", friday.slice(0, friday.length / 2)],
    ["all but the end", friday.slice(0, -3)],
  ])("the last good rates stay when the bank sends %s", async (_name, text) => {
    expect(text === friday).toBe(false);
    bank.answer((_request, response) => response.end(text));
    await expectRefused();
  });

  it("the last good rates stay when the connection breaks within the file", async () => {
    bank.answer((_request, response) => {
      response.writeHead(200, { "Content-Length": friday.length });
      response.write(friday.slice(0, friday.length / 2), () => response.destroy());
    });
    await expectRefused();
  });

  it("the last good rates stay when the bank is not there", async () => {
    const gone = await openReferenceBank();
    gone.close();
    const before = await kept();
    await expect(refreshRates(database.db, gone.url, evening("2026-11-20"))).rejects.toThrow();
    expect(await kept()).toEqual(before);
  });

  it("the last good rates stay when the bank is silent, or stops within the file: nobody waits longer than their patience", async () => {
    for (const begin of ["", friday.slice(0, 300)]) {
      bank.answer((_request, response) => {
        if (begin) response.write(begin);
      });
      const before = await kept();
      await expect(refreshRates(database.db, bank.url, evening("2026-11-20"), 150)).rejects.toThrow(
        /timeout/i,
      );
      expect(await kept()).toEqual(before);
    }
  });

  it("the last good rates stay when the file is a thousand times too long: it is not read to its end", async () => {
    const packed = gzipSync(Buffer.alloc(100_000_000, " "));
    for (const isPacked of [false, true]) {
      let isCut = false;
      bank.answer((_request, response) => {
        response.on("close", () => {
          isCut = !response.writableFinished;
        });
        const part = Buffer.from(" ".repeat(64_000));
        if (isPacked) {
          response.setHeader("Content-Encoding", "gzip");
          response.end(packed);
          return;
        }
        const send = () => {
          while (response.write(part));
          response.once("drain", send);
        };
        send();
      });
      await expectRefused(undefined, /too long/);
      if (!isPacked) await expect.poll(() => isCut).toBe(true);
    }
  });

  it("the last good rates stay when the file is of a day to come", async () => {
    bank.publish("2026-11-21", FRIDAY);
    await expectRefused("2026-11-20", /a day to come/);
  });

  it("the last good rates stay when the file is older than what is kept, also where that day is missing", async () => {
    bank.publish("2026-11-18", FRIDAY);
    await expectRefused("2026-11-20", /older/);
  });
});

describe("the bank is asked", () => {
  const due = (at: string) => isRefreshDue(database.db, new Date(at));

  it("the bank is asked when its next working day's file is there at 16:00, until that is kept", async () => {
    expect(await due("2026-11-19T20:00:00Z")).toBe(false);
    expect(await due("2026-11-20T14:59:00Z")).toBe(false);
    expect(await due("2026-11-20T15:01:00Z")).toBe(true);
    bank.publish("2026-11-20", FRIDAY);
    await fetched("2026-11-20");
    expect(await due("2026-11-20T19:00:00Z")).toBe(false);
    // Saturday and Sunday have none.
    expect(await due("2026-11-22T23:00:00Z")).toBe(false);
    expect(await due("2026-11-23T15:01:00Z")).toBe(true);
  });

  it("the bank is asked again only after Easter when Thursday's file is kept", async () => {
    bank.publish("2027-03-25", FRIDAY);
    await fetched("2027-03-25");
    expect(await due("2027-03-30T13:00:00Z")).toBe(false);
    expect(await due("2027-03-30T14:30:00Z")).toBe(true);
  });
});

describe("old rates", () => {
  const alarm = (day: string) =>
    alarmOldRates(database.db, ["CHF", "EUR", "GBP", "JPY", "USD"], evening(day));
  const oldOnes = async (day: string) =>
    (await listRateAges(database.db, evening(day))).filter(
      (each) => each.is_old && each.rate_date > "2026-10",
    );

  it("rates are not old after the longest row of holidays, from Thursday to the Tuesday after Easter", async () => {
    bank.publish("2027-03-25", FRIDAY);
    await fetched("2027-03-25");
    expect(await alarm("2027-03-30")).toEqual([]);
    expect(await oldOnes("2027-03-30")).toEqual([]);
  });

  it("rates older than five days alarm once, however many ask at once, until newer ones are old again", async () => {
    expect(await alarm("2026-11-24")).toEqual([]);
    const told = await all(many(4), () => alarm("2026-11-25"));
    expect(told.flat()).toEqual(
      ["CHF", "GBP", "JPY", "USD"].map((currency) => ({ currency, rate_date: "2026-11-19" })),
    );
    expect(await alarm("2026-11-26")).toEqual([]);
    expect((await oldOnes("2026-11-25")).map(({ currency, days }) => [currency, days])).toEqual([
      ["CHF", 6],
      ["GBP", 6],
      ["JPY", 6],
      ["USD", 6],
    ]);
    bank.publish("2026-11-26", { ...FRIDAY, CHF: "N/A" });
    await fetched("2026-11-26");
    expect(await alarm("2026-11-27")).toEqual([]);
    expect((await oldOnes("2026-11-27")).map(({ currency }) => currency)).toEqual(["CHF"]);
    expect((await alarm("2026-12-02")).map(({ currency }) => currency)).toEqual(["GBP", "JPY", "USD"]);
  });

  it("only currencies that fans pay in alarm", async () => {
    expect(await alarmOldRates(database.db, ["EUR", "USD"], evening("2026-12-24"))).toEqual([
      { currency: "USD", rate_date: "2026-11-19" },
    ]);
    expect(await alarmOldRates(database.db, [], evening("2026-12-24"))).toEqual([]);
  });
});
