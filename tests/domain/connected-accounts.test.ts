import { strFromU8, unzipSync } from "fflate";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { createEncryption } from "../../app/crypto/crypto.server.ts";
import { deleteAccount } from "../../app/domain/auth/deletion.server.ts";
import { readAccount, readDueAccounts } from "../../app/domain/connected-accounts/account-news.server.ts";
import { stateOf } from "../../app/domain/connected-accounts/account-state.ts";
import {
  connectAccount,
  disconnectAccount,
  endAccount,
  findConnectedAccount,
} from "../../app/domain/connected-accounts/connected-accounts.server.ts";
import { exportAccount } from "../../app/domain/data-export/data-export.server.ts";
import { handleProviderEvent } from "../../app/domain/payment-updates/handle-events.server.ts";
import { listUnhandledEvents, retryProviderEvent } from "../../app/domain/payments/provider-events.server.ts";
import { ProviderUnavailable } from "../../app/domain/payments/provider-port.ts";
import { test as base } from "../support/domain-test.ts";
import { memoryStore } from "../support/fixtures/memory-store.ts";
import { type ConnectedWorld, createConnectedWorld } from "../support/money/connected-world.ts";
import { type Creator, createCreator } from "../support/money/creators.ts";
import { createOperatorRow } from "../support/money/operators.ts";

const it = base.extend("connected", async ({ database }, { onCleanup }) => {
  const world = await createConnectedWorld(database.db);
  onCleanup(() => world.close());
  return world;
});

const URLS = { returnUrl: "https://tribute.example/back", refreshUrl: "https://tribute.example/again" };

/** After the one about the connection itself. */
async function mailsTo(world: ConnectedWorld, creator: Creator) {
  const rows = await world.db
    .selectFrom("mail_outbox")
    .select(["template", "params"])
    .where("user_id", "=", creator.id)
    .where(sql<boolean>`params ->> 'what' is distinct from 'CONNECTED'`)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(({ template, params }) => [template, params]);
}

async function auditOf(world: ConnectedWorld, creator: Creator): Promise<string[]> {
  const rows = await world.db
    .selectFrom("audit_log")
    .select("action")
    .where("subject", "=", `user:${creator.id}`)
    .orderBy("id")
    .execute();
  return rows.map(({ action }) => action);
}

const endings = async (world: ConnectedWorld) => {
  const { rows } = await sql<{ data: { provider: string; account_ref: string } }>`
    select data from pgboss.job where name = 'accounts.disconnect' order by created_on`.execute(world.db);
  return rows.map(({ data }) => data);
};

describe("connecting", () => {
  it("a creator has one account, which a second press finds again", async ({ connected: world }) => {
    const creator = await world.creator();
    expect(await readAccount(world, creator.id)).toBe("not_connected");
    const tokens = await Promise.all([world.open(creator), world.open(creator)]);
    expect(new Set(tokens).size).toBe(2);
    const { account_ref, ...account } = await world.account(creator);
    expect(account).toMatchObject({ provider: "sandbox", country: "DE", currency: "EUR", due: [] });
    expect(stateOf(await world.account(creator))).toBe("INCOMPLETE");
    await world.open(creator);
    expect((await world.account(creator)).account_ref).toBe(account_ref);
    expect(await auditOf(world, creator)).toEqual(["connected_account.connected"]);
  });

  it("a creator without a country, or without a provider that can do so, is not connected", async ({
    connected: world,
  }) => {
    const nowhere = await createCreator(world);
    const given = { user_id: nowhere.id, locale: "en" as const, ...URLS };
    expect(await connectAccount(world, given)).toEqual({ outcome: "refused", reason: "country" });
    const { accounts: _, ...withoutAccounts } = world.provider;
    const others = { ...world, providers: { ...world.providers, all: [withoutAccounts] } };
    expect(await connectAccount(others, given)).toEqual({ outcome: "refused", reason: "no_provider" });
  });

  it("a provider that does not answer is named, and nothing is kept", async ({ connected: world }) => {
    const creator = await world.creator();
    await world.sandbox.close();
    const given = { user_id: creator.id, locale: "en" as const, ...URLS };
    expect(await connectAccount(world, given)).toEqual({ outcome: "refused", reason: "unavailable" });
    expect(await findConnectedAccount(world.db, creator.id)).toBeNull();
  });
});

