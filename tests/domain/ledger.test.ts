import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  type AccountRef,
  cause,
  clearing as clearingOf,
  creatorAccount,
} from "../../app/domain/ledger/chart.ts";
import {
  getBalances,
  LedgerConflict,
  lockBalances,
  type Posting,
  post,
} from "../../app/domain/ledger/post.server.ts";
import { minor } from "../../app/domain/money/minor.ts";
import { createTestDatabase, type TestDatabase } from "../support/database/database.ts";
import {
  expectCleanLedger,
  ledgerSize,
  postAlone,
  REFUSED,
  somebodyWaits,
} from "../support/database/ledger-checks.ts";
import { eventually } from "../support/eventually.ts";

const PAYMENT = randomUUID();
const NOW = new Date("2026-11-21T10:00:00Z");
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => expectCleanLedger(database.db, NOW));
afterAll(() => database.drop());

const clearing = (currency = "EUR") => clearingOf("scripted", currency);
const available = (creator: string, currency = "EUR") =>
  creatorAccount("creator_available", creator, currency);
const inTransit = (creator: string) => creatorAccount("payout_in_transit", creator, "EUR");

function posting(key: string, ...transfers: [AccountRef, AccountRef, number][]): Posting {
  return {
    key,
    kind: "test",
    cause: cause("payment", PAYMENT, key),
    reference: `test:${key}`,
    effective_at: NOW,
    transfers: transfers.map(([from, to, amount]) => ({ from, to, amount_minor: minor(amount) })),
  };
}

const write = (...postings: Posting[]) => postAlone(database.db, postings, NOW);

async function balanceOf(creator: string, currency = "EUR"): Promise<number> {
  return (await getBalances(database.db, creator, currency)).creator_available;
}

