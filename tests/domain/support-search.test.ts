import { sql } from "kysely";
import { expect } from "vitest";
import { searchEverything } from "../../app/domain/support/search.server.ts";
import { searchForm } from "../../app/domain/support/support.schema.ts";
import { createPool } from "../../db/index.ts";
import { explainRead } from "../bench/query-plan.ts";
import type { TestDatabase } from "../support/database/database.ts";
import { test as it } from "../support/domain-test.ts";
import { createCreator, createTipWorld, payTip, type TipWorld } from "../support/money/tip-world.ts";
import { buyVoucher } from "../support/money/vouchers.ts";

// The back office's one search (docs/product.md, 6.15).

let database: TestDatabase;
let world: TipWorld;

it.beforeAll(async ({ database: own }) => {
  database = own;
  world = createTipWorld(own.db);
});

const search = async (words: string) => await searchEverything(world, searchForm.parse({ q: words }).q);
const usersBy = async (words: string) => (await search(words)).users.rows.map(({ id }) => id);
const paymentsBy = async (words: string) => (await search(words)).payments.rows.map(({ id }) => id);
const vouchersBy = async (words: string) => (await search(words)).vouchers.rows.map(({ id }) => id);

async function insertAccount(user_id: string, masked_account: string): Promise<void> {
  await database.db
    .insertInto("payout_destinations")
    .values({
      ...{ id: world.newId(), user_id, status: "DECLINED", encrypted: Buffer.from("x"), has_paxum: false },
      ...{ masked_account, created_at: world.clock() },
    })
    .execute();
}

it("a user is found by name, username, email and id, in any case", async () => {
  const { id, username } = await createCreator(world, { username: "ottilie.quast" });
  const names = { name: "Ottis Werkstatt", firstname: "Ottilie", lastname: "Quästfeld" };
  await database.db.updateTable("users").set(names).where("id", "=", id).execute();
  for (const words of [
    ...["ottis werk", "Ottilie Quäst", "quästfeld", "QUÄST", username, "@Ottilie.", id, id.toUpperCase()],
    ...["ottilie.quast@example", "  OTTILIE.quast@example.org "],
  ])
    expect(await usersBy(words), words).toEqual([id]);
  for (const words of ["werkstatt", "tilie", "quastfeld", "example.org"])
    expect(await usersBy(words), words).toEqual([]);
});

it("signs of a pattern find what they are and nothing else", async () => {
  const { id } = await createCreator(world);
  await database.db.updateTable("users").set({ name: "100%_\\ fair" }).where("id", "=", id).execute();
  for (const words of ["100%_\\", "100%"]) expect(await usersBy(words), words).toEqual([id]);
  for (const words of ["%%%", "___", "1_0", "'; --", "\\\\\\", "<b>x</b>"]) {
    const { users, payments, vouchers } = await search(words);
    expect([users.rows, payments.rows, vouchers.rows], words).toEqual([[], [], []]);
  }
});

it("a term has three visible characters at least and an email's length at most", () => {
  for (const words of [undefined, "", "ab", " a\u200b ", "x".repeat(255)])
    expect(searchForm.safeParse({ q: words }).success, words).toBe(false);
  expect(searchForm.parse({ q: " a\u0000bc " }).q).toBe("a bc");
});

it("a payment is found by receipt number, ids and payer", async () => {
  const creator = await createCreator(world);
  const payment = await payTip(world, creator, { email: "Kurt.Payer@fans.example" });
  const [first, rest] = [payment.receipt_number?.slice(0, 4), payment.receipt_number?.slice(4)];
  for (const words of [
    ...[payment.id, payment.tip_id, payment.provider_ref, payment.receipt_number],
    ...[`${first}-${rest}`.toLowerCase(), "kurt.payer@", "KURT.PAYER@fans.example"],
  ])
    expect(await paymentsBy(words ?? ""), words ?? "").toEqual([payment.id]);
  const { payments, users } = await search("kurt.payer@fans");
  expect(payments.rows[0]).toMatchObject({
    username: creator.username,
    payer_email: "Kurt.Payer@fans.example",
  });
  expect(users.rows).toEqual([]);
});