describe("an account that names another user", () => {
  const foreign = (world: ConnectedWorld) => {
    const provider = world.providers.get("sandbox");
    const fetch = async (ref: string) => {
      const answer = await world.accounts.fetch(ref);
      return answer && { ...answer, userId: world.newId() };
    };
    const other = { ...provider, accounts: { ...world.accounts, fetch } };
    return { ...world, providers: { ...world.providers, all: [other], find: () => other } };
  };

  it("is not kept as it is made, and the log says so", async ({ connected: world }) => {
    const creator = await world.creator();
    const given = { user_id: creator.id, locale: "en" as const, ...URLS };
    const refused = { outcome: "refused", reason: "declined" };
    expect(await connectAccount(foreign(world), given)).toEqual(refused);
    expect(await findConnectedAccount(world.db, creator.id)).toBeNull();
    expect(await auditOf(world, creator)).toEqual(["connected_account.refused"]);
  });

  it("is disconnected here alone as it is read, and logged once", async ({ connected: world }) => {
    const creator = await world.creator();
    await world.decide(creator, "finish");
    const before = await endings(world);
    await readAccount(foreign(world), creator.id);
    expect(await readAccount(foreign(world), creator.id)).toBe("not_connected");
    const { takes_payments, legal_name } = await world.account(creator);
    expect({ takes_payments, legal_name }).toEqual({ takes_payments: false, legal_name: null });
    expect(stateOf(await world.account(creator))).toBe("DISCONNECTED");
    expect(await auditOf(world, creator)).toEqual([
      ...["connected_account.connected", "connected_account.refused"],
    ]);
    expect(await endings(world)).toEqual(before);
    expect(await mailsTo(world, creator)).toMatchObject([["connected_account", { what: "DISCONNECTED" }]]);
  });
});