describe("a posting", () => {
  it("a posting moves money from one account to another, and the balances agree", async () => {
    const creator = randomUUID();
    expect(await write(posting(`in:${creator}`, [clearing(), available(creator), 700]))).toEqual(
      new Set([`in:${creator}`]),
    );
    await write(posting(`out:${creator}`, [available(creator), inTransit(creator), 250]));
    expect(await getBalances(database.db, creator, "EUR")).toMatchObject({
      creator_available: 450,
      payout_in_transit: 250,
    });
  });

  it("a posting written again with the same body is the earlier one, however often and at the same time", async () => {
    const creator = randomUUID();
    const again = posting(`again:${creator}`, [clearing(), available(creator), 500]);
    const answers = await Promise.all(Array.from({ length: 12 }, () => write(again)));
    expect(answers.filter((fresh) => fresh.has(again.key))).toHaveLength(1);
    const before = await ledgerSize(database.db);
    expect(await write(again)).toEqual(new Set());
    expect(await ledgerSize(database.db)).toEqual(before);
    expect(await balanceOf(creator)).toBe(500);
  });

  it("a posting from before clearing had a provider is recognised by the sandbox's name, and by no other", async () => {
    const old = await createTestDatabase();
    const repeat = (provider: string) =>
      postAlone(old.db, [posting("inbound:1", [clearingOf(provider, "EUR"), available("c"), 500])], NOW);
    await sql`alter table ledger_account drop constraint ledger_account_clearing_has_provider`.execute(
      old.db,
    );
    expect(await repeat("")).toEqual(new Set(["inbound:1"]));
    // What was hashed in those days.
    const body = "test\ntest:inbound:1\npsp_clearing||EUR|0>creator_available|c|EUR|0:500";
    await sql`alter table ledger_transaction disable trigger ledger_transaction_rows_stay`.execute(old.db);
    await sql`update ledger_transaction set body_hash = sha256(convert_to(${body}, 'UTF8'))`.execute(old.db);
    await sql`alter table ledger_transaction enable trigger ledger_transaction_rows_stay`.execute(old.db);
    await sql`update ledger_account set owner = 'sandbox' where code = 'psp_clearing'`.execute(old.db);
    expect(await repeat("sandbox")).toEqual(new Set());
    await expect(repeat("other")).rejects.toThrow(LedgerConflict);
    const { rows } = await sql`select owner, count(*)::int from ledger_account a
      join ledger_transfer m on m.debit_account = a.id where a.code = 'psp_clearing' group by owner`.execute(
      old.db,
    );
    expect(rows).toEqual([{ owner: "sandbox", count: 1 }]);
    await expectCleanLedger(old.db, NOW);
    await old.drop();
  });

  it("a posting written again is a conflict that changes nothing where any of its fields differs, one after the other", async () => {
    const creator = randomUUID();
    const key = `every-field:${creator}`;
    const transfer = { from: inTransit(creator), to: available(creator), amount_minor: minor(500) };
    await write(posting(`in:${key}`, [clearing(), inTransit(creator), 500]));
    const whole = { ...posting(key), transfers: [transfer] };
    await write(whole);
    const before = await ledgerSize(database.db);
    const { from, to } = transfer;
    const other = (change: Partial<typeof transfer>) => ({
      ...whole,
      transfers: [{ ...transfer, ...change }],
    });
    const others: Record<string, Posting> = {
      kind: { ...whole, kind: "other" },
      "kind of its cause": { ...whole, cause: { ...whole.cause, kind: "refund" } },
      "id of its cause": { ...whole, cause: { ...whole.cause, id: randomUUID() } },
      "part of its cause": { ...whole, cause: { ...whole.cause, part: "other" } },
      reference: { ...whole, reference: "other" },
      effective_at: { ...whole, effective_at: new Date(NOW.getTime() + 1) },
      reverses: { ...whole, reverses: 1 },
      transfers: {
        ...whole,
        transfers: [
          { ...transfer, amount_minor: minor(250) },
          { ...transfer, amount_minor: minor(250) },
        ],
      },
      amount: other({ amount_minor: minor(501) }),
      currency: other({ from: { ...from, currency: "USD" }, to: { ...to, currency: "USD" } }),
      "code it comes from": other({ from: clearing() }),
      "owner it comes from": other({ from: inTransit(randomUUID()) }),
      "shard it comes from": other({ from: { ...from, shard: 1 } }),
      "code it goes to": other({ to: creatorAccount("creator_pending", creator, "EUR") }),
      "owner it goes to": other({ to: available(randomUUID()) }),
      "shard it goes to": other({ to: { ...to, shard: 1 } }),
    };
    for (const [field, changed] of Object.entries(others))
      await expect(write(changed), field).rejects.toThrow(LedgerConflict);
    expect(await write(whole)).toEqual(new Set());
    expect(await ledgerSize(database.db)).toEqual(before);
    expect(await balanceOf(creator)).toBe(500);
  });

  it("a posting in a batch with a conflict makes the whole batch fail", async () => {
    const creator = randomUUID();
    await write(posting(`first:${creator}`, [clearing(), available(creator), 100]));
    const batch = [
      posting(`second:${creator}`, [clearing(), available(creator), 100]),
      posting(`first:${creator}`, [clearing(), available(creator), 999]),
    ];
    await expect(write(...batch)).rejects.toThrow(LedgerConflict);
    expect(await balanceOf(creator)).toBe(100);
  });

  it("a batch in which some postings were written before adds only the new ones", async () => {
    const creator = randomUUID();
    const first = posting(`one:${creator}`, [clearing(), available(creator), 100]);
    const second = posting(`two:${creator}`, [clearing(), available(creator), 20]);
    await write(first);
    expect(await write(first, second)).toEqual(new Set([second.key]));
    expect(await balanceOf(creator)).toBe(120);
  });

  it("a posting without transfers writes nothing", async () => {
    const before = await ledgerSize(database.db);
    expect(await write(posting(`empty:${randomUUID()}`))).toEqual(new Set());
    expect(await ledgerSize(database.db)).toEqual(before);
  });

  it("a posting of no amount, a negative one or a fraction is refused", async () => {
    const creator = randomUUID();
    for (const amount of [0, -5]) {
      await expect(
        write(posting(`bad:${creator}`, [clearing(), available(creator), amount])),
      ).rejects.toThrow(/positive/);
    }
    expect(() => posting("fraction", [clearing(), available(creator), 0.5])).toThrow(RangeError);
  });

  it("a posting is committed or rolled back with the transaction of its cause", async () => {
    const creator = randomUUID();
    const undone = database.db.transaction().execute(async (trx) => {
      await post(trx, [posting(`undone:${creator}`, [clearing(), available(creator), 100])], NOW);
      throw new Error("the cause failed");
    });
    await expect(undone).rejects.toThrow("the cause failed");
    expect(await balanceOf(creator)).toBe(0);
    expect(await write(posting(`undone:${creator}`, [clearing(), available(creator), 100]))).toHaveProperty(
      "size",
      1,
    );
  });
});

describe("currencies", () => {
  it("currencies cannot be mixed in one transfer: the ledger refuses it, and so does the database itself", async () => {
    const creator = randomUUID();
    await expect(
      write(posting(`mix:${creator}`, [clearing("USD"), available(creator), 100])),
    ).rejects.toThrow(/one currency/);
    await write(posting(`usd:${creator}`, [clearing("USD"), available(creator, "USD"), 100]));
    await write(posting(`eur:${creator}`, [clearing(), available(creator), 100]));
    const smuggled = sql`
      insert into ledger_transfer (transaction_id, seq, debit_account, credit_account, currency, amount_minor)
      select t.id, 9, d.id, c.id, 'EUR', 1 from ledger_transaction t, ledger_account d, ledger_account c
      where t.idempotency_key = ${`eur:${creator}`}
        and d.code = 'psp_clearing' and d.currency = 'USD' and c.owner = ${creator} and c.currency = 'EUR'`;
    await expect(smuggled.execute(database.db)).rejects.toThrow(/violates foreign key constraint/);
  });

  it("currencies are kept apart in a creator's balances", async () => {
    const creator = randomUUID();
    await write(
      posting(`eur2:${creator}`, [clearing(), available(creator), 100]),
      posting(`gbp:${creator}`, [clearing("GBP"), available(creator, "GBP"), 7]),
    );
    expect([
      await balanceOf(creator),
      await balanceOf(creator, "GBP"),
      await balanceOf(creator, "USD"),
    ]).toEqual([100, 7, 0]);
  });
});

