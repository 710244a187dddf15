import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requestWithdrawal } from "../../app/domain/payouts/requests/withdrawals.server.ts";
import { createDemoDatabase, type DemoDatabase } from "../support/database/database.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import {
  addressOf,
  backOfficeAt,
  cookieAt,
  doneLine,
  operatorsCookie,
  pageOf,
  statusLine,
} from "../support/http/back-office.ts";
import { type Answer, ask, formBody } from "../support/http/http-requests.ts";
import { sentCookie } from "../support/http/own-cookies.ts";
import { type Product, startProduct } from "../support/http/product.ts";
import { attribute, textOf } from "../support/http/strict-html.ts";
import { readXml, textAt } from "../support/http/strict-xml.ts";
import {
  confirmNewData,
  makeOperator,
  type PayoutWorld,
  payoutsOf,
  waitingForMoney,
  withPayouts,
} from "../support/money/payout-world.ts";
import { movableClock } from "../support/money/sandbox-world.ts";
import { type Creator, createCreator, createTipWorld } from "../support/money/tip-world.ts";

// A product of its own: nobody else's payouts get into these batches, and a freeze holds up nobody else.

let database: DemoDatabase;
let product: Product;
let world: PayoutWorld;
let first: string;
let second: string;

beforeAll(async () => {
  database = await createDemoDatabase();
  product = await startProduct(database.url, {}, database);
  world = withPayouts(createTipWorld(database.db, movableClock(new Date())));
  first = await operatorsCookie(world);
  second = await operatorsCookie(world);
  // The demo's own withdrawal goes first.
  await sendBatch();
});

afterAll(async () => {
  await expectCleanBooks(database.db, world.clock());
  await product?.stop();
  await database?.drop();
});

const { get, post, upload, pageAfter } = backOfficeAt(() => product.url);

const payoutOf = async (creator: Creator) => {
  const [payout] = await payoutsOf(world, creator);
  if (!payout) throw new Error("no payout");
  return payout;
};

async function makeBatch(cookie: string): Promise<string> {
  const made = await post("/admin/payouts", cookie, { intent: "make", rail: "SEPA", currency: "EUR" });
  expect(made.headers.location).toMatch(/^\/admin\/payouts\/batches\/[0-9a-f-]{36}\?done=made$/);
  return addressOf(made);
}

/** The page of what waits for the second operator about a thing, as the list leads there. */
async function approvalOf(kind: string, cookie = second): Promise<string> {
  const link = pageOf(await get("/admin/approvals", cookie))
    .elements("a")
    .findLast((each) => attribute(each, "class") === "row-link" && textOf(each) === kind);
  return attribute(link ?? never(), "href") ?? "";
}

/** The second operator approves it; where the page after it says so. */
async function approve(kind: string, cookie = second): Promise<string> {
  const answer = await post(await approvalOf(kind, cookie), cookie, { intent: "accept" });
  return doneLine(await pageAfter(answer, cookie));
}

/** The forms of a page, by their intents. */
const intentsOf = (answer: Answer) =>
  pageOf(answer)
    .elements("input")
    .filter((each) => attribute(each, "name") === "intent")
    .map((each) => attribute(each, "value"));

const RELEASE = "Sammelauszahlung freigeben";

async function sendBatch(): Promise<string> {
  const address = await makeBatch(first);
  expect(await approve(RELEASE)).toBe("Freigegeben und ausgeführt.");
  expect((await post(`${address}/file`, first, {})).status).toBe(200);
  return address;
}

const acts = async (act: string) =>
  (await world.db.selectFrom("audit_log").select("subject").where("action", "=", act).execute()).length;

