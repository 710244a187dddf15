import { unzipSync } from "fflate";
import { afterEach, describe, expect } from "vitest";
import { exportAccount } from "../../app/domain/data-export/data-export.server.ts";
import {
  issueMonthStatements,
  readMonthStatement,
} from "../../app/domain/payouts/statements/month-statements.server.ts";
import { readStatement } from "../../app/domain/payouts/statements/statements.server.ts";
import { checkVatIds, findVatIdStanding, renewVatIdChecks } from "../../app/domain/tax/vies.server.ts";
import { saveProfile } from "../../app/domain/users/profile.server.ts";
import { productRules } from "../../app/product-rules.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { memoryStore } from "../support/fixtures/memory-store.ts";
import { requestPayout } from "../support/money/paid-payouts.ts";
import { payableCreator, sendToBanks, tellPayout, withdrawAndPay } from "../support/money/payout-story.ts";
import { earn, type PayoutWorld, payoutsOf, withPayouts } from "../support/money/payout-world.ts";
import {
  type Creator,
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  earnBefore,
} from "../support/money/tip-world.ts";
import { openViesOffice, outage, type ViesOffice } from "../support/money/vies-office.ts";

// docs/product.md, 7.5: what VIES says of VAT ids, by a register that answers over HTTP and can be out of order.

const OURS = "DE136695976";
const AUSTRIAN = "ATU12345675";
const FRENCH = "FR40303265045";

let world: PayoutWorld;
let office: ViesOffice;

it.beforeAll(async ({ database }) => {
  await earnBefore(createTipWorld(database.db), "EUR", 10_000_00);
});
it.beforeEach(async ({ database }) => {
  world = withPayouts(createTipWorld(database.db));
  office = await openViesOffice();
  await database.db.deleteFrom("vat_id_checks").where("state", "=", "UNCHECKED").execute();
});
afterEach(async () => {
  office.close();
  await expectCleanBooks(world.db, world.clock());
});

const run = (requester: string | null = OURS, patienceMs = 2_000) =>
  checkVatIds(world, { url: office.url, requester }, patienceMs);
const saveVatId = (creator: Creator, eu_ust_id: string | null) =>
  saveProfile(world.db, creator.id, { eu_ust_id }, new Set(), world.clock());
const passDays = (days: number) => world.time.passSeconds(days * DAY_SECONDS);

const checksOf = (creator: Creator) =>
  world.db
    .selectFrom("vat_id_checks")
    .selectAll()
    .where("creator_id", "=", creator.id)
    .orderBy("id")
    .execute();
const mailsTo = (creator: Creator) =>
  world.db
    .selectFrom("mail_outbox")
    .select(["template", "params"])
    .where("user_id", "=", creator.id)
    .where("template", "=", "vat_id_refused")
    .execute();
async function standingOf(creator: Creator) {
  const user = await world.db
    .selectFrom("users")
    .select(["id", "eu_ust_id"])
    .where("id", "=", creator.id)
    .executeTakeFirstOrThrow();
  return await findVatIdStanding(world.db, user, true);
}

/** A creator from Austria with money, who saves a VAT id. */
async function business(username: string, vatId: string = AUSTRIAN): Promise<Creator> {
  const creator = await payableCreator(world, { username, country: "AT" });
  await earn(world, creator, 100_00);
  await saveVatId(creator, vatId);
  return creator;
}

/** As which country's VAT is in the fee of each payout, the earliest first. */
async function vatOfPayouts(creator: Creator): Promise<(string | null)[]> {
  const payouts = await payoutsOf(world, creator);
  return payouts.sort((a, b) => a.id.localeCompare(b.id)).map(({ fee_vat_country }) => fee_vat_country);
}

async function statementVat(creator: Creator, payout_id: string): Promise<string | undefined> {
  return (await readStatement(world.db, { user_id: creator.id, payout_id }))?.vat.kind;
}