describe("a creator's account", () => {
  it("a creator's account never falls below zero: the posting is refused whole", async () => {
    const creator = randomUUID();
    await write(posting(`some:${creator}`, [clearing(), available(creator), 100]));
    const tooMuch = [
      posting(`fine:${creator}`, [clearing(), available(creator), 5]),
      posting(`much:${creator}`, [available(creator), inTransit(creator), 106]),
    ];
    await expect(write(...tooMuch)).rejects.toThrow(REFUSED.overdrawn);
    expect(await balanceOf(creator)).toBe(100);
    await write(posting(`all:${creator}`, [available(creator), inTransit(creator), 100]));
    expect(await balanceOf(creator)).toBe(0);
  });

  it("a creator's account pays out once, however many ask for the whole of it at the same time", async () => {
    const creator = randomUUID();
    await write(posting(`full:${creator}`, [clearing(), available(creator), 1000]));
    const asked = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        write(posting(`take${index}:${creator}`, [available(creator), inTransit(creator), 1000])),
      ),
    );
    expect(asked.filter((each) => each.status === "fulfilled")).toHaveLength(1);
    expect(await getBalances(database.db, creator, "EUR")).toMatchObject({
      creator_available: 0,
      payout_in_transit: 1000,
    });
  });

  it("a creator's account may owe: the debt is an account of its own and as little below zero", async () => {
    const creator = randomUUID();
    await write(posting(`give:${creator}`, [clearing(), available(creator), 10]));
    const owed = creatorAccount("creator_receivable", creator, "EUR");
    await expect(write(posting(`over:${creator}`, [available(creator), owed, 10]))).rejects.toThrow(
      REFUSED.overdrawn,
    );
  });

  it("a creator's account read under lock stays as it was read until the reader is done", async () => {
    const creator = randomUUID();
    await write(posting(`lock:${creator}`, [clearing(), available(creator), 100]));
    const locked = Promise.withResolvers<void>();
    const order: string[] = [];
    const reader = database.db.transaction().execute(async (trx) => {
      const own = (await lockBalances(trx, [creator], "EUR")).get(creator);
      expect(own?.creator_available).toBe(100);
      locked.resolve();
      await eventually("the writer waits for the lock", () => somebodyWaits(database.db));
      order.push("reader");
    });
    await locked.promise;
    await write(posting(`after:${creator}`, [available(creator), inTransit(creator), 60]));
    order.push("writer");
    await reader;
    expect(order).toEqual(["reader", "writer"]);
  });
});

describe("many at once", () => {
  it("postings in opposite orders at the same time never deadlock", async () => {
    const creators = Array.from({ length: 8 }, () => randomUUID());
    await write(
      ...creators.map((creator) => posting(`seed:${creator}`, [clearing(), available(creator), 1_000_000])),
    );
    const clients = Array.from({ length: 16 }, async (_, client) => {
      for (let round = 0; round < 20; round += 1) {
        const turned = creators.map(
          (_creator, index) => creators.at((index + client + round) % creators.length) ?? "",
        );
        const order = (client + round) % 2 === 0 ? turned : turned.toReversed();
        const transfers = order.map((creator): [AccountRef, AccountRef, number] => [
          available(creator),
          inTransit(creator),
          1,
        ]);
        await write(posting(`${client}/${round}:${creators[0]}`, ...transfers));
      }
    });
    const ends = await Promise.allSettled(clients);
    expect(ends.filter((end) => end.status === "rejected")).toEqual([]);
    for (const creator of creators) expect(await balanceOf(creator)).toBe(1_000_000 - 16 * 20);
  });

  it("postings that open the same accounts for the first time at once open each account once", async () => {
    const creators = Array.from({ length: 6 }, () => randomUUID());
    const clients = Array.from({ length: 16 }, (_, client) => {
      const order = client % 2 === 0 ? creators : creators.toReversed();
      return write(
        posting(
          `open${client}:${creators[0]}`,
          ...order.map((creator): [AccountRef, AccountRef, number] => [clearing(), available(creator), 1]),
        ),
      );
    });
    await Promise.all(clients);
    for (const creator of creators) expect(await balanceOf(creator)).toBe(16);
  });
});
