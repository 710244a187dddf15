import { beforeAll, describe, expect, test } from "vitest";
import { records } from "../support/database/records.ts";
import { byCookie, byToken, callApi, readRefusal } from "../support/http/api-caller.ts";
import { type AccountOwner, makeAccount, newEmail, PASSWORD } from "../support/http/users.ts";

// Who may make the calls that change an account, and what they make of fields that hold something else.

let country: number;
let germany: number;
beforeAll(async () => {
  const code = records().selectFrom("countries").select("id").where("iso_3166_1", "=", "DE");
  germany = (await code.executeTakeFirstOrThrow()).id;
  country = (await records().selectFrom("countries").select("id").executeTakeFirstOrThrow()).id;
});

/** Every kind of value that somebody can put into a field of JSON. */
const VALUES = {
  number: 1.5,
  nothing: null,
  truth: true,
  list: ["5"],
  object: { $gt: "5", toString: "x" },
  megabyte: "a".repeat(1024 * 1024),
  long: "a".repeat(2000),
  nul: "a\0b",
  surrogate: "\ud800",
  words: "one of these days",
};
type Kind = keyof typeof VALUES;

interface Call {
  method: "POST" | "PATCH" | "DELETE";
  path: string;
  /** Works as it is. */
  body: () => Record<string, unknown>;
  /** Its fields, and the values that are right there. */
  fields: Record<string, Kind[]>;
  /** Visitors who get another answer than their stage's refusal. */
  open?: Partial<Record<Stage, string>>;
}

const PROFILE: Record<string, Kind[]> = {
  username: [],
  name: ["words"],
  firstname: ["nothing", "words"],
  lastname: ["nothing", "words"],
  country_id: ["nothing"],
  company: ["nothing", "words"],
  eu_ust_id: ["nothing"],
  address: ["nothing", "words"],
  zipcode: ["nothing"],
  city: ["nothing", "words"],
  date_of_birth_day: ["nothing"],
  date_of_birth_month: ["nothing"],
  date_of_birth_year: ["nothing"],
  avatar: ["nothing"],
  header: ["nothing"],
};
const ANY_STAGE = {
  email_unverified: "done",
  username_missing: "done",
  terms_pending: "done",
  forbidden: "done",
};

