import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { TOTP } from "otpauth";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createEncryption, createTokens } from "../../app/crypto/crypto.server.ts";
import { completeProfile, register } from "../../app/domain/auth/registration.server.ts";
import {
  beginSecondFactor,
  checkSecondFactor,
  confirmSecondFactor,
  findSetup,
} from "../../app/domain/auth/second-factor.server.ts";
import {
  findApiViewer,
  findViewer,
  openApiSession,
  openSession,
  refreshApiTokens,
} from "../../app/domain/auth/sessions.server.ts";
import { sweepRetention } from "../../app/domain/retention/sweep.server.ts";
import { isUsernameFree } from "../../app/domain/users/profile.server.ts";
import { createAccount } from "../../app/domain/users/user.server.ts";
import { createJobs } from "../../app/jobs/jobs.server.ts";
import { pictureDrawing } from "../../app/media/drawing.server.ts";
import { localMediaStore } from "../../app/media/local-store.server.ts";
import { all, many } from "../support/database/at-once.ts";
import { createTestDatabase, type TestDatabase } from "../support/database/database.ts";
import { type MovableClock, movableClock } from "../support/money/sandbox-world.ts";

const DAY_SECONDS = 86_400;
const RESERVED = new Set(["login", "faq"]);
const SECRET = "a secret of at least thirty-two characters";

