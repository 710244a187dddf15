import type { AccountStatus } from "../../../app/domain/users/viewer.ts";
import { records } from "../database/records.ts";
import { cookieOf, makeAccount } from "./users.ts";

/** Who comes to the doors: a guest, an account on each stage of its way in and in each status, operators. */
export const VISITORS = [
  "guest",
  "unverified",
  "nameless",
  "undecided",
  "CREATED",
  "PENDING",
  "ACTIVE",
  "DECLINED",
  "LOCKED",
  "CHARGEBACK",
  "operator",
  "operator without second factor",
] as const;

export type Visitor = (typeof VISITORS)[number];

/** On the page that keeps a typed form until the login. */
export const LOGIN_ELSEWHERE = '<a href="/login" target="_blank"';

/** The Cookie header of each visitor, with an account of their own; empty for the guest. */
export async function openDoors(): Promise<Record<Visitor, string>> {
  const now = new Date();
  const undecided = { verification_terms_accepted_at: null };
  const nameless = { ...undecided, username: null, name: null };
  const operator = await makeAccount({ ...nameless, role: "ADMIN" });
  await records()
    .insertInto("second_factors")
    .values({ user_id: operator.id, secret_encrypted: Buffer.alloc(48), confirmed_at: now, created_at: now })
    .execute();
  const inStatus = async (status: AccountStatus) => cookieOf(await makeAccount({ status }));
  return {
    guest: "",
    unverified: await cookieOf(await makeAccount({ ...nameless, email_verified_at: null })),
    nameless: await cookieOf(await makeAccount(nameless)),
    undecided: await cookieOf(await makeAccount(undecided)),
    CREATED: await inStatus("CREATED"),
    PENDING: await inStatus("PENDING"),
    ACTIVE: await inStatus("ACTIVE"),
    DECLINED: await cookieOf(
      await makeAccount({
        ...undecided,
        status: "DECLINED",
        verification_terms_declined_at: now,
      }),
    ),
    LOCKED: await inStatus("LOCKED"),
    CHARGEBACK: await inStatus("CHARGEBACK"),
    operator: await cookieOf(operator, true),
    "operator without second factor": await cookieOf(await makeAccount({ ...nameless, role: "ADMIN" })),
  };
}

/** What a visitor gets: a page (200), the address that they are sent to, or the status of a refusal. */
export type Outcome = "page" | `/${string}` | 403 | 404 | 405;

/** Where who is not through yet is sent from every page of the signed-in; a guest signs in first. */
export const HELD: Partial<Record<Visitor, Outcome>> = {
  guest: "/login",
  unverified: "/account/verify-email",
  nameless: "/register/complete",
  undecided: "/account/verification-terms",
  LOCKED: "/account/locked",
};

const OPERATORS = ["operator", "operator without second factor"] as const;
const both = (outcome: Outcome) => Object.fromEntries(OPERATORS.map((who) => [who, outcome]));
const notActive = (outcome: Outcome) =>
  Object.fromEntries(["CREATED", "PENDING", "DECLINED", "CHARGEBACK"].map((who) => [who, outcome]));

/** One kind of door: what everybody gets, and who gets something else. */
const door = (everybody: Outcome, ...others: Partial<Record<Visitor, Outcome>>[]) =>
  Object.fromEntries(
    VISITORS.map((who) => [who, others.reduce((outcome, other) => other[who] ?? outcome, everybody)]),
  ) as Record<Visitor, Outcome>;

/** Who passes which guard (docs/product.md, 6.6). */
export const DOORS = {
  open: door("page"),
  "leads to the leaderboard": door("/leaderboard/creators"),
  missing: door(404),
  "posts alone": door(405),
  visitors: door("/dashboard", { guest: "page" }),
  "second step": door("/dashboard", { guest: "/login" }),
  "signed in": door("page", HELD),
  // An operator has none.
  profile: door("page", HELD, both(403)),
  "profile, or the guide": door("page", HELD, both("/discord")),
  "signed in, posts alone": door(405, HELD),
  "profile, leads to its page": door("/account/edit", HELD, both(403)),
  "profile, leads to its network": door("/account/twitter", HELD, both(403)),
  "profile, leads to the chat server": door("/account/discord", HELD, both(403)),
  "profile, leads to verification": door("/account/verification", HELD, both(403)),
  "change of email": door("page", { guest: "/login", LOCKED: "/account/locked" }),
  leaving: door("page", { guest: "/login" }),
  export: door("page", HELD, { LOCKED: "page" }),
  locked: door("/dashboard", HELD, { LOCKED: "page" }),
  "verify email": door("/dashboard", HELD, { unverified: "page" }),
  complete: door("/dashboard", HELD, { nameless: "page" }),
  // There are none: our template is in force.
  "new terms": door("/dashboard", HELD, both(403)),
  "verification terms": door("page", HELD, { undecided: "page" }, both(403)),
  "set up a second factor": door("page", HELD, { operator: "/account/security" }),
  "has a second factor": door("/account/security", HELD, { operator: "page" }),
  "gives a second factor up": door("/account/security", HELD, both(403)),
  "full access": door("page", HELD, both("/admin")),
  "full access, leads to the dashboard": door("/dashboard", HELD, both("/admin")),
  "full access, leads to the items": door("/dashboard/items", HELD, both("/admin")),
  "full access, leads to the leaderboard": door("/leaderboard/creators", HELD, both("/admin")),
  "full access, leads to the overlay": door("/dashboard/overlay", HELD, both("/admin")),
  "full access, leads to a tip": door("/dashboard/tips/x", HELD, both("/admin")),
  ACTIVE: door(403, HELD, { ACTIVE: "page" }, notActive(403), both("/admin")),
  "not one's own": door(404, HELD, notActive(403), both("/admin")),
  "missing behind the sign-in": door(404, HELD),
  "missing behind the profile": door(404, HELD),
  "missing behind full access": door(404, HELD, both("/admin")),
  // Takes no posts at all.
  "missing file behind full access": door(404, HELD, both("/admin")),
  "missing to operators": door(403, HELD, {
    operator: 404,
    "operator without second factor": "/account/security/second-factor",
  }),
  "operators, posts alone": door(403, HELD, {
    operator: 405,
    "operator without second factor": "/account/security/second-factor",
  }),
  "operators, leads to the exceptions": door(403, HELD, {
    operator: "/admin/exceptions",
    "operator without second factor": "/account/security/second-factor",
  }),
  "operators, leads to the payouts": door(403, HELD, {
    operator: "/admin/payouts",
    "operator without second factor": "/account/security/second-factor",
  }),
  "operators, leads to the ledger": door(403, HELD, {
    operator: "/admin/books",
    "operator without second factor": "/account/security/second-factor",
  }),
  "operators, leads to the settlements": door(403, HELD, {
    operator: "/admin/books/settlements",
    "operator without second factor": "/account/security/second-factor",
  }),
  operators: door(403, HELD, {
    operator: "page",
    "operator without second factor": "/account/security/second-factor",
  }),
} satisfies Record<string, Record<Visitor, Outcome>>;

export type Door = keyof typeof DOORS;