describe("the way of payouts through the back office", () => {
  test("an operator makes a batch, fetches it, and marks it paid", async () => {
    const creators = [await waitingForMoney(world, 60_00), await waitingForMoney(world, 200_00)];
    const list = pageOf(await get("/admin/payouts", first));
    const links = list.elements("a").map((each) => attribute(each, "href"));
    for (const creator of creators) {
      expect(links).toContain(`/admin/users/${creator.id}`);
      expect(links).toContain(`/admin/payouts/${(await payoutOf(creator)).id}`);
    }
    expect(textOf(list.elements("main")[0])).toContain("258,50\u00A0€");
    const address = await makeBatch(first);
    expect(statusLine(await pageAfter(await post(`${address}/file`, first, {}), first))).toMatch(
      /^Keine Datei/,
    );
    const approval = await approvalOf(RELEASE, first);
    // It is work for the other operator alone, and the menu counts it there.
    const menu = async (cookie: string) =>
      pageOf(await get("/admin", cookie))
        .elements("nav")
        .map(textOf)
        .flatMap((text) => text.match(/Freigaben ?\d*/) ?? [])[0];
    expect([await menu(first), await menu(second)]).toEqual(["Freigaben ", "Freigaben 1"]);
    expect(intentsOf(await get(approval, first))).not.toContain("accept");
    const own = await pageAfter(await post(approval, first, { intent: "accept" }), first);
    expect(statusLine(own)).toMatch(/^Du warst daran beteiligt/);
    expect(await approve(RELEASE)).toBe("Freigegeben und ausgeführt.");
    const before = await acts("payouts.file_fetched");
    const fetched = await post(`${address}/file`, second, {});
    expect(fetched.status).toBe(200);
    expect(fetched.headers).toMatchObject({
      "content-type": "application/xml",
      "content-disposition": expect.stringMatching(/^attachment; filename="payouts-sepa-eur-[\w.-]+\.xml"$/),
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    });
    expect(textAt(readXml(fetched.text), "CstmrCdtTrfInitn/GrpHdr/CtrlSum")).toBe("258.50");
    expect((await post(`${address}/file`, first, {})).text).toBe(fetched.text);
    expect((await acts("payouts.file_fetched")) - before).toBe(2);
    expect(statusLine(await get(`${address}?done=made`, first))).toMatch(/^Erstellt/);
    expect(statusLine(await pageAfter(await post(address, first, { intent: "paid" }), first))).toMatch(
      /^Erledigt/,
    );
    expect(statusLine(await pageAfter(await post(address, second, { intent: "paid" }), second))).toMatch(
      /^Nichts mehr offen/,
    );
    for (const creator of creators) expect(await payoutOf(creator)).toMatchObject({ status: "PAID" });
    expect(statusLine(await pageAfter(await post(`${address}/file`, first, {}), first))).toMatch(
      /^Keine Datei/,
    );
    const again = await post("/admin/payouts", first, { intent: "make", rail: "SEPA", currency: "EUR" });
    expect(again.headers.location).toBe("/admin/payouts?done=empty");
    expect(textOf(pageOf(await get("/admin/payouts/batches", first)).elements("main")[0])).toContain(
      "alles erledigt",
    );
  });

  test("a batch of a thousand or more is marked paid by another operator only", async () => {
    const creator = await waitingForMoney(world, 1_200_00);
    const address = await sendBatch();
    expect(intentsOf(await get(address, second))).toContain("paid");
    const { id } = await payoutOf(creator);
    const own = `/admin/payouts/${id}`;
    for (const path of [address, own]) {
      const no = await pageAfter(await post(path, first, { intent: "paid", reason: "No" }), first);
      expect([statusLine(no), intentsOf(no).includes("paid")]).toEqual([
        expect.stringMatching(/^Nicht möglich/),
        false,
      ]);
    }
    const asked = await pageAfter(await post(own, first, { intent: "failed", reason: "No" }), first);
    expect(statusLine(asked)).toMatch(/^Braucht eine zweite Freigabe/);
    const refused = await upload(`${address}/results`, first, `end_to_end_id,status\n${id},paid\n`);
    expect(textOf(pageOf(refused, 422).elements("main")[0])).toContain("Nichts übernommen");
    expect(await payoutOf(creator)).toMatchObject({ status: "PROCESSING" });
    expect(statusLine(await pageAfter(await post(own, second, { intent: "paid" }), second))).toMatch(
      /^Erledigt/,
    );
    expect(await payoutOf(creator)).toMatchObject({ status: "PAID" });
  });

  test("an operator marks one payout as failed or as come back with a reason, and without one nothing moves", async () => {
    const creator = await waitingForMoney(world, 70_00);
    const { id } = await payoutOf(creator);
    const address = `/admin/payouts/${id}`;
    const empty = pageOf(await post(address, first, { intent: "failed", reason: "  " }), 422);
    expect(textOf(empty.elements("main")[0])).toContain("Gib einen Grund an");
    expect(await payoutOf(creator)).toMatchObject({ status: "REQUESTED" });
    await sendBatch();
    expect((await post(address, first, { intent: "bounced", reason: "No" })).headers.location).toBe(
      `${address}?done=gone`,
    );
    expect(statusLine(await pageAfter(await post(address, first, { intent: "paid" }), first))).toMatch(
      /^Erledigt/,
    );
    const long = pageOf(await post(address, first, { intent: "bounced", reason: "x".repeat(501) }), 422);
    expect(long.elements("textarea").map(textOf).join()).toContain("x".repeat(501));
    await post(address, first, { intent: "bounced", reason: "AC04" });
    expect(await payoutOf(creator)).toMatchObject({ status: "PAID" });
    const asked = await get(await approvalOf("Auszahlung als zurückgekommen vermerken", second), second);
    expect(textOf(pageOf(asked).elements("main")[0])).toContain("Konto aufgelöst (AC04)");
    await approve("Auszahlung als zurückgekommen vermerken");
    expect(await payoutOf(creator)).toMatchObject({ status: "FAILED", failure_reason: "AC04" });
    expect(textOf(pageOf(await get(address, first)).elements("main")[0])).toContain("Konto aufgelöst");
    expect((await post(address, first, { intent: "paid" })).headers.location).toBe(`${address}?done=gone`);
  });

  test("a file of results is read in, says what became of it, and is refused when it is none", async () => {
    const creators = [await waitingForMoney(world, 60_00), await waitingForMoney(world, 70_00)];
    const address = await sendBatch();
    const [paid, failed] = [await payoutOf(creators[0] ?? never()), await payoutOf(creators[1] ?? never())];
    const text = `end_to_end_id;status;reason\n${paid.id};paid;\n${failed.id};failed;Konto zu\nx;y;z\n`;
    const report = (answer: Answer) =>
      pageOf(answer)
        .elements("section")
        .filter((each) => attribute(each, "role") === "status")
        .map(textOf)
        .join();
    const taken = report(await upload(`${address}/results`, first, text));
    expect(taken).toContain("übernommen 1");
    expect(taken).toContain("braucht eine zweite Freigabe 1");
    expect(await payoutOf(creators[0] ?? never())).toMatchObject({ status: "PAID" });
    await approve("Auszahlung als fehlgeschlagen vermerken");
    expect(await payoutOf(creators[1] ?? never())).toMatchObject({
      status: "FAILED",
      failure_reason: "Konto zu",
    });
    const again = report(await upload(`${address}/results`, first, text));
    expect(again).toMatch(/übernommen 0.*schon bekannt 2.*1, in Zeile 4/s);
    for (const [nothing, words] of [
      [null, "Wähle zuerst eine Datei"],
      ["hello", "Nicht lesbar"],
      ["\n<Document/>", "Nichts wurde übernommen. Diese Datei ist keine Bankdatei einer Art"],
      ["\n<Document/>", "/Document (Zeile 2)"],
      [`end_to_end_id,status\n${"a".repeat(1024 * 1024)}`, "Die Datei ist zu groß"],
    ] as const) {
      const answer = pageOf(await upload(`${address}/results`, first, nothing), 422);
      expect(textOf(answer.elements("main")[0])).toContain(words);
    }
  });

  test("a batch that the bank refuses fails as a whole, for a reason", async () => {
    const creator = await waitingForMoney(world, 60_00);
    const address = await sendBatch();
    pageOf(await post(address, first, { intent: "failed" }), 422);
    await post(address, first, { intent: "failed", reason: "Datei abgelehnt" });
    expect(await payoutOf(creator)).toMatchObject({ status: "PROCESSING" });
    await approve("Auszahlung als fehlgeschlagen vermerken");
    expect(await payoutOf(creator)).toMatchObject({ status: "FAILED", failure_reason: "Datei abgelehnt" });
  });

  test("while payouts are frozen there are no batches, until an operator says why they may go on", async () => {
    const creator = await waitingForMoney(world, 60_00);
    const freeze = { id: world.newId(), reason: "ledger check: 03", frozen_at: world.clock() };
    await world.db.insertInto("payout_freezes").values(freeze).execute();
    const refused = await post("/admin/payouts", first, { intent: "make", rail: "SEPA", currency: "EUR" });
    expect(statusLine(await pageAfter(refused, first))).toMatch(/^Keine Sammelauszahlung/);
    for (const path of ["/admin", "/admin/payouts"])
      expect(textOf(pageOf(await get(path, first)).elements("main")[0])).toContain("angehalten");
    pageOf(await post("/admin/payouts", first, { intent: "unfreeze", reason: "" }), 422);
    const asked = await post("/admin/payouts", first, { intent: "unfreeze", reason: "Looked into it" });
    expect(statusLine(await pageAfter(asked, first))).toMatch(/^Braucht eine zweite Freigabe/);
    expect(await approve("Auszahlungen wieder freigeben")).toBe("Freigegeben und ausgeführt.");
    const log = world.db.selectFrom("audit_log").select("after").where("action", "=", "payouts.unfrozen");
    expect(await log.execute()).toEqual([{ after: { reason: "Looked into it" } }]);
    const twice = await post("/admin/payouts", first, { intent: "unfreeze", reason: "Looked into it" });
    expect(twice.headers.location).toBe("/admin/payouts?done=gone");
    await post(await sendBatch(), first, { intent: "paid" });
    expect(await payoutOf(creator)).toMatchObject({ status: "PAID" });
  });

  test("filters and pages of the payout list answer, whatever they are asked for", async () => {
    const page = async (query: string) =>
      textOf(pageOf(await get(`/admin/payouts${query}`, first)).elements("table")[0]);
    expect(await page("?status=PAID")).not.toContain("Zurückgekommen");
    for (const query of ["?status=NONSENSE", "?after=x", `?after=${world.newId()}`, "?status=&after="])
      pageOf(await get(`/admin/payouts${query}`, first));
    pageOf(await get(`/admin/payouts/batches?after=${world.newId()}`, first));
    for (const path of [`/admin/payouts/${world.newId()}`, `/admin/payouts/batches/${world.newId()}`])
      expect((await get(path, first)).status).toBe(404);
    expect((await post("/admin/payouts", first)).status).toBe(400);
    expect((await post("/admin/payouts/batches", first)).status).toBe(405);
    const make = { intent: "make", rail: "SEPA", currency: "EUR" };
    expect((await post("/admin/payouts", first, { ...make, currency: "XXX" })).status).toBe(422);
    expect((await post("/admin/payouts", first, { ...make, rail: "x" })).status).toBe(422);
  });
});