const CALLS: Call[] = [
  {
    method: "POST",
    path: "/api/account",
    body: () => ({ username: `m${crypto.randomUUID().slice(0, 13)}`, name: "Ada Neu", country_id: country }),
    fields: PROFILE,
    open: { username_missing: "done" },
  },
  { method: "PATCH", path: "/api/account", body: () => ({ city: "Neu" }), fields: PROFILE },
  {
    method: "POST",
    path: "/api/account/password",
    body: () => ({
      current_password: PASSWORD,
      password: "Ein ganz neues Wort 3",
      password_confirmation: "Ein ganz neues Wort 3",
    }),
    fields: { current_password: ["words"], password: ["words"], password_confirmation: [] },
    open: { forbidden: "done" },
  },
  {
    method: "POST",
    path: "/api/account/email",
    body: () => ({ email: newEmail(), password: PASSWORD }),
    fields: { email: [], password: ["words"] },
    open: ANY_STAGE,
  },
  {
    method: "POST",
    path: "/api/account/delete",
    body: () => ({ password: PASSWORD }),
    fields: { password: ["words"] },
    open: { ...ANY_STAGE, locked: "done" },
  },
  {
    method: "POST",
    path: "/api/account/delete/not-a-token",
    body: () => ({}),
    fields: {},
    open: {
      email_unverified: "invalid_token",
      username_missing: "invalid_token",
      terms_pending: "invalid_token",
      forbidden: "invalid_token",
      locked: "invalid_token",
    },
  },
  { method: "DELETE", path: "/api/account/avatar", body: () => ({}), fields: {} },
  {
    method: "PATCH",
    path: "/api/account/ranking",
    body: () => ({ ranking_enabled: true }),
    fields: { ranking_enabled: ["truth"] },
  },
  {
    method: "PATCH",
    path: "/api/account/country",
    body: () => ({ country_id: country }),
    fields: { country_id: [] },
  },
  {
    method: "PATCH",
    path: "/api/account/settings",
    body: () => ({ email_notifications: "DAILY" }),
    fields: {
      min_payout: ["number", "nothing"],
      default_price_per_message: ["number", "nothing"],
      show_online_status: ["truth"],
      email_notifications: [],
    },
    open: { forbidden: "done" },
  },
  {
    method: "PATCH",
    path: "/api/account/currency",
    body: () => ({ currency: "USD" }),
    fields: { currency: [] },
  },
  {
    method: "PATCH",
    path: "/api/account/verification-terms",
    body: () => ({ accepted: false }),
    fields: { accepted: ["truth"] },
    open: { terms_pending: "done" },
  },
  {
    method: "PATCH",
    path: "/api/account/payout-type",
    body: () => ({ payout_type_id: 2 }),
    fields: { payout_type_id: [], payout_method: [] },
  },
  {
    method: "POST",
    path: "/api/payoutdata",
    body: () => ({
      bank_account_owner: "Ada Muster",
      bank_name: "Testbank",
      bank_iban: "DE89370400440532013000",
      bank_bic: "COBADEFFXXX",
      bank_country_id: germany,
    }),
    fields: {
      bank_account_owner: [],
      bank_name: ["words"],
      bank_iban: [],
      bank_bic: [],
      bank_country_id: [],
      paypal_email: ["nothing"],
      paxum_email: ["nothing"],
    },
  },
  {
    method: "POST",
    path: "/api/payoutdata/00000000-0000-4000-8000-000000000000/confirm",
    body: () => ({ code: "123456" }),
    fields: { code: [] },
  },
  {
    method: "POST",
    path: "/api/seller",
    // With a field that is wrong nothing is handed in; who may call is seen without it.
    body: () => ({ skip_photo: true }),
    fields: {
      mediafile_pass: ["nothing"],
      mediafile_passback: ["nothing"],
      mediafile_shootout: ["nothing"],
      mediafile_invoice: ["nothing"],
      skip_photo: ["truth"],
    },
  },
  {
    method: "PATCH",
    path: "/api/seller/social-media",
    body: () => ({ twitch: "ada", twitch_visible: false }),
    fields: {
      instagram: ["nothing"],
      instagram_visible: ["truth"],
      youtube: ["nothing"],
      youtube_visible: ["truth"],
    },
  },
];

type Stage = "email_unverified" | "username_missing" | "terms_pending" | "forbidden" | "locked";

/** Who is not through, by the code of their refusal. */
const STAGES: Record<Stage, () => Promise<AccountOwner>> = {
  email_unverified: () => makeAccount({ email_verified_at: null, username: null, name: null }),
  username_missing: () => makeAccount({ username: null, name: null }),
  terms_pending: () => makeAccount({ verification_terms_accepted_at: null }),
  forbidden: () => makeAccount({ role: "ADMIN", username: null, name: null }),
  locked: () => makeAccount({ status: "LOCKED" }),
};

async function everythingOf(user: AccountOwner) {
  const db = records();
  const { last_seen_at, ...row } = await db
    .selectFrom("users")
    .selectAll()
    .where("id", "=", user.id)
    .executeTakeFirstOrThrow();
  return {
    row,
    tokens: await db.selectFrom("mailed_tokens").selectAll().where("user_id", "=", user.id).execute(),
    links: await db.selectFrom("social_links").selectAll().where("user_id", "=", user.id).execute(),
    sessions: (await db.selectFrom("sessions").select("id").where("user_id", "=", user.id).execute()).length,
    pictures: await db.selectFrom("media_files").selectAll().where("owner_id", "=", user.id).execute(),
  };
}

