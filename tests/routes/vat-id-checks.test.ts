import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSession } from "../../app/domain/auth/sessions.server.ts";
import { createJobs } from "../../app/jobs/jobs.server.ts";
import { createTestDatabase, type TestDatabase } from "../support/database/database.ts";
import { records } from "../support/database/records.ts";
import { eventually } from "../support/eventually.ts";
import { type WireFan, wireFan } from "../support/http/http-client.ts";
import { LIVE_SETTINGS } from "../support/http/live-settings.ts";
import { sentCookie } from "../support/http/own-cookies.ts";
import { freePort, type Product, startProduct } from "../support/http/product.ts";
import { signInCreator, signInOperator } from "../support/http/signed-in.ts";
import { readStrictly, textOf } from "../support/http/strict-html.ts";
import { createOperatorRow } from "../support/money/operators.ts";
import { openViesOffice, outage, type ViesOffice } from "../support/money/vies-office.ts";

// What creators and operators read of VAT ids (docs/product.md, 7.5), in a live product that asks a stand-in of VIES.

const FRENCH = "FR40303265045";

let database: TestDatabase;
let office: ViesOffice;
let product: Product;
let operatorToken: string;

beforeAll(async () => {
  database = await createTestDatabase();
  office = await openViesOffice();
  const PORT = await freePort();
  product = await startProduct(database.url, {
    ...LIVE_SETTINGS,
    ...{ PORT, PUBLIC_URL: `http://localhost:${PORT}`, VIES: "on", VIES_URL: office.url },
  });
  const { id } = await createOperatorRow(database.db, new Date());
  operatorToken = await openSession(database.db, {
    ...{ id: crypto.randomUUID(), user_id: id, user_agent: "", has_second_factor: true },
    now: new Date(),
  });
});
afterAll(async () => {
  await product?.stop();
  office?.close();
  await database?.drop();
});

const mainOf = async (wire: WireFan, path: string) => {
  const page = readStrictly((await wire.get(path)).text);
  expect(page.problems).toEqual([]);
  return textOf(page.elements("main")[0]);
};

const profile = (username: string | null, eu_ust_id: string) => ({
  ...{ username: username ?? "", name: "Neu Hier", firstname: "Nele", lastname: "Unterwegs", eu_ust_id },
  ...{ country_id: "", company: "", address: "", zipcode: "", city: "" },
  ...{ date_of_birth_day: "", date_of_birth_month: "", date_of_birth_year: "" },
});

/** The job of every minute, now. */
const check = (db: TestDatabase["db"]) =>
  db.transaction().execute((trx) => createJobs(db).enqueue(trx, "vat-ids.check", {}));

describe.each([
  [
    "en",
    {
      unchecked: "Not checked by VIES yet",
      valid: /Confirmed by VIES on .+\d{4}, as SARL Süßmilch/,
      invalid: /Not valid, says VIES \(.+\d{4}\)/,
    },
  ],
  [
    "de",
    {
      unchecked: "Von VIES noch nicht geprüft",
      valid: /Von VIES bestätigt am .+\d{4}, als SARL Süßmilch/,
      invalid: /Laut VIES ungültig \(.+\d{4}\)/,
    },
  ],
] as const)("in the language %s", (locale, texts) => {
  async function saveVatId(eu_ust_id: string) {
    const creator = await signInCreator("PENDING", locale, { db: database.db, url: product.url });
    const saved = await creator.wire.post("/account/edit", profile(creator.username, eu_ust_id));
    expect(saved.status).toBe(303);
    const operator = wireFan(locale, { Cookie: await sentCookie("session", operatorToken) }, product.url);
    return async () => [
      await mainOf(creator.wire, "/account/edit"),
      await mainOf(operator, `/admin/users/${creator.id}`),
      await mainOf(operator, `/admin/reviews/verifications/${creator.id}`),
    ];
  }
  const answered = async (state: "VALID" | "INVALID") => {
    await check(database.db);
    await eventually(`VIES has answered ${state}`, async () => {
      const open = await database.db
        .selectFrom("vat_id_checks")
        .select("state")
        .orderBy("id", "desc")
        .limit(1)
        .executeTakeFirst();
      return open?.state === state;
    });
  };

  test("a creator and an operator read that a VAT id waits for VIES, and then as whom VIES has it", async () => {
    office.answer(outage("MS_UNAVAILABLE"));
    const read = await saveVatId(FRENCH);
    for (const page of await read()) expect(page).toContain(texts.unchecked);
    office.answer(null);
    office.register(FRENCH, { name: "SARL Süßmilch", address: null });
    await database.db
      .updateTable("vat_id_checks")
      .set({ due_at: new Date() })
      .where("state", "=", "UNCHECKED")
      .execute();
    await answered("VALID");
    for (const page of await read()) expect(page).toMatch(texts.valid);
  });

  test("a creator and an operator read that VIES calls a VAT id invalid", async () => {
    const read = await saveVatId("ATU12345675");
    await answered("INVALID");
    for (const page of await read()) expect(page).toMatch(texts.invalid);
  });

  test("the privacy page names VIES", async () => {
    expect(await mainOf(wireFan(locale, {}, product.url), "/privacy")).toContain("VIES");
  });
});

describe("where VIES is off", () => {
  test.each([
    ["en", "Not checked: VIES is off"],
    ["de", "Nicht geprüft: VIES ist aus"],
  ] as const)(
    "no call is made, the operator reads so, and the creator nothing of it (%s)",
    async (locale, off) => {
      const creator = await signInCreator("PENDING", locale);
      await creator.wire.post("/account/edit", profile(creator.username, FRENCH));
      await check(records());
      await eventually("the job has run", async () => {
        const { rows } = await sql`
        select from pgboss.job where name = 'vat-ids.check' and state in ('created', 'retry', 'active')`.execute(
          records(),
        );
        return rows.length === 0;
      });
      const asked = records().selectFrom("vat_id_checks").select(["state", "attempts"]);
      expect(await asked.where("creator_id", "=", creator.id).execute()).toEqual([
        { state: "UNCHECKED", attempts: 0 },
      ]);
      const operator = await signInOperator(locale);
      expect(await mainOf(operator.wire, `/admin/users/${creator.id}`)).toContain(off);
      expect(await mainOf(creator.wire, "/account/edit")).not.toContain("VIES");
    },
  );
});
