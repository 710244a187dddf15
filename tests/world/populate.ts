import { createEncryption } from "../../app/crypto/crypto.server.ts";
import { hashPassword } from "../../app/domain/auth/passwords.server.ts";
import { openSession } from "../../app/domain/auth/sessions.server.ts";
import { createAccount } from "../../app/domain/users/user.server.ts";
import { createSessionCookie } from "../../app/http/cookies.server.ts";
import { createDatabase } from "../../db/index.ts";
import { createCreator } from "../support/money/creators.ts";
import { insertEarned } from "../support/money/earned-money.ts";
import { GERMAN_BANK } from "../support/money/payout-world.ts";
import { germanIban } from "./bank.ts";
import { SECRET } from "./instance.ts";
import type { WorldMix } from "./world-mix.ts";

/** Someone with a session that lasts. */
export interface WorldUser {
  id: string;
  cookie: string;
}

export interface WorldCreator extends WorldUser {
  username: string;
  email: string;
  password: string;
  /** Where payouts arrive. */
  iban: string;
  /** What was available before the world began. */
  opening_minor: number;
}

export interface WorldGroup {
  id: string;
  slug: string;
  invite_code: string;
  owner: WorldCreator;
}

const NAMES = ["ada", "ben", "cleo", "dora"] as const;
/** Creators that may delete their accounts. */
const LEAVERS = ["lena", "theo"] as const;
const OPERATORS = ["olga", "omar", "orla"] as const;
const PASSWORD = "four cups of tea";
/** Of creators on monthly payouts; the others withdraw. */
const MONTHLY = ["ada", "ben"] as const;

interface WorldPeople {
  creators: WorldCreator[];
  leavers: WorldCreator[];
  operators: WorldUser[];
  group: WorldGroup;
}

type Database = ReturnType<typeof createDatabase>;

/** Creators with payout data, and operators, before the world begins. */
export async function populate(databaseUrl: string, mix: WorldMix): Promise<WorldPeople> {
  const db = createDatabase(databaseUrl, { max: 1 });
  try {
    const value = {
      automatic_minimum_minor: 5_00,
      card_hold_days: mix.hold_days,
      transfer_hold_days: mix.hold_days,
    };
    await db
      .insertInto("settings")
      .values({ name: "payouts", value: JSON.stringify(value), changed_at: new Date() })
      .execute();
    const password_hash = await hashPassword(PASSWORD);
    const creators: WorldCreator[] = [];
    for (const [index, name] of NAMES.entries())
      creators.push(await populateCreator(db, mix, { index, name, password_hash }));
    const operators: WorldUser[] = [];
    for (const [index, name] of OPERATORS.entries())
      operators.push(await populateOperator(db, { index: index + NAMES.length, name }));
    const leavers: WorldCreator[] = [];
    for (const [index, name] of LEAVERS.entries()) {
      const begins = { ...mix, opening_minor: 0 };
      const place = index + NAMES.length + OPERATORS.length;
      leavers.push(await populateCreator(db, begins, { index: place, name, password_hash }));
    }
    return { creators, leavers, operators, group: await populateGroup(db, creators.slice(0, 3)) };
  } finally {
    await db.destroy();
  }
}

async function populateCreator(
  db: Database,
  mix: WorldMix,
  { index, name, password_hash }: { index: number; name: string; password_hash: string },
): Promise<WorldCreator> {
  const id = idOf(index);
  const now = new Date();
  const username = `${name}-world`;
  await createCreator({ db, clock: () => now, newId: () => id }, { username, locale: "de" });
  const email = `${username}@example.org`;
  await db
    .updateTable("users")
    .set({ name, password_hash, email_verified_at: now, verification_terms_accepted_at: now })
    .set({
      firstname: "Ada",
      lastname: "Kessler",
      payout_type_id: MONTHLY.some((own) => own === name) ? 1 : 2,
    })
    .where("id", "=", id)
    .execute();
  const iban = germanIban(index + 1);
  const details = { ...GERMAN_BANK, bank_iban: iban };
  const encrypted = createEncryption(SECRET).encrypt(
    "payout-details",
    id,
    Buffer.from(JSON.stringify(details)),
  );
  await db
    .insertInto("payout_destinations")
    .values({
      ...{ id, user_id: id, status: "ACCEPTED", encrypted, bank_country: "DE", has_paxum: false },
      ...{ masked_account: "DE", created_at: now, confirmed_at: now, decided_at: now },
    })
    .execute();
  const opening_minor = mix.opening_minor * (index + 1);
  const earned = { creator_id: id, currency: "EUR", amount_minor: opening_minor, provider: "sandbox", now };
  if (opening_minor > 0) await insertEarned(db, earned);
  const cookie = await signIn(db, id, false);
  return { ...{ id, username, email, password: PASSWORD, cookie, iban, opening_minor } };
}

/** An approved one; the first member owns it, and they joined in this order. */
async function populateGroup(db: Database, members: readonly WorldCreator[]): Promise<WorldGroup> {
  const [owner] = members;
  if (!owner) throw new Error("a group without an owner");
  const id = idOf(8);
  const now = new Date();
  const group = { id, slug: "thechoir", invite_code: "thechoirthechoir" };
  await db
    .insertInto("grouplists")
    .values({
      ...{ ...group, currency: "EUR", name: "Choir", status: "APPROVED", created_at: now, updated_at: now },
    })
    .execute();
  for (const [index, { id: creator_id }] of members.entries()) {
    const at = new Date(now.getTime() + index);
    const status = index === 0 ? "OWNER" : "MEMBER";
    await db
      .insertInto("grouplist_users")
      .values({ id: creator_id, grouplist_id: id, creator_id, status, asked_at: at, joined_at: at })
      .execute();
  }
  return { ...group, owner };
}

async function populateOperator(
  db: Database,
  { index, name }: { index: number; name: string },
): Promise<WorldUser> {
  const id = idOf(index);
  const now = new Date();
  await createAccount(db, {
    ...{ id, email: `${name}@operators.test`, role: "ADMIN", now, name: null, username: null },
    ...{ currency: "EUR", locale: "de" },
  });
  await db
    .insertInto("second_factors")
    .values({ user_id: id, secret_encrypted: Buffer.alloc(48), confirmed_at: now, created_at: now })
    .execute();
  return { id, cookie: await signIn(db, id, true) };
}

/** A session that no act has to renew, with a code that stays fresh. */
async function signIn(db: Database, user_id: string, has_second_factor: boolean): Promise<string> {
  const id = user_id.replace("7000", "7001");
  const now = new Date();
  const token = await openSession(db, { id, user_id, user_agent: "world", has_second_factor, now });
  const later = new Date(now.getTime() + 365 * 86_400_000);
  await db
    .updateTable("sessions")
    .set({ ends_at: null, idle_seconds: 365 * 86_400, expires_at: later })
    .set(has_second_factor ? { code_at: later } : {})
    .where("id", "=", id)
    .execute();
  return await createSessionCookie(SECRET, true).serialize(token);
}

function idOf(index: number): string {
  return `00000000-0000-7000-8000-${String(index + 1).padStart(12, "0")}`;
}