describe("an answer of VIES", () => {
  it("an answer of VIES is kept with its number, name, address and time", async () => {
    const creator = await createCreator(world);
    await saveVatId(creator, FRENCH);
    expect(await standingOf(creator)).toEqual({ kind: "UNCHECKED" });
    office.register(FRENCH, { name: "SARL Süßmilch", address: "1 rue X\n75001 Paris" });
    expect(await run()).toEqual({ answered: 1, outages: [] });
    expect(office.calls).toEqual([
      {
        ...{ countryCode: "FR", vatNumber: "40303265045" },
        ...{ requesterMemberStateCode: "DE", requesterNumber: "136695976" },
      },
    ]);
    expect(await checksOf(creator)).toMatchObject([
      {
        ...{ vat_id: FRENCH, state: "VALID", request_identifier: "WAPIAAAA40303265045" },
        ...{ name: "SARL Süßmilch", address: "1 rue X\n75001 Paris", checked_at: world.clock() },
      },
    ]);
    expect(await standingOf(creator)).toMatchObject({ kind: "VALID", name: "SARL Süßmilch" });
    expect(await run()).toEqual({ answered: 0, outages: [] });
    expect(await mailsTo(creator)).toEqual([]);
  });

  it("an answer has no name where the state keeps it to itself, and no number where the operator has no VAT id of the EU", async () => {
    const creator = await createCreator(world);
    await saveVatId(creator, OURS);
    office.register(OURS);
    await run(null);
    expect(office.calls).toEqual([{ countryCode: "DE", vatNumber: "136695976" }]);
    expect(await checksOf(creator)).toMatchObject([
      { state: "VALID", request_identifier: null, name: null, address: null },
    ]);
  });

  it("an answer is in the creator's export of their data", async () => {
    const creator = await createCreator(world);
    await saveVatId(creator, FRENCH);
    office.register(FRENCH, { name: "SARL Süßmilch", address: null });
    await run();
    const services = { db: world.db, media: memoryStore(), encryption: world.encryption };
    const files = unzipSync(await exportAccount(services, creator.id, world.clock()));
    const said: unknown = JSON.parse(new TextDecoder().decode(files["vat-id-checks.json"]));
    expect(said).toMatchObject([{ vat_id: FRENCH, state: "VALID", name: "SARL Süßmilch" }]);
  });

  it("an answer stays as it is", async () => {
    const creator = await createCreator(world);
    await saveVatId(creator, FRENCH);
    await run();
    const own = { creator_id: creator.id };
    const change = world.db.updateTable("vat_id_checks").set({ state: "VALID" });
    await expect(change.where("creator_id", "=", own.creator_id).execute()).rejects.toThrow();
    const removal = world.db.deleteFrom("vat_id_checks").where("creator_id", "=", own.creator_id);
    await expect(removal.execute()).rejects.toThrow();
    expect(await checksOf(creator)).toMatchObject([{ state: "INVALID" }]);
  });

  it("two processes at once send each id once", async () => {
    const creator = await createCreator(world);
    await saveVatId(creator, FRENCH);
    await Promise.all([run(), run()]);
    expect(office.calls).toHaveLength(1);
    expect(await checksOf(creator)).toHaveLength(1);
  });
});

describe("a VAT id that VIES calls invalid", () => {
  it("ends reverse charge with the next payout, by one mail, and leaves past statements as they are", async () => {
    const creator = await business("refused");
    const first = await withdrawAndPay(world, creator, 50_00);
    expect(await statementVat(creator, first)).toBe("reverse_charge");
    await run();
    expect(await mailsTo(creator)).toEqual([
      {
        template: "vat_id_refused",
        params: { vat_id: AUSTRIAN, checked_at: world.clock().toISOString() },
      },
    ]);
    const second = await withdrawAndPay(world, creator, 20_00);
    expect(await vatOfPayouts(creator)).toEqual([null, "AT"]);
    expect(await statementVat(creator, first)).toBe("reverse_charge");
    expect(await statementVat(creator, second)).toBe("included");
    passDays(productRules.vies.invalid_renewed_after_days + 1);
    expect(await renewVatIdChecks(world.db, world.clock())).toBeGreaterThan(0);
    await run();
    expect(await checksOf(creator)).toMatchObject([{ state: "INVALID" }, { state: "INVALID" }]);
    expect(await mailsTo(creator)).toHaveLength(1);
  });

  it("is not claimed as reverse charge by a statement that is issued later, and the payout stays as it was asked for", async () => {
    const creator = await business("meanwhile");
    const id = await requestPayout(world, creator, 50_00);
    await run();
    await sendToBanks(world);
    await tellPayout(world, id, "paid");
    expect(await vatOfPayouts(creator)).toEqual([null]);
    expect(await statementVat(creator, id)).toBe("none");
    passDays(31);
    await issueMonthStatements(world, "2026-11");
    const month = { user_id: creator.id, month: "2026-11", currency: "EUR" };
    expect(await readMonthStatement(world.db, month)).toMatchObject({ is_vat_id_refused: true });
  });

  it("is no news by mail where there was no reverse charge", async () => {
    const creator = await payableCreator(world, { username: "at_home", country: "DE" });
    await saveVatId(creator, OURS);
    await run();
    expect(await checksOf(creator)).toMatchObject([{ state: "INVALID" }]);
    expect(await mailsTo(creator)).toEqual([]);
  });

  it("ends reverse charge before a withdrawal at the same time, or after it", async () => {
    const creator = await business("same_time");
    const [id] = await Promise.all([requestPayout(world, creator, 50_00), run()]);
    await sendToBanks(world);
    await tellPayout(world, id, "paid");
    const [country] = await vatOfPayouts(creator);
    expect([country, await statementVat(creator, id)]).toEqual(
      country === null ? [null, "none"] : ["AT", "included"],
    );
    expect(await mailsTo(creator)).toHaveLength(1);
    await withdrawAndPay(world, creator, 20_00);
    expect((await vatOfPayouts(creator))[1]).toBe("AT");
  });

  it("counts again once VIES calls it valid, and stays invalid when it is saved again", async () => {
    const creator = await business("corrected");
    await run();
    await saveVatId(creator, null);
    await saveVatId(creator, AUSTRIAN);
    expect(await standingOf(creator)).toMatchObject({ kind: "INVALID" });
    await withdrawAndPay(world, creator, 20_00);
    office.register(AUSTRIAN);
    await run();
    await withdrawAndPay(world, creator, 20_00);
    expect(await vatOfPayouts(creator)).toEqual(["AT", null]);
  });
});