function never(): never {
  throw new Error("there is one");
}

/** A creator whose payout data waits for a look. */
async function withNewData(): Promise<{ creator: Creator; id: string }> {
  const creator = await createCreator(world);
  return { creator, id: await confirmNewData(world, creator) };
}

describe("payout data", () => {
  test("payout data waits in a list that does not show it, is opened on its page, and is accepted or declined", async () => {
    const { creator, id } = await withNewData();
    const list = await get("/admin/payout-data", first);
    expect(textOf(pageOf(list).elements("main")[0])).toContain(creator.username);
    expect(list.text).not.toContain("DE89");
    const looks = await acts("payout_data.viewed");
    const opened = textOf(pageOf(await get(`/admin/payout-data/${id}`, first)).elements("main")[0]);
    for (const shown of ["Ada Kessler", "DE89 3704 0044 0532 0130 00", "COBADEFFXXX", "Deutschland"])
      expect(opened).toContain(shown);
    expect(await acts("payout_data.viewed")).toBe(looks + 1);
    pageOf(await post(`/admin/payout-data/${id}`, first, { intent: "decline", reason: "" }), 422);
    expect(
      statusLine(await pageAfter(await post(`/admin/payout-data/${id}`, first, { intent: "accept" }), first)),
    ).toMatch(/Angenommen\. Eine Mail ist unterwegs/);
    const late = await post(`/admin/payout-data/${id}`, second, { intent: "decline", reason: "Too late" });
    expect(late.headers.location).toBe("/admin/payout-data?done=gone");
    const other = await withNewData();
    await post(`/admin/payout-data/${other.id}`, second, { intent: "decline", reason: "Wrong name" });
    const rows = world.db.selectFrom("payout_destinations").select(["status", "decline_reason"]);
    expect(await rows.where("id", "in", [id, other.id]).orderBy("status").execute()).toEqual([
      { status: "ACCEPTED", decline_reason: null },
      { status: "DECLINED", decline_reason: "Wrong name" },
    ]);
    expect((await get(`/admin/payout-data/${world.newId()}`, first)).status).toBe(404);
  });
});