let database: TestDatabase;
let folder: string;
let time: MovableClock;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), "tribute-accounts-"));
});
beforeEach(() => {
  time = movableClock();
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const services = () => ({
  db: database.db,
  clock: time.now,
  newId: randomUUID,
  tokens: createTokens(SECRET),
  encryption: createEncryption(SECRET),
  jobs: createJobs(database.db),
  media: { ...localMediaStore(folder, randomUUID), ...pictureDrawing },
});

async function newUser(username: string | null = null): Promise<{ id: string; email: string }> {
  const user = { id: randomUUID(), email: `${randomUUID()}@example.org` };
  const profile = { name: null, username, currency: "EUR", locale: null };
  await createAccount(database.db, { ...user, ...profile, now: time.now() });
  return user;
}

const session = (user: { id: string }) => ({
  ...{ id: randomUUID(), user_id: user.id, user_agent: "Firefox", has_second_factor: false },
  now: time.now(),
});

describe("choosing a username", () => {
  const given = (username: string) => ({ username, name: "Ada Muster", country_id: 1 });
  const usernameOf = async (user: { id: string }) =>
    (
      await database.db
        .selectFrom("users")
        .select("username")
        .where("id", "=", user.id)
        .executeTakeFirstOrThrow()
    ).username;
  let country_id: number;
  beforeAll(async () => {
    country_id = (await database.db.selectFrom("countries").select("id").executeTakeFirstOrThrow()).id;
  });
  const complete = (user: { id: string }, username: string) =>
    completeProfile(database.db, user.id, { ...given(username), country_id }, RESERVED, time.now());

  const isFree = (username: string, user_id: string = randomUUID()) =>
    isUsernameFree(database.db, { username, user_id, reservedNames: RESERVED, now: time.now() });

  it("choosing a username gives a name to one of eight accounts that want it at once, in whatever case", async () => {
    const users = await all(many(8), () => newUser());
    const outcomes = await all(users, (user, number) =>
      complete(user, number % 2 ? "Nordlicht" : "nordlicht"),
    );
    expect(outcomes.filter((outcome) => outcome === "completed")).toHaveLength(1);
    const names = await all(users, usernameOf);
    expect(names.filter((name) => name !== null)).toHaveLength(1);
  });

  it("choosing a username gives an account one name, however many it asks for at once", async () => {
    const user = await newUser();
    await all(["erster", "zweiter", "dritter"], (name) => complete(user, name));
    const kept = await usernameOf(user);
    expect(["erster", "zweiter", "dritter"]).toContain(kept);
    await complete(user, "vierter");
    expect(await usernameOf(user)).toBe(kept);
  });

  it("a username that still redirects to its former owner cannot be chosen by others; the former owner may take it back", async () => {
    const before = await newUser("Morgenrot");
    await database.db
      .insertInto("username_history")
      .values({
        username: "abendrot",
        user_id: before.id,
        redirects_until: new Date(time.now().getTime() + 60_000),
      })
      .execute();
    expect(await complete(await newUser(), "Abendrot")).toBe("username_invalid");
    expect(await isFree("abendrot")).toBe(false);
    expect(await isFree("abendrot", before.id)).toBe(true);
  });

  it("choosing a username refuses what is taken, reserved, a route's, a file's or malformed", async () => {
    await newUser("Polarstern");
    for (const name of [
      "polarstern",
      "POLARSTERN",
      "login",
      "FAQ",
      "admin",
      "support",
      "root",
      "ab",
      "x".repeat(26),
      "jördis",
      ".ada",
      "ada-",
      "ada.data",
      "ada.JSON",
    ]) {
      expect(await isFree(name), name).toBe(false);
      expect(await complete(await newUser(), name), name).toBe("username_invalid");
    }
    for (const name of ["polarstern2", "abc", "x".repeat(25), "a.d_a-1"])
      expect(await isFree(name), name).toBe(true);
  });
});

describe("registering", () => {
  it("registering one email many times at once, in different case, makes one account, one mail and one document", async () => {
    const document = await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    const outcomes = await all(many(6), (number) =>
      register(services(), {
        email: number % 2 ? "Ada@Example.org" : "ada@example.org",
        password: "Regenschirm 7",
        currency: "EUR",
        money_model: "HELD",
        invitation: "open",
        locale: "de",
        document,
      }),
    );
    expect(outcomes.filter(({ outcome }) => outcome === "registered")).toHaveLength(1);
    expect(outcomes.filter(({ outcome }) => outcome === "email_taken")).toHaveLength(5);
    const { db } = database;
    expect(
      await db.selectFrom("users").select("id").where("email", "ilike", "ada@example.org").execute(),
    ).toHaveLength(1);
    expect(
      await db
        .selectFrom("mail_outbox")
        .select("id")
        .where("recipient", "ilike", "ada@example.org")
        .execute(),
    ).toHaveLength(1);
    const files = (await readdir(folder, { recursive: true })).filter((name) =>
      /\.(sealed|partial)$/.test(name),
    );
    const [kept] = await db.selectFrom("verification_documents").select("id").execute();
    expect(files).toEqual([expect.stringContaining(kept?.id ?? "none")]);
  });

  it("a registration accepts the terms in force, not those that come", async () => {
    const document = await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    const at = (days: number) => new Date(time.now().getTime() + days * DAY_SECONDS * 1000);
    const row = { page: "terms" as const, text: "{}", filled: "{}", published_at: at(-2) };
    await database.db
      .insertInto("legal_texts")
      .values([
        { ...row, version: 1, valid_from: at(-2) },
        { ...row, version: 2, valid_from: at(-1) },
        { ...row, version: 3, valid_from: at(1) },
      ])
      .execute();
    const email = "terms@example.org";
    await register(services(), {
      email,
      password: "Regenschirm 7",
      locale: "en",
      document,
      currency: "EUR",
      money_model: "DIRECT",
      invitation: "open",
    });
    const account = await database.db
      .selectFrom("users")
      .select(["accepted_terms_version", "terms_accepted_at", "money_model"])
      .where("email", "=", email)
      .executeTakeFirstOrThrow();
    const terms_accepted_at = time.now();
    expect(account).toEqual({ accepted_terms_version: 2, terms_accepted_at, money_model: "DIRECT" });
  });

  it("a registration that fails part-way leaves no document behind", async () => {
    const document = await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    const before = await readdir(folder, { recursive: true });
    const email = `${"a".repeat(300)}@example.org`;
    await expect(
      register(services(), {
        email,
        password: "Regenschirm 7",
        locale: "en",
        currency: "EUR",
        money_model: "HELD",
        invitation: "open",
        document,
      }),
    ).rejects.toThrow();
    const after = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".sealed"));
    expect(after).toEqual(before.filter((name) => name.endsWith(".sealed")));
  });
});

