import { extractText } from "unpdf";
import { afterEach, expect } from "vitest";
import { minor } from "../../app/domain/money/minor.ts";
import { rememberIssuer } from "../../app/domain/tax/issuers.server.ts";
import { findReceipt } from "../../app/domain/tips/receipt.server.ts";
import { renderReceipt } from "../../app/pdf/receipt-pdf.server.ts";
import { defaultSettings } from "../../app/product-settings.ts";
import { i18nFor } from "../../locales/i18n.ts";
import { expectCleanBooks, faultsIn } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { by, refund, refundsOf } from "../support/money/refund-world.ts";
import {
  type Creator,
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  paymentOf,
  payTip,
  type TipWorld,
} from "../support/money/tip-world.ts";

// A fan's receipt says what was true when it was paid, whatever the rules, the taxes and our own address are by now.

let world: TipWorld;
let creator: Creator;

it.beforeAll(async ({ database }) => {
  world = createTipWorld(database.db);
  creator = await createCreator(world);
});
afterEach(() => expectCleanBooks(world.db, world.clock()));

const receiptOf = async (id: string) => {
  const receipt = await findReceipt(world.db, id, world.clock());
  if (!receipt) throw new Error("there is no receipt");
  return receipt;
};
const pay = async () => (await payTip(world, creator, { amount: 50_00, country: "DE" })).id;
const textOf = async (id: string) => {
  const pdf = await renderReceipt(await receiptOf(id), i18nFor("en"));
  const { text } = await extractText(new Uint8Array(pdf), { mergePages: true });
  return text.replace(/\s+/g, " ");
};

it("an old receipt shows the fee's and the VAT's old rates after both have changed, and a new one the new rates", async () => {
  const old = await pay();
  const before = await textOf(old);
  for (const said of ["10%", "€5.00", "19%", "€0.95", "€55.95"]) expect(before).toContain(said);
  world.time.passSeconds(2 * DAY_SECONDS);
  await world.db
    .insertInto("vat_rates")
    .values({ country: "DE", rate_bps: 2500, valid_from: world.clock().toISOString().slice(0, 10) })
    .execute();
  world.rules = { ...world.rules, service_fee_bps: 2000 };
  const fresh = await textOf(await pay());
  for (const said of ["20%", "€10.00", "25%", "€2.50", "€62.50"]) expect(fresh).toContain(said);
  expect(await textOf(old)).toBe(before);
});

it("a receipt of a minimum fee names it and no rate, and halves of it go back", async () => {
  world.rules = { ...defaultSettings.rules, service_fee_minimum_minor: 80 };
  const small = (await payTip(world, creator, { amount: 5_00, country: "US" })).id;
  const text = await textOf(small);
  expect(text).toContain("Service fee (minimum) €0.80");
  expect(text).not.toContain("10%");
  expect(await textOf((await payTip(world, creator, { amount: 8_00, country: "US" })).id)).toContain("10%");
  world.rules = defaultSettings.rules;
  expect(await textOf(small)).toBe(text);
  const payment = await paymentOf(world, small);
  for (const charged of [2_90, 2_90]) {
    await refund(world, payment, by(creator), 2_50);
    expect((await refundsOf(world, payment)).at(-1)).toMatchObject({
      ...{ amount_minor: charged, tip_minor: 2_50, service_fee_minor: 40, vat_minor: 0 },
    });
  }
});

it("the check of payments notices another minimum, also where it would change no fee", async () => {
  world.rules = { ...defaultSettings.rules, service_fee_minimum_minor: 80 };
  const [small, large] = [await payTip(world, creator, { amount: 5_00 }), await payTip(world, creator)];
  world.rules = defaultSettings.rules;
  for (const { id, service_fee_minimum_minor } of [
    { id: small.id, service_fee_minimum_minor: 0 },
    { id: small.id, service_fee_minimum_minor: 79 },
    { id: large.id, service_fee_minimum_minor: 1 },
    { id: large.id, service_fee_minimum_minor: 5_01 },
  ]) {
    const change = async (minimum: number) =>
      await world.db
        .updateTable("payments")
        .set({ service_fee_minimum_minor: minor(minimum) })
        .where("id", "=", id)
        .execute();
    await change(service_fee_minimum_minor);
    expect(Object.keys(await faultsIn(world.db, world.clock()))).toContain("28-payments-add-up");
    await change(id === small.id ? 80 : 0);
  }
});

it("a receipt names who issued it when it was paid, with address and VAT id, also after we have moved", async () => {
  const here = ["Tribute GmbH", "Beispielweg 1", "10115 Berlin", "USt-IdNr. DE123456788"];
  const there = ["Tribute SE", "Neue Straße 2", "04229 Leipzig", "USt-IdNr. DE123456788"];
  const before = await pay();
  world.time.passSeconds(60);
  await rememberIssuer(world.db, here, world.clock());
  world.time.passSeconds(60);
  const first = await pay();
  world.time.passSeconds(60);
  // A start with the same settings changes nothing.
  await rememberIssuer(world.db, here, world.clock());
  await rememberIssuer(world.db, there, world.clock());
  world.time.passSeconds(60);
  const second = await pay();
  for (const [id, issuer] of [
    [before, here],
    [first, here],
    [second, there],
  ] as const) {
    expect((await receiptOf(id)).issuer).toEqual(issuer);
    const text = await textOf(id);
    for (const line of issuer) expect(text).toContain(line);
  }
  expect(await world.db.selectFrom("issuers").select("since").execute()).toHaveLength(2);
});
