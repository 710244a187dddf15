import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect } from "vitest";
import { listAudit } from "../../app/domain/audit/audit.server.ts";
import { endApiKey, findKeyViewer, listApiKeys, makeApiKey } from "../../app/domain/auth/api-keys.server.ts";
import { endSession, openSession, StaleSession } from "../../app/domain/auth/sessions.server.ts";
import { createAccount } from "../../app/domain/users/user.server.ts";
import { all, many } from "../support/database/at-once.ts";
import type { TestDatabase } from "../support/database/database.ts";
import { test as it } from "../support/domain-test.ts";
import { type MovableClock, movableClock } from "../support/money/sandbox-world.ts";

// Keys for programs of creators, on a clock of the test's (docs/product.md, 9.14).

const DAY = 86_400;

let database: TestDatabase;
let time: MovableClock;

it.beforeAll(({ database: own }) => {
  database = own;
});
beforeEach(() => {
  time = movableClock();
});

async function newOwner() {
  const [user_id, session_id] = [randomUUID(), randomUUID()];
  const profile = { name: null, username: null, currency: "EUR", locale: null };
  await createAccount(database.db, {
    id: user_id,
    email: `${user_id}@example.org`,
    ...profile,
    now: time.now(),
  });
  const session = { id: session_id, user_id, user_agent: "", has_second_factor: false, now: time.now() };
  await openSession(database.db, session);
  return { user_id, asker: { session_id } };
}
type Owner = Awaited<ReturnType<typeof newOwner>>;

const services = () => ({ db: database.db, clock: time.now, newId: randomUUID });
const wanted = { name: "Bot", scopes: ["tips:read"] as const, lasts: 30 as number | null };
const make = (owner: Owner, other: Partial<typeof wanted> = {}) =>
  makeApiKey(services(), { ...owner, ...wanted, ...other });
async function makeKey(owner: Owner, other: Partial<typeof wanted> = {}): Promise<string> {
  const made = await make(owner, other);
  if (made.outcome !== "made") throw new Error(made.outcome);
  return made.key;
}
const open = (key: string) => findKeyViewer(database.db, key, time.now(), 0);
const list = (owner: Owner) => listApiKeys(database.db, owner.user_id, time.now());

describe("a key", () => {
  it("opens its owner's account for its scopes, and is stored as a hash alone", async () => {
    const owner = await newOwner();
    const key = await makeKey(owner);
    expect(key).toMatch(/^trk_[0-9a-f]{56}$/);
    expect(await open(key)).toMatchObject({ viewer: { id: owner.user_id }, scopes: ["tips:read"] });
    const rows = await database.db.selectFrom("api_keys").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(key.slice(12));
    expect((await list(owner))[0]?.shown).toBe(key.slice(0, 10));
  });

  it("with a wrong digit is none, as its checksum says without a query", async () => {
    const key = await makeKey(await newOwner());
    const other = key.endsWith("0") ? "1" : "0";
    const wrong = `${key.slice(0, -1)}${other}`;
    // Whatever the table would say.
    const nowhere = new Proxy(database.db, {
      get: () => {
        throw new Error("a query was made");
      },
    });
    expect(await findKeyViewer(nowhere, wrong, time.now(), 0)).toBeNull();
    await expect(findKeyViewer(nowhere, key, time.now(), 0)).rejects.toThrow("a query was made");
  });

  it("ends with its days to the second; without days it stays", async () => {
    const owner = await newOwner();
    const [short, lasting] = [await makeKey(owner), await makeKey(owner, { lasts: null })];
    time.passSeconds(30 * DAY - 1);
    expect(await open(short)).not.toBeNull();
    time.passSeconds(1);
    expect(await open(short)).toBeNull();
    time.passSeconds(50 * 365 * DAY);
    expect(await open(lasting)).not.toBeNull();
    expect((await list(owner)).map(({ expires_at }) => expires_at)).toEqual([null]);
  });

  it("notes its use once an hour, and never its owner's presence", async () => {
    const owner = await newOwner();
    const key = await makeKey(owner);
    const used = async () => (await list(owner))[0]?.last_used_at;
    expect(await used()).toBeNull();
    time.passSeconds(60);
    const first = time.now();
    await open(key);
    time.passSeconds(3599);
    await open(key);
    expect(await used()).toEqual(first);
    time.passSeconds(1);
    await open(key);
    expect(await used()).toEqual(time.now());
    const user = database.db.selectFrom("users").select("last_seen_at").where("id", "=", owner.user_id);
    expect(await user.executeTakeFirst()).toEqual({ last_seen_at: null });
  });
});

describe("the keys of an account", () => {
  it("are twenty at most, also when they are made at once; an ended one makes room", async () => {
    const owner = await newOwner();
    const made = await all(many(24), () => make(owner));
    expect(made.filter(({ outcome }) => outcome === "made")).toHaveLength(20);
    const [key] = await list(owner);
    expect(await endApiKey(services(), { user_id: owner.user_id, id: key?.id ?? "" })).toBe("ended");
    expect((await make(owner)).outcome).toBe("made");
  });

  it("are made in a session that goes on, by the present password", async () => {
    const owner = await newOwner();
    const asker = { ...owner.asker, password_hash: "an old one" };
    await expect(make({ ...owner, asker })).rejects.toThrow(StaleSession);
    await endSession(database.db, owner.user_id, owner.asker.session_id);
    await expect(make(owner)).rejects.toThrow(StaleSession);
  });

  it("are ended by their owner alone, not as a device is, and the log names both acts", async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    const key = await makeKey(owner);
    const id = (await list(owner))[0]?.id ?? "";
    expect(await endApiKey(services(), { user_id: other.user_id, id })).toBe("gone");
    await endSession(database.db, owner.user_id, id);
    expect(await open(key)).not.toBeNull();
    expect(await endApiKey(services(), { user_id: owner.user_id, id })).toBe("ended");
    expect([await open(key), await list(owner)]).toEqual([null, []]);
    expect(await endApiKey(services(), { user_id: owner.user_id, id })).toBe("gone");
    const { entries } = await listAudit(database.db, { subject: `user:${owner.user_id}` });
    expect(entries.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
      { action: "api_key.ended", before: { scopes: ["tips:read"] }, after: null },
      { action: "api_key.created", before: null, after: { scopes: ["tips:read"] } },
    ]);
  });
});