describe("news of an account", () => {
  it("a requirement comes due and is met: state, date and one mail each", async ({ connected: world }) => {
    const creator = await world.creator();
    await world.decide(creator, "finish");
    expect(stateOf(await world.account(creator))).toBe("READY");
    expect(await mailsTo(world, creator)).toEqual([]);
    await world.decide(creator, "due");
    const account = await world.account(creator);
    const by = "2026-12-05T10:00:00.000Z";
    expect(account).toMatchObject({ takes_payments: true, legal_name: "Kim Muster" });
    expect(account.due).toEqual([{ name: "individual.verification.document", by }]);
    expect(stateOf(account)).toBe("DUE");
    await readAccount(world, creator.id);
    expect(await mailsTo(world, creator)).toEqual([
      ["connected_account", { what: "DUE", by, brand: "Sandpay" }],
    ]);
    await world.decide(creator, "finish");
    expect(stateOf(await world.account(creator))).toBe("READY");
    expect(new Set(world.outcomes)).toEqual(new Set(["account_read"]));
  });

  it("a restricted account, one in review and a rejected one are told apart", async ({
    connected: world,
  }) => {
    const creator = await world.creator();
    await world.decide(creator, "review");
    expect(stateOf(await world.account(creator))).toBe("REVIEWED_BY_PROVIDER");
    expect(await mailsTo(world, creator)).toEqual([]);
    await world.decide(creator, "restrict");
    expect(stateOf(await world.account(creator))).toBe("RESTRICTED");
    await world.decide(creator, "reject");
    const { disabled_reason, takes_payments } = await world.account(creator);
    expect({ disabled_reason, takes_payments }).toEqual({
      ...{ disabled_reason: "rejected.other", takes_payments: false },
    });
    const restricted = ["connected_account", { what: "RESTRICTED", by: null, brand: "Sandpay" }];
    expect(await mailsTo(world, creator)).toEqual([restricted, restricted]);
  });

  it("an answer to an earlier question does not replace that to a later one", async ({
    connected: world,
  }) => {
    const creator = await world.creator();
    await world.decide(creator, "finish");
    const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const provider = world.providers.get("sandbox");
    const fetch = async (ref: string) => {
      const answer = await world.accounts.fetch(ref);
      asked.resolve();
      await held.promise;
      return answer;
    };
    const late = { ...provider, accounts: { ...world.accounts, fetch } };
    const earlier = readAccount(
      { ...world, providers: { ...world.providers, find: () => late } },
      creator.id,
    );
    await asked.promise;
    world.time.passSeconds(1);
    await world.decide(creator, "restrict");
    held.resolve();
    await earlier;
    expect(stateOf(await world.account(creator))).toBe("RESTRICTED");
  });

  it("events about an account that is not ours, or no longer, change nothing", async ({
    connected: world,
  }) => {
    const { accountRef } = await world.accounts.create({
      ...{ userId: world.newId(), country: "DE", currency: "EUR", email: "x@x.example", locale: "en" },
    });
    const token = new URL(await world.accounts.onboardingUrl(accountRef, URLS)).pathname.split("/").at(-1);
    await world.sandbox.sandbox.decideAccount(token ?? "", { act: "finish" });
    await world.sandbox.pass(0);
    expect(world.outcomes).toEqual(["unknown_account"]);
    const creator = await world.creator();
    await world.decide(creator, "finish");
    await disconnectAccount(world, { user_id: creator.id });
    const { account_ref } = await world.account(creator);
    await endAccount(world, { provider: "sandbox", account_ref });
    await world.sandbox.pass(0);
    expect(world.outcomes.at(-1)).toBe("disconnected_account");
    expect(await mailsTo(world, creator)).toEqual([]);
  });

  it("an event that cannot be handled is shown with its account, and an operator has it tried again", async ({
    connected: world,
  }) => {
    const creator = await world.creator();
    await world.decide(creator, "finish");
    const { account_ref } = await world.account(creator);
    const id = world.newId();
    await world.db
      .insertInto("provider_webhook_events")
      .values({
        ...{ id, provider: "sandbox", event_id: id, kind: "account.updated", provider_ref: account_ref },
        ...{ payment_id: null, received_at: world.clock() },
      })
      .execute();
    const fetch = () => Promise.reject(new ProviderUnavailable("no answer"));
    const silent = { ...world.providers.get("sandbox"), accounts: { ...world.accounts, fetch } };
    const away = { ...world, providers: { ...world.providers, find: () => silent } };
    for (let tries = 0; tries < 3; tries += 1)
      await expect(handleProviderEvent(away, id)).rejects.toThrow(ProviderUnavailable);
    expect(await listUnhandledEvents(world.db)).toMatchObject([
      { id, what: "NEWS", payment_id: account_ref, known_payment_id: null, tries: 3 },
    ]);
    const operator = await createOperatorRow(world.db, world.clock());
    expect(await retryProviderEvent(world, { id, operator_id: operator.id })).toBe(true);
    expect(await auditOf(world, creator)).toContain("news.retried");
    expect(await handleProviderEvent(world, id)).toBe("account_read");
    expect(await listUnhandledEvents(world.db)).toEqual([]);
  });

  it("an account that its provider no longer knows is disconnected, and the creator is mailed", async ({
    connected: world,
  }) => {
    const creator = await world.creator();
    await world.decide(creator, "finish");
    await world.accounts.disconnect((await world.account(creator)).account_ref);
    await world.sandbox.pass(0);
    const account = await world.account(creator);
    expect([stateOf(account), account.takes_payments, account.legal_name]).toEqual([
      ...["DISCONNECTED", false, null],
    ]);
    expect(await mailsTo(world, creator)).toEqual([
      ["connected_account", { what: "DISCONNECTED", by: null, brand: "Sandpay" }],
    ]);
    const [first] = [account.account_ref];
    await world.decide(creator, "finish");
    expect(stateOf(await world.account(creator))).toBe("READY");
    expect((await world.account(creator)).account_ref).not.toBe(first);
  });

  it("an account that is missing without an event stays connected, and the job reports it", async ({
    connected: world,
  }) => {
    const creator = await world.creator();
    await world.decide(creator, "finish");
    const accounts = { ...world.accounts, fetch: async () => null };
    const sandbox = world.providers.get("sandbox");
    const get = () => ({ ...sandbox, accounts });
    const otherKey = { ...world, providers: { ...world.providers, get, find: get } };
    world.time.passSeconds(25 * 3600);
    const { failed } = await readDueAccounts(otherKey);
    expect(failed.map(({ key }) => key)).toContain(creator.id);
    expect(stateOf(await world.account(creator))).toBe("READY");
    expect(await mailsTo(world, creator)).toEqual([]);
  });

  it("what no event said is read by the job: soon where something is due, else daily", async ({
    connected: world,
  }) => {
    const [due, ready] = [await world.creator(), await world.creator()];
    await world.decide(due, "due");
    await world.decide(ready, "finish");
    const readAt = async (creator: Creator) => (await world.account(creator)).read_at?.getTime();
    const [dueAt, readyAt] = [await readAt(due), await readAt(ready)];
    world.time.passSeconds(3601);
    expect(await readDueAccounts(world)).toEqual({ done: expect.any(Number), failed: [] });
    expect([(await readAt(due)) === dueAt, (await readAt(ready)) === readyAt]).toEqual([false, true]);
    world.time.passSeconds(24 * 3600);
    const both = await Promise.all([readDueAccounts(world), readDueAccounts(world)]);
    expect(both.flatMap(({ failed }) => failed)).toEqual([]);
    expect(await readAt(ready)).not.toBe(readyAt);
  });

  it("payouts of the provider are listed, each once", async ({ connected: world }) => {
    const creator = await world.creator();
    await world.decide(creator, "finish");
    const { account_ref } = await world.account(creator);
    const direct = { accountRef: account_ref, applicationFeeMinor: 3_00 };
    const made = await world.sandbox.provider.create(world.sandbox.order({ amountMinor: 33_00, direct }));
    const card = { number: "4242424242424242", expiry: "12/29", cvc: "123", holder: "Ada Muster" };
    await world.sandbox.sandbox.pay(new URL(made.redirectUrl).pathname.split("/").at(-1) ?? "", card);
    await world.decide(creator, "fail_payout");
    await world.decide(creator, "pay_out");
    await readAccount(world, creator.id);
    const payouts = await world.db
      .selectFrom("connected_payouts")
      .select(["currency", "amount_minor", "state", "failure_code", "arrives_on"])
      .where("user_id", "=", creator.id)
      .orderBy("state")
      .execute();
    const sum = { currency: "EUR", amount_minor: 30_00, arrives_on: "2026-11-23" };
    expect(payouts).toEqual([
      { ...sum, state: "FAILED", failure_code: "account_closed" },
      { ...sum, state: "PAID", failure_code: null },
    ]);
  });
});