it("a voucher is found by its whole code alone, its buyer, its id and its payment", async () => {
  const { id, code, payment } = await buyVoucher(world, { email: "Vera.Buyer@fans.example" });
  const spaced = code.match(/.{4}/g)?.join(" ").toLowerCase() ?? "";
  for (const words of [code, spaced, id, "vera.buyer@"]) expect(await vouchersBy(words), words).toEqual([id]);
  for (const words of [code.slice(0, 15), code.slice(-4), code.slice(1)])
    expect(await vouchersBy(words), words).toEqual([]);
  expect(await paymentsBy(id)).toEqual([payment.id]);
  expect(JSON.stringify(await search(code))).not.toContain(code);
});

it("the end of an IBAN finds its creator, and no more digits than the masked ones", async () => {
  const { id } = await createCreator(world);
  await insertAccount(id, "DE•• •••• 7304");
  const [paxum] = [await createCreator(world)];
  await insertAccount(paxum.id, "a•••@7304");
  // Other digits before the end match too: a search must not tell them one by one.
  for (const words of ["7304", "13007304", "99997304", "DE02 1203 0000 0000 2020 7304"])
    expect(await usersBy(words), words).toEqual([id]);
  for (const words of ["730", "7305", "913007304", "AT02 1203 0000 0000 2020 7304"])
    expect(await usersBy(words), words).toEqual([]);
  expect((await search("7304")).users.rows[0]?.account).toBe("DE•• •••• 7304");
});

it("a deleted user is found by id alone", async () => {
  const { id, username } = await createCreator(world);
  await database.db.updateTable("users").set({ deleted_at: world.clock() }).where("id", "=", id).execute();
  expect(await usersBy(username)).toEqual([]);
  const { users } = await search(id);
  expect(users.rows).toMatchObject([{ id, deleted_at: world.clock() }]);
});

it("more than ten of a kind are cut, which is said", async () => {
  for (let n = 0; n < 11; n++) await createCreator(world, { username: `crowded.${n}.creator` });
  const { users } = await search("crowded.");
  expect([users.rows.length, users.has_more]).toEqual([10, true]);
  expect((await search("crowded.10")).users.has_more).toBe(false);
});

it("a search reads a bounded number of rows by its indexes among many others", async () => {
  const { db } = database;
  const creator = await createCreator(world);
  await sql`insert into users (id, email, username, name, firstname, lastname, created_at, updated_at)
    select gen_random_uuid(), 'many' || n || '@history.example', 'many-' || n, 'Many ' || n, 'Many', 'Name ' || n, now(), now()
    from generate_series(1, 8000) as n`.execute(db);
  await sql`insert into payout_destinations (id, user_id, status, encrypted, has_paxum, masked_account, created_at)
    select gen_random_uuid(), id, 'DECLINED', 'x', false, 'DE•• •••• ' || lpad((row_number() over () % 9999)::text, 4, '0'), now()
    from users where username like 'many-%'`.execute(db);
  await sql`insert into tips (id, creator_id, currency, amount_minor, status, sender_email, locale, created_at, updated_at)
    select gen_random_uuid(), ${creator.id}, 'EUR', 500, 'EXPIRED', 'fan' || n || '@history.example', 'de', now(), now()
    from generate_series(1, 8000) as n`.execute(db);
  await sql`vacuum (analyze)`.execute(db);
  const pool = createPool(database.url, { max: 1 });
  try {
    for (const words of ["man", "many1234@", "name 777", "fan", "1234", "nothing like it", creator.id]) {
      const { indexes, buffers } = await explainRead(pool, (own) =>
        searchEverything({ ...world, db: own }, words),
      );
      const tables = indexes
        .split(" ")
        .filter((each) => ["users", "tips", "payout_destinations"].includes(each));
      // A term that many share stops after its first rows, with an index or without.
      if (!["man", "fan"].includes(words)) expect(tables, words).toEqual([]);
      expect(buffers, words).toBeLessThan(3000);
    }
  } finally {
    await pool.end();
  }
});
