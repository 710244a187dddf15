import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { inWindows1252, listDatevParts, streamDatev } from "../../app/domain/ledger/datev-export.server.ts";
import { journalExtent, numberTransactions } from "../../app/domain/ledger/journal.server.ts";
import { sellersOfYear } from "../../app/domain/ledger/seller-years.server.ts";
import {
  issueMonthStatements,
  readMonthStatement,
} from "../../app/domain/payouts/statements/month-statements.server.ts";
import { returnApplicationFee } from "../../app/domain/refunds/fee-returns.server.ts";
import { dac7Message, reportedSellers } from "../../app/domain/sellers/dac7.server.ts";
import { saveTaxDetails } from "../../app/domain/sellers/tax-details.server.ts";
import { readConfig } from "../../app/server/config.server.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { testAlone as base } from "../support/domain-test.ts";
import { along, readXml } from "../support/http/strict-xml.ts";
import { readDatev } from "../support/money/datev-reader.ts";
import { payDirectly } from "../support/money/direct-creators.ts";
import { dpiFaults } from "../support/money/dpi-reader.ts";
import { type PayoutWorld, withPayouts } from "../support/money/payout-world.ts";
import { by, refund } from "../support/money/refund-world.ts";
import {
  type Creator,
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  payTip,
  tellDispute,
} from "../support/money/tip-world.ts";

/**
 * Fees are 10 %. DE 2,500.00 (250.00 and 47.50 VAT); AT 300.00 (30.00, 6.00), of which 120.00 goes back; FR 100.00
 * (10.00, 2.00), which the bank takes back.
 */
async function november(world: PayoutWorld): Promise<Creator> {
  const creator = await createCreator(world, { username: "ada" });
  await payDirectly(world, creator);
  await payTip(world, creator, { amount: 2_500_00, country: "DE" });
  const unloved = await payTip(world, creator, { amount: 300_00, country: "AT" });
  const stolen = await payTip(world, creator, { amount: 100_00, country: "FR" });
  await refund(world, unloved, by(creator), 120_00);
  for (const state of ["OPEN", "LOST"] as const) await tellDispute(world, stolen, state);
  for (const { id } of [unloved, stolen]) await returnApplicationFee(world, id);
  world.time.passSeconds(14 * DAY_SECONDS);
  await numberTransactions(world.db, world.clock());
  return creator;
}

const it = base
  .extend("world", ({ database }) => withPayouts(createTipWorld(database.db)))
  .extend("ada", ({ world }) => november(world));

describe("a November of tips that fans paid directly, with a refund and a lost dispute", () => {
  it("is whole in the creator's statement, and nothing of it stays with us", async ({ world, ada }) => {
    await issueMonthStatements(world, "2026-11");
    const asked = { user_id: ada.id, month: "2026-11", currency: "EUR" };
    const facts = await readMonthStatement(world.db, asked);
    const lines = facts?.movements.map(({ kind, count, amount_minor }) => [kind, count, amount_minor]);
    expect(Object.fromEntries(lines?.map(([kind, ...rest]) => [kind, rest]) ?? [])).toEqual({
      ...{ tips: [3, 2_900_00], refunds: [1, -120_00], chargebacks: [1, -100_00], direct: [5, -2_680_00] },
    });
    expect([facts?.opening_minor, facts?.closing_minor]).toEqual([0, 0]);
    await expectCleanBooks(world.db, world.clock());
  });

  it("is reported of the seller, less what went back, without fees of theirs", async ({ world, ada }) => {
    const { sellers } = await sellersOfYear(world.db, 2026);
    expect(sellers.map(({ quarters }) => quarters.at(-1))).toMatchObject([
      { activities: 3, consideration_minor: 2_680_00, fees_minor: 0, taxes_minor: 0 },
    ]);
    const germany = world.db.selectFrom("countries").select("id").where("iso_3166_1", "=", "DE");
    await world.db
      .updateTable("users")
      .set({
        ...{ firstname: "Ada", lastname: "Kessler", address: "Testweg 1", zipcode: "10115", city: "Köln" },
        ...{ date_of_birth: "1990-02-28", country_id: germany },
      })
      .where("id", "=", ada.id)
      .execute();
    const tin = { number: "86095742719", country: "DE" };
    const details = { kind: "PERSON" as const, tin, birth_place: null, register_number: null };
    await saveTaxDetails(world, { user_id: ada.id, details });
    const year = await reportedSellers(world, 2026);
    const operator = { name: "Tips GmbH", address: "Beispielweg 1, 10115 Berlin", vat_id: "DE123456788" };
    const given = { operator, accounts: new Map(), message_id: randomUUID(), now: world.clock() };
    const message = readXml(dac7Message(year, given));
    expect(dpiFaults(message)).toEqual([]);
    const services = "dpi:DPIBody/dpi:ReportableSeller/dpi:RelevantActivities/dpi:PersonalServices";
    const quarters = (name: string) =>
      along(message, `${services}/dpi:${name}`).flatMap(({ children }) => children.map(({ text }) => text));
    expect(quarters("Consideration")).toEqual(["0", "0", "0", "2680"]);
    expect(quarters("NumberOfActivities")).toEqual(["0", "0", "0", "3"]);
    expect(along(message, "dpi:DPIBody/dpi:ReportableSeller")).toHaveLength(1);
  });

  it("is a statistical pair, our fee and its VAT in the export for DATEV", async ({ world, ada: _ }) => {
    const { datev } = readConfig({});
    const month = await journalExtent(world, "2026-11");
    if (!datev || !month) throw new Error("there is nothing to export");
    const parts = await listDatevParts(world.db, month);
    const words = {
      ...{ product: "Tribute", batch: "Tribute", kind: (kind: string) => kind },
      detail: { debit: "Soll", credit: "Haben", cause: "Anlass", original: "Original" },
    };
    const sums = new Map<number, number>();
    for (const part of parts) {
      const pieces: string[] = [];
      const given = { month, parts, part, settings: datev, words, now: world.clock() };
      for await (const piece of streamDatev(world.db, given)) pieces.push(piece);
      for (const { debit, credit, euros } of readDatev(inWindows1252(pieces.join(""))).bookings) {
        sums.set(debit, (sums.get(debit) ?? 0) + euros);
        sums.set(credit, (sums.get(credit) ?? 0) - euros);
      }
    }
    expect(Object.fromEntries(sums)).toEqual({
      ...{ 9292: 2_680_00, 9293: -2_680_00, 1360: 319_10, 8200: -268_00 },
      // VAT of Germany, and of other countries by the One Stop Shop.
      ...{ 1770: -47_50, 1768: -3_60 },
    });
  });
});