describe("an outage of VIES", () => {
  it.each([
    ["MS_UNAVAILABLE", 200],
    ["TIMEOUT", 200],
    ["MS_MAX_CONCURRENT_REQ", 200],
    ["GLOBAL_MAX_CONCURRENT_REQ", 500],
    ["SERVICE_UNAVAILABLE", 503],
    ["INVALID_INPUT", 400],
  ])("%s says nothing about the id, and it is asked again", async (error, status) => {
    const creator = await business(`outage_${error.toLowerCase().slice(0, 12)}`);
    office.answer(outage(error, status));
    expect(await run()).toEqual({ answered: 0, outages: [error] });
    expect(await checksOf(creator)).toMatchObject([{ state: "UNCHECKED", attempts: 1, last_error: error }]);
    await withdrawAndPay(world, creator, 20_00);
    expect(await vatOfPayouts(creator)).toEqual([null]);
    expect(await mailsTo(creator)).toEqual([]);
    office.answer(null);
    office.register(AUSTRIAN);
    world.time.passSeconds(60);
    expect(await run()).toEqual({ answered: 1, outages: [] });
    expect(await standingOf(creator)).toMatchObject({ kind: "VALID" });
  });

  it("is waited for twice as long with each try, a day at most", async () => {
    const creator = await business("patient");
    office.answer(outage("MS_UNAVAILABLE"));
    const waits: number[] = [];
    for (let tries = 0; tries < 14; tries += 1) {
      await run();
      const [check] = await checksOf(creator);
      const wait = ((check?.due_at.getTime() ?? 0) - world.clock().getTime()) / 60_000;
      waits.push(wait);
      world.time.passSeconds(wait * 60);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1440, 1440, 1440]);
  });

  const about = { countryCode: "AT", vatNumber: "U12345675", valid: true };
  const says = (text: string, status = 200) => [status, text] as const;
  it.each([
    ["a page", says("<html>Maintenance</html>")],
    ["a list", says("[]")],
    ["no verdict", says(JSON.stringify({ ...about, valid: undefined }))],
    ["a verdict in words", says(JSON.stringify({ ...about, valid: "true" }))],
    ["another id", says(JSON.stringify({ ...about, vatNumber: "U99999999" }))],
    ["another country", says(JSON.stringify({ ...about, countryCode: "FR" }))],
    ["an error that says valid", says(JSON.stringify(about), 500)],
    ["a book", says(JSON.stringify({ ...about, name: "x".repeat(30_000) }))],
    ["a name that no database keeps", says(JSON.stringify({ ...about, name: "a\0b" }))],
  ])("is every answer that is not about this id and in form: %s", async (name, [status, text]) => {
    const creator = await business(`odd_${name.replace(/\W/g, "_").slice(0, 18)}`);
    office.answer((_call, response) => void response.writeHead(status).end(text));
    const { answered, outages } = await run();
    expect([answered, outages.length]).toEqual([0, 1]);
    expect(await standingOf(creator)).toEqual({ kind: "UNCHECKED" });
  });

  it("is a redirect, a cut line and silence", async () => {
    const creator = await business("silence");
    office.answer((_call, response) => void response.writeHead(307, { Location: "/rest-api/other" }).end());
    await run();
    world.time.passSeconds(60);
    office.answer((_call, response) => void response.destroy());
    await run();
    world.time.passSeconds(120);
    office.answer(() => undefined);
    await run(OURS, 100);
    expect(office.calls).toHaveLength(3);
    expect(await checksOf(creator)).toMatchObject([
      { state: "UNCHECKED", attempts: 3, last_error: "NO_ANSWER" },
    ]);
  });
});