describe.for(CALLS)("$method $path", (call) => {
  const send = (headers: Record<string, string>, body: unknown = call.body()) =>
    callApi(call.method, call.path, body, headers);

  test(`${call.method} ${call.path} is refused to callers who are not signed in`, async () => {
    const strangers: Record<string, string>[] = [
      {},
      { Authorization: `Bearer ${"A".repeat(43)}` },
      { Cookie: "session=x" },
    ];
    for (const headers of strangers) {
      const answer = await send(headers);
      expect(readRefusal(answer)).toMatchObject({ status: 401, code: "unauthenticated" });
      expect(answer.headers["www-authenticate"]).toBe("Bearer");
    }
  });

  test.for(Object.keys(STAGES) as Stage[])(`${call.path} answers a caller who is %s`, async (stage) => {
    const user = await STAGES[stage]();
    for (const enter of [byToken, byCookie]) {
      const headers = await enter(user);
      const before = await everythingOf(user);
      const answer = await send(headers);
      const code = call.open?.[stage] ?? stage;
      if (code === "done") {
        expect(answer.status, answer.text).toBeLessThan(300);
        // The second way in finds the account as the first has left it.
        return;
      }
      expect(readRefusal(answer)).toMatchObject({ status: code === "invalid_token" ? 422 : 403, code });
      expect(await everythingOf(user)).toEqual(before);
    }
  });

  test(`${call.method} ${call.path} is refused to another site, by whichever way its user is signed in`, async () => {
    const user = await makeAccount();
    for (const enter of [byToken, byCookie]) {
      const headers = await enter(user);
      const before = await everythingOf(user);
      for (const foreign of [
        { Origin: "https://evil.example" },
        { Origin: "null" },
        { "Sec-Fetch-Site": "cross-site" },
      ] as Record<string, string>[])
        expect(readRefusal(await send({ ...headers, ...foreign }))).toMatchObject({
          status: 403,
          code: "forbidden",
        });
      expect(await everythingOf(user)).toEqual(before);
    }
  });

  test.for(Object.keys(call.fields))(`${call.path} refuses a wrong %s at its field`, async (field) => {
    const user = await makeAccount();
    const headers = await byCookie(user);
    const before = await everythingOf(user);
    for (const [kind, value] of Object.entries(VALUES)) {
      if (call.fields[field]?.some((right) => right === kind)) continue;
      // The size of a body is looked at before its fields.
      if (kind === "megabyte" && field !== Object.keys(call.fields)[0]) continue;
      const answer = await send(headers, { ...call.body(), [field]: value });
      const { status, errors, message } = readRefusal(answer);
      expect(message).not.toMatch(/Invalid (input|option)|[Ee]xpected|^errors\./);
      if (kind === "megabyte") expect([kind, status]).toEqual([kind, 413]);
      else if (kind === "nul" || kind === "surrogate") expect([kind, status]).toEqual([kind, 400]);
      else expect([kind, status, field in errors]).toEqual([kind, 422, true]);
      for (const text of Object.values(errors).flat())
        expect(text).not.toMatch(/Invalid (input|option)|[Ee]xpected|^errors\.|undefined/);
    }
    expect(await everythingOf(user)).toEqual(before);
  });

  test(`${call.method} ${call.path} with a body that is not fields is refused`, async () => {
    const user = await makeAccount();
    const headers = await byCookie(user);
    if (Object.keys(call.fields).length === 0) return;
    const before = await everythingOf(user);
    const bodies: [string, string][] = [
      ["", "application/json"],
      ["null", "application/json"],
      ["[]", "application/json"],
      ["[{}]", "application/json"],
      ["{", "application/json"],
      ['"text"', "application/json"],
      ["{}", "text/plain"],
      ["{}", ""],
      [`${"[".repeat(30_000)}${"]".repeat(30_000)}`, "application/json"],
      ["--x", "multipart/form-data; boundary=x"],
      ["a=%00", "application/x-www-form-urlencoded"],
    ];
    for (const [body, type] of bodies) {
      const answer = await callApi(call.method, call.path, body, { ...headers, "Content-Type": type });
      expect([body.slice(0, 20), type, readRefusal(answer).status]).toEqual([body.slice(0, 20), type, 400]);
    }
    expect(await everythingOf(user)).toEqual(before);
  });
});