describe("a session", () => {
  it("a session lasts 30 days and is renewed once less than half of them remain", async () => {
    const token = await openSession(database.db, session(await newUser()));
    const look = () => findViewer(database.db, token, time.now());
    time.passSeconds(14.9 * DAY_SECONDS);
    expect((await look())?.isRenewed).toBe(false);
    time.passSeconds(0.2 * DAY_SECONDS);
    expect((await look())?.isRenewed).toBe(true);
    expect((await look())?.isRenewed).toBe(false);
    time.passSeconds(29.9 * DAY_SECONDS);
    expect((await look())?.isRenewed).toBe(true);
    time.passSeconds(30 * DAY_SECONDS);
    expect(await look()).toBeNull();
  });

  it("a session records that its user was seen, once a minute", async () => {
    const user = await newUser();
    const token = await openSession(database.db, session(user));
    const seen = async () => {
      await findViewer(database.db, token, time.now());
      const row = await database.db
        .selectFrom("users")
        .select("last_seen_at")
        .where("id", "=", user.id)
        .executeTakeFirstOrThrow();
      return row.last_seen_at?.toISOString();
    };
    const first = time.now().toISOString();
    expect(await seen()).toBe(first);
    time.passSeconds(59);
    expect(await seen()).toBe(first);
    time.passSeconds(2);
    expect(await seen()).toBe(time.now().toISOString());
  });

  it("a session of an API client gives access for an hour, and another hour for its refresh token", async () => {
    const tokens = await openApiSession(database.db, session(await newUser()));
    const look = (token: string) => findApiViewer(database.db, token, time.now());
    time.passSeconds(59 * 60);
    expect(await look(tokens.access_token)).not.toBeNull();
    time.passSeconds(2 * 60);
    expect(await look(tokens.access_token)).toBeNull();
    const next = await refreshApiTokens(database.db, tokens.refresh_token, time.now());
    expect(await look(next?.access_token ?? "")).not.toBeNull();
    time.passSeconds(31 * DAY_SECONDS);
    expect(await refreshApiTokens(database.db, next?.refresh_token ?? "", time.now())).toBeNull();
  });

  it("an expired session is deleted with its tokens; one that has not expired stays", async () => {
    const { db } = database;
    const [old, fresh] = [await newUser(), await newUser()];
    // An account whose address nobody confirms goes, too.
    await db.updateTable("users").set({ email_verified_at: time.now() }).where("id", "=", fresh.id).execute();
    await openApiSession(db, session(old));
    time.passSeconds(20 * DAY_SECONDS);
    const token = await openSession(db, session(fresh));
    time.passSeconds(11 * DAY_SECONDS);
    const log = { error: () => undefined };
    const swept = await sweepRetention({ db, jobs: createJobs(db), clock: time.now, log });
    expect(swept.failed).toEqual([]);
    const left = await db
      .selectFrom("sessions")
      .select("user_id")
      .where("user_id", "in", [old.id, fresh.id])
      .execute();
    expect(left).toEqual([{ user_id: fresh.id }]);
    expect(await findViewer(db, token, time.now())).not.toBeNull();
    const orphans = await db
      .selectFrom("api_tokens")
      .leftJoin("sessions", "sessions.id", "session_id")
      .select("kind")
      .where("sessions.id", "is", null)
      .execute();
    expect(orphans).toEqual([]);
  });
});

describe("the codes of a second factor", () => {
  async function confirmed() {
    const user = await newUser();
    await beginSecondFactor(services(), user.id);
    const secret = (await findSetup(services(), user))?.secret ?? "";
    const totp = new TOTP({ secret, period: 30 });
    const codeAt = (seconds: number) => totp.generate({ timestamp: time.now().getTime() + seconds * 1000 });
    const codes = await confirmSecondFactor(services(), { user_id: user.id, code: codeAt(0) });
    return {
      user,
      codeAt,
      codes: codes ?? [],
      check: (code: string) => checkSecondFactor(services(), user.id, code),
    };
  }

  it("second-factor codes are good once each, and never again after a later one", async () => {
    const { codeAt, check } = await confirmed();
    expect(await check(codeAt(0))).toBe(false);
    time.passSeconds(30);
    const [now, later] = [codeAt(0), codeAt(30)];
    expect(await check(later)).toBe(true);
    expect(await check(now)).toBe(false);
    expect(await check(later)).toBe(false);
  });

  it("second-factor codes are accepted up to 30 seconds early or late, and no more", async () => {
    const { codeAt, check } = await confirmed();
    time.passSeconds(600);
    for (const seconds of [-90, -60, 60, 90, 3600])
      expect(await check(codeAt(seconds)), `${seconds}`).toBe(false);
    expect(await check(codeAt(-30))).toBe(true);
    expect(await check(codeAt(0))).toBe(true);
    expect(await check(codeAt(30))).toBe(true);
  });

  it("a second-factor code sent by eight requests at the same time lets one of them in", async () => {
    const { codeAt, codes, check } = await confirmed();
    time.passSeconds(60);
    for (const code of [codeAt(0), codes[0] ?? ""]) {
      const outcomes = await all(many(8), () => check(code));
      expect(outcomes.filter(Boolean)).toHaveLength(1);
    }
  });

  it("second-factor codes belong to one user: a sealed secret that was moved to another user does not open", async () => {
    const [first, second] = [await confirmed(), await confirmed()];
    const { secret_encrypted } = await database.db
      .selectFrom("second_factors")
      .select("secret_encrypted")
      .where("user_id", "=", first.user.id)
      .executeTakeFirstOrThrow();
    await database.db
      .updateTable("second_factors")
      .set({ secret_encrypted })
      .where("user_id", "=", second.user.id)
      .execute();
    time.passSeconds(60);
    await expect(second.check(first.codeAt(0))).rejects.toThrow();
  });
});