describe("the VAT ids that are sent", () => {
  it("British and Swiss ids are never sent; Northern Ireland and Greece go by XI and EL", async () => {
    for (const [username, vatId] of [
      ["british", "GB999999973"],
      ["swiss", "CHE116281710MWST"],
    ] as const) {
      const creator = await business(username, vatId);
      expect(await checksOf(creator)).toEqual([]);
      expect(await standingOf(creator)).toEqual({ kind: "ELSEWHERE" });
    }
    await renewVatIdChecks(world.db, world.clock());
    await run();
    const known = office.calls.map(({ countryCode }) => countryCode);
    expect(known).not.toContain("GB");
    expect(known).not.toContain("CH");
    office.calls.length = 0;
    await business("northern", "XI110305878");
    await business("greek", "EL094259216");
    await run();
    expect(office.calls.map(({ countryCode, vatNumber }) => [countryCode, vatNumber])).toEqual([
      ["XI", "110305878"],
      ["EL", "094259216"],
    ]);
  });

  it("a VAT id that changes while VIES is asked does not get the old one's answer", async () => {
    const creator = await business("changing");
    office.answer(async ({ countryCode, vatNumber }, response) => {
      office.answer(null);
      await saveVatId(creator, FRENCH);
      response.end(JSON.stringify({ countryCode, vatNumber, valid: false }));
    });
    office.register(FRENCH);
    await run();
    expect(office.calls.map(({ countryCode }) => countryCode)).toEqual(["AT", "FR"]);
    expect(await checksOf(creator)).toMatchObject([{ vat_id: FRENCH, state: "VALID" }]);
    expect(await mailsTo(creator)).toEqual([]);
  });

  it("a VAT id that is taken away is not asked about any more, and one that stays is not asked about again", async () => {
    const creator = await business("leaving");
    await saveVatId(creator, null);
    await saveProfile(world.db, creator.id, { name: "Ida" }, new Set(), world.clock());
    expect(await checksOf(creator)).toEqual([]);
    await saveVatId(creator, AUSTRIAN);
    await run();
    await saveVatId(creator, AUSTRIAN);
    expect(await checksOf(creator)).toHaveLength(1);
  });

  it("a VAT id that is saved while old answers are renewed is saved, with one open question", async () => {
    const creators = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        payableCreator(world, { username: `at_once_${index}`, country: "AT", vatId: AUSTRIAN }),
      ),
    );
    const [, ...saved] = await Promise.all([
      renewVatIdChecks(world.db, world.clock()),
      ...creators.map((creator) => saveVatId(creator, FRENCH)),
    ]);
    expect(saved).toEqual(creators.map(() => ({ outcome: "saved" })));
    for (const creator of creators) expect(await checksOf(creator)).toMatchObject([{ vat_id: FRENCH }]);
  });

  it("answers are asked for again when they are old, those of before the register was asked, too", async () => {
    const creator = await business("renewed");
    office.register(AUSTRIAN);
    await run();
    const unasked = await payableCreator(world, { username: "unasked", country: "AT", vatId: AUSTRIAN });
    passDays(productRules.vies.renewed_after_days - 1);
    await renewVatIdChecks(world.db, world.clock());
    expect(await checksOf(creator)).toHaveLength(1);
    expect(await checksOf(unasked)).toMatchObject([{ state: "UNCHECKED" }]);
    passDays(2);
    await renewVatIdChecks(world.db, world.clock());
    await renewVatIdChecks(world.db, world.clock());
    expect(await checksOf(creator)).toMatchObject([{ state: "VALID" }, { state: "UNCHECKED" }]);
    expect(await standingOf(creator)).toMatchObject({ kind: "VALID" });
  });
});