test("nobody but operators opens the pages of payouts, and nothing that others post moves anything", async () => {
  const creator = await waitingForMoney(world, 60_00);
  const { id } = await payoutOf(creator);
  const { id: details } = await withNewData();
  const batch = await world.db.selectFrom("payout_batches").select("id").executeTakeFirstOrThrow();
  const halfOperator = await cookieAt(world, await makeOperator(world), false);
  const own = await cookieAt(world, creator.id, false);
  const before = await world.db.selectFrom("audit_log").select("id").execute();
  const pages = [
    ...["", `/${id}`, "/batches", `/batches/${batch.id}`].map((path) => `/admin/payouts${path}`),
    ...["", `/${details}`].map((path) => `/admin/payout-data${path}`),
  ];
  const posts: string[][] = [
    ...["paid", "failed", "bounced", "dropped"].map((intent) => [`/admin/payouts/${id}`, intent]),
    ...["paid", "failed", "withdrawn"].map((intent) => [`/admin/payouts/batches/${batch.id}`, intent]),
    [`/admin/payouts/batches/${batch.id}/results`, ""],
    [`/admin/payouts/batches/${batch.id}/file`, ""],
    ...["accept", "decline"].map((intent) => [`/admin/payout-data/${details}`, intent]),
    ["/admin/payouts", "make"],
    ["/admin/payouts", "unfreeze"],
  ];
  for (const cookie of ["session=none", await sentCookie("session", "none"), own, halfOperator]) {
    for (const path of pages) {
      const answer = await get(path, cookie);
      expect([303, 403], path).toContain(answer.status);
      expect(answer.text).not.toContain("DE89");
    }
    for (const [path = "", intent = ""] of posts) {
      const given = { intent, reason: "because", rail: "SEPA", currency: "EUR" };
      const answer = await post(path, cookie, given);
      expect([303, 403], path).toContain(answer.status);
      expect(answer.headers.location ?? "/login", path).toMatch(/^\/(login|account\/)/);
    }
  }
  const foreign = await ask(`${product.url}/admin/payouts/${id}`, {
    method: "POST",
    headers: { ...formBody({}).headers, Cookie: first, Origin: "https://evil.example" },
    body: formBody({ intent: "failed", reason: "because" }).body,
  });
  expect(foreign.status).toBe(403);
  expect(await payoutOf(creator)).toMatchObject({ status: "REQUESTED" });
  expect(await world.db.selectFrom("audit_log").select("id").execute()).toEqual(before);
  const again = await requestWithdrawal(world, { user_id: creator.id, currency: "EUR", amount_minor: null });
  expect(again).toEqual({ outcome: "refused", reason: "in_progress" });
});