describe("verification", () => {
  it("an account that takes payments verifies its creator where the operator leaves it to the provider", async ({
    connected: world,
  }) => {
    const statusOf = async ({ id }: Creator) =>
      (await world.db.selectFrom("users").select("status").where("id", "=", id).executeTakeFirstOrThrow())
        .status;
    const own = await world.creator({ status: "CREATED" });
    await world.decide(own, "finish");
    expect(await statusOf(own)).toBe("CREATED");
    world.config.VERIFICATION = "stripe";
    const [fresh, declined] = [
      await world.creator({ status: "CREATED" }),
      await world.creator({ status: "DECLINED" }),
    ];
    const named = { firstname: "Kim", lastname: "Muster" };
    await world.db.updateTable("users").set(named).where("id", "in", [fresh.id, declined.id]).execute();
    const stranger = await world.creator({ status: "CREATED" });
    await world.db.updateTable("users").set({ lastname: "Other" }).where("id", "=", stranger.id).execute();
    await world.decide(stranger, "finish");
    expect(await statusOf(stranger)).toBe("CREATED");
    await world.decide(fresh, "review");
    expect(await statusOf(fresh)).toBe("CREATED");
    await world.decide(fresh, "finish");
    await world.decide(fresh, "finish");
    await world.decide(declined, "finish");
    expect([await statusOf(fresh), await statusOf(declined)]).toEqual(["ACTIVE", "DECLINED"]);
    expect(await auditOf(world, fresh)).toEqual(["connected_account.connected", "verification.accepted"]);
    expect(await mailsTo(world, fresh)).toEqual([["verification_accepted", {}]]);
  });
});

describe("leaving", () => {
  it("a disconnected account ends here at once and at the provider by a job, and may be connected anew", async ({
    connected: world,
  }) => {
    const creator = await world.creator();
    await world.decide(creator, "finish");
    const { account_ref } = await world.account(creator);
    expect(await disconnectAccount(world, { user_id: creator.id })).toBe("disconnected");
    expect(await disconnectAccount(world, { user_id: creator.id })).toBe("gone");
    expect(stateOf(await world.account(creator))).toBe("DISCONNECTED");
    expect(await endings(world)).toContainEqual({ provider: "sandbox", account_ref });
    await endAccount(world, { provider: "sandbox", account_ref });
    await endAccount(world, { provider: "sandbox", account_ref });
    expect(await world.accounts.fetch(account_ref)).toBeNull();
    expect(await auditOf(world, creator)).toEqual([
      ...["connected_account.connected", "connected_account.disconnected"],
    ]);
    await world.decide(creator, "finish");
    expect(stateOf(await world.account(creator))).toBe("READY");
  });

  it("a deleted creator's account is ended, and news of it changes nothing", async ({ connected: world }) => {
    const creator = await world.creator();
    await world.decide(creator, "finish");
    const { account_ref } = await world.account(creator);
    expect(await deleteAccount(world, { user_id: creator.id, allows: async () => true })).toBe("deleted");
    expect(await findConnectedAccount(world.db, creator.id)).toBeNull();
    expect(await endings(world)).toContainEqual({ provider: "sandbox", account_ref });
    await endAccount(world, { provider: "sandbox", account_ref });
    await world.sandbox.pass(0);
    expect(world.outcomes.at(-1)).toBe("unknown_account");
  });

  it("the data export has the account and its payouts", async ({ connected: world }) => {
    const creator = await world.creator();
    await world.decide(creator, "due");
    const services = { ...world, media: memoryStore(), encryption: createEncryption("x".repeat(40)) };
    await world.db.updateTable("users").set({ money_model: "DIRECT" }).where("id", "=", creator.id).execute();
    const files = unzipSync(await exportAccount(services, creator.id, world.clock()));
    const read = (name: string): unknown => JSON.parse(strFromU8(files[name] ?? new Uint8Array()));
    expect(read("account.json")).toMatchObject({ money_model: "DIRECT" });
    expect(read("connected-account.json")).toMatchObject({
      ...{ provider: "sandbox", country: "DE", legal_name: "Kim Muster", payouts: [] },
      due: [{ name: "individual.verification.document" }],
    });
  });
});
