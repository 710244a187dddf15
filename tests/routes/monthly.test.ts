import { describe, expect, test } from "vitest";
import { minor } from "../../app/domain/money/minor.ts";
import { all, many } from "../support/database/at-once.ts";
import { records } from "../support/database/records.ts";
import {
  goToProvider,
  multipart,
  payAtProvider,
  payersCookie,
  prepareTip,
  TYPED,
  wireFan,
} from "../support/http/http-client.ts";
import type { Answer } from "../support/http/http-requests.ts";
import { countAsMonth, mailsOf, makeSeries, seriesRow } from "../support/http/monthly-tips.ts";
import { attribute, readStrictly, textOf } from "../support/http/strict-html.ts";
import { newAddress } from "../support/http/users.ts";

// The fan's page of a monthly tip, by the link in its mails (docs/product.md, 5.13).

const fan = wireFan("de", newAddress());
const main = (answer: Answer) =>
  textOf(readStrictly(answer.text).elements("main")[0]).replaceAll("\u00a0", " ");
const hidden = (answer: Answer, name: string) =>
  readStrictly(answer.text)
    .elements("input")
    .filter((input) => attribute(input, "name") === name)
    .map((input) => attribute(input, "value") ?? "")
    .at(0) ?? "";
const act = (path: string, fields: Record<string, string>) => fan.post(path, fields);
const TERMS: Record<string, string>[] = [
  { intent: "amount", amount: "7", seen_total: "784" },
  { intent: "day", day: "3" },
  { intent: "pause", months: "1" },
];
const chosenRhythm = (answer: Answer) =>
  readStrictly(answer.text)
    .elements("input")
    .filter((input) => attribute(input, "name") === "every" && attribute(input, "checked") !== null)
    .map((input) => attribute(input, "value") ?? "")
    .join();

describe("every month", () => {
  test.for(["/joerdis", "/gl/nachtmus"])("stays chosen beside a wrong amount on %s", async (page) => {
    for (const every of ["", "month"]) {
      const answer = await act(page, { amount: "abc", every });
      expect([answer.status, chosenRhythm(answer)]).toEqual([422, every]);
    }
  });
});

async function done(path: string, fields: Record<string, string>): Promise<string> {
  const answer = await act(path, fields);
  expect([answer.status, answer.headers.location]).toEqual([303, path]);
  return main(await fan.follow(answer));
}

describe("the page of a monthly tip", () => {
  test("says receiver, price, day, method, next charge and the paid months with receipts", async () => {
    const paid = await payAtProvider(
      fan,
      await goToProvider(fan, await prepareTip(fan)),
      TYPED.card,
      "SUCCESS",
    );
    const series = await makeSeries({ day: 28, next_charge_on: "2030-12-28", charge_month: "2030-12-01" });
    await countAsMonth(series.id, paid);
    const page = await fan.get(series.path);
    const text = main(page);
    for (const said of ["Jördis", "5,60 €", "Servicegebühr", "28.", "Visa •••• 4242", "28. Dezember 2030"])
      expect(text).toContain(said);
    const [receipt = ""] = /\/receipt\/[\w-]+/.exec(page.text) ?? [];
    const onReceipt = await fan.get(receipt);
    expect([onReceipt.status, main(onReceipt)]).toEqual([200, expect.stringMatching(/Für.*, monatlich/)]);
    expect(text).toMatch(/Bezahlt: \d/);
    expect(readStrictly(page.text).problems).toEqual([]);
    expect(page.text).toContain('content="noindex"');
    expect(main(await wireFan("en").get(series.path))).toContain("28 December 2030");
  });

  test("is changed by no visit, and opened by no token of another purpose", async () => {
    const series = await makeSeries();
    const before = await seriesRow(series.id);
    for (const path of ["", "/stop", "/reminders", "?method", "?intent=pause&months=3"])
      await fan.get(series.path + path);
    expect(await seriesRow(series.id)).toEqual(before);
    expect(await mailsOf(series.id)).toEqual([]);
    const receipt = series.path.replace(/.$/, (last) => (last === "A" ? "Q" : "A"));
    for (const path of [receipt, `${receipt}/stop`]) {
      expect((await fan.get(path)).status).toBe(404);
      expect((await act(path, { intent: "quiet" })).status).toBe(404);
    }
    expect((await act(`${receipt}/reminders`, {})).status).toBe(422);
    const begun = await makeSeries({
      ...{ status: "BEGUN", method_ref: null, customer_ref: null, next_charge_on: null, charge_month: null },
    });
    const unknown = await fan.get(begun.path);
    expect([unknown.status, unknown.text.includes('href="/monthly"')]).toEqual([404, true]);
    expect((await act(series.path, { intent: "everything" })).status).toBe(400);
  });
});

describe("a stop", () => {
  test("takes two presses, is never refused, and says when it ended and how to begin anew", async () => {
    const series = await makeSeries();
    const asked = await fan.get(`${series.path}/stop`);
    expect(main(asked)).toContain("Jetzt beenden");
    const posts = await all(many(5), () => act(`${series.path}/stop`, {}));
    expect(posts.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303]);
    expect(await seriesRow(series.id)).toMatchObject({
      status: "ENDED",
      end_reason: "FAN",
      next_charge_on: null,
    });
    expect(await mailsOf(series.id)).toEqual(["ended"]);
    const page = await fan.get(series.path);
    expect(main(page)).toMatch(/Du hast es am .* beendet/);
    expect(page.text).toContain('href="/joerdis/5.00?every=month"');
    expect(chosenRhythm(await fan.get("/joerdis/5.00?every=month"))).toBe("month");
    expect((await fan.get(`${series.path}/stop`)).headers.location).toBe(series.path);
  });

  test("names a group's members that the fan chose, and begins anew with them", async () => {
    const { grouplist_id, creator_id, username, name } = await records()
      .selectFrom("grouplists as g")
      .innerJoin("grouplist_users as m", "m.grouplist_id", "g.id")
      .innerJoin("users as u", "u.id", "m.creator_id")
      .select(["m.grouplist_id", "m.creator_id", "u.username", "u.name"])
      .where("g.slug", "=", "nachtmus")
      .where("m.status", "=", "MEMBER")
      .orderBy("m.id")
      .executeTakeFirstOrThrow();
    const series = await makeSeries({ grouplist_id, chosen_creator_ids: [creator_id] });
    expect(main(await fan.get(series.path))).toContain(`(${name})`);
    await act(`${series.path}/stop`, {});
    const anew = `/gl/nachtmus/5.00?every=month&amp;creator=${username}`;
    expect((await fan.get(series.path)).text).toContain(`href="${anew}"`);
  });

  test.for([
    { status: "UNPAID", problem: "RETRY", unpaid_since: "2026-11-01" },
    { status: "SUSPENDED", problem: "RECEIVER", unpaid_since: "2026-11-01" },
    { paused_until: "2030-01-01" },
  ] as const)("works in the state %o", async (state) => {
    const series = await makeSeries(state);
    expect((await act(`${series.path}/stop`, {})).status).toBe(303);
    expect((await seriesRow(series.id)).status).toBe("ENDED");
  });

  test("leaves no other act: each leads to the page", async () => {
    const series = await makeSeries({
      ...{
        status: "ENDED",
        end_reason: "FAN",
        ended_at: new Date(),
        next_charge_on: null,
        charge_month: null,
      },
    });
    const before = await seriesRow(series.id);
    const acts: Record<string, string>[] = [
      ...TERMS,
      ...["resume", "remind", "quiet", "method", "pay"].map((intent) => ({ intent })),
    ];
    for (const fields of acts) expect((await act(series.path, fields)).headers.location).toBe(series.path);
    expect(await seriesRow(series.id)).toEqual(before);
  });
});

describe("the first debit", () => {
  test("is under way for days, in which its payer may stop what follows", async () => {
    const payer = wireFan("de", newAddress());
    const begun = await payer.post("/joerdis", { amount: "5", every: "month" });
    const tip = (begun.headers.location ?? "").replace(/\/[a-z]+$/, "");
    await payer.post(`${tip}/details`, { name: "Ida", message: "" });
    const email = `debit.${crypto.randomUUID()}@fans.example`;
    await payer.post(`${tip}/payment`, { type: "INETCASH_DD", country: "DE", pay_currency: "EUR", email });
    const page = await goToProvider(payer, tip);
    const typed = { iban: "DE08 3704 0044 0532 0130 03", holder: "Ida Muster", mandate: "yes" };
    const paid = await payAtProvider(payer, page, typed, "PROCESSING");
    const waiting = await payer.get(`/payment/success/${paid}`, payersCookie(payer));
    const [path = ""] = /\/monthly\/[\w-]{43}/.exec(waiting.text) ?? [];
    expect((await wireFan("de", newAddress()).get(`/payment/success/${paid}`)).text).not.toContain(
      "/monthly/",
    );
    const shown = await payer.get(path);
    expect([shown.status, main(shown)]).toEqual([200, expect.stringContaining("Gerade wird abgebucht")]);
    expect(shown.text).not.toContain('name="intent"');
    expect((await payer.post(path, { intent: "pause", months: "1" })).headers.location).toBe(path);
    await payer.post(`${path}/stop`, {});
    expect(main(await payer.get(path))).toContain("kann noch durchgehen");
  });
});

describe("reminders", () => {
  test("end by one click of a mail program, from anywhere; the tips go on, which a mail says", async () => {
    const series = await makeSeries();
    const path = `${series.path}/reminders`;
    const oneClick = { "List-Unsubscribe": "One-Click" };
    const shown = await fan.get(path);
    expect(main(shown)).toContain("Beenden kannst du es über den Link unten");
    const places: Record<string, string>[] = [
      { Origin: "https://mail.example" },
      { Origin: "null", "Sec-Fetch-Site": "cross-site" },
    ];
    for (const from of places) {
      expect((await fan.post(path, oneClick, from)).status).toBe(200);
      const { body, headers } = multipart(oneClick);
      expect((await fan.send("POST", path, body, { ...headers, ...from })).status).toBe(200);
      expect((await fan.post(series.path, { intent: "quiet" }, from)).status).toBe(403);
    }
    expect(await seriesRow(series.id)).toMatchObject({ has_reminders: false, status: "ACTIVE" });
    expect(await mailsOf(series.id)).toEqual(["changed:REMINDERS_OFF"]);
  });

  test("are switched off and on again on the page", async () => {
    const series = await makeSeries();
    expect(await done(series.path, { intent: "quiet" })).toContain("Erinnerungen sind aus");
    expect(await done(series.path, { intent: "remind" })).toContain("Erinnerungen sind an");
    expect((await seriesRow(series.id)).has_reminders).toBe(true);
  });
});

describe("the terms", () => {
  test("a new amount shows its total first, and applies to the total that was seen", async () => {
    const series = await makeSeries();
    const same = await act(series.path, { intent: "amount", amount: "5" });
    expect([same.status, same.headers.location]).toEqual([303, series.path]);
    const first = await act(series.path, { intent: "amount", amount: "10" });
    expect(first.status).toBe(200);
    expect(main(first)).toContain("11,19 €");
    expect((await seriesRow(series.id)).amount_minor).toBe(5_00);
    const other = await act(series.path, { intent: "amount", amount: "10", seen_total: "1000" });
    expect(other.status).toBe(422);
    expect(main(other)).toContain("Der Preis ist jetzt ein anderer");
    const seen = { amount: hidden(first, "amount"), seen_total: hidden(first, "seen_total") };
    expect(await done(series.path, { intent: "amount", ...seen })).toContain("neue Betrag gilt");
    const row = await seriesRow(series.id);
    expect(row).toMatchObject({ amount_minor: 10_00, total_minor: 11_19 });
    expect(row.consent).toMatch(/^Ab .* 11,19\s€ im Monat statt 5,60\s€, bis du es beendest\.$/);
    expect(await mailsOf(series.id)).toEqual(["changed:AMOUNT"]);
  });

  test.for([
    [{ intent: "amount", amount: "0,10" }, "Trinkgeld ab"],
    [{ intent: "amount", amount: "" }, "Gib einen Betrag ein"],
    [{ intent: "day", day: "32" }, "Tag"],
    [{ intent: "day", day: "" }, "Tag"],
    [{ intent: "pause", months: "4" }, "Wie lange"],
  ] as const)("%o is refused in place", async ([fields, said]) => {
    const series = await makeSeries();
    const answer = await act(series.path, fields);
    expect(answer.status).toBe(422);
    expect(main(answer)).toContain(said);
    expect(readStrictly(answer.text).problems).toEqual([]);
  });

  test("a day, a pause and its end", async () => {
    const series = await makeSeries({ paid_for: "2030-11-01" });
    expect(await done(series.path, { intent: "day", day: "31" })).toContain("neue Tag gilt");
    expect(await seriesRow(series.id)).toMatchObject({ day: 31, next_charge_on: "2030-12-31" });
    expect(await done(series.path, { intent: "pause", months: "2" })).toContain(
      "Pausiert bis 28. Februar 2031",
    );
    expect(await done(series.path, { intent: "resume" })).toContain("läuft weiter");
    expect(await seriesRow(series.id)).toMatchObject({ next_charge_on: "2030-12-31", paused_until: null });
  });

  test("wait while a month is unpaid", async () => {
    const series = await makeSeries({ status: "UNPAID", problem: "RETRY", unpaid_since: "2026-11-01" });
    for (const fields of TERMS) {
      const answer = await act(series.path, fields);
      expect(answer.status).toBe(422);
    }
    expect((await seriesRow(series.id)).amount_minor).toBe(5_00);
  });
});

const OWED = { status: "SUSPENDED", problem: "CONFIRM", unpaid_since: "2026-11-01" } as const;

/** The month of its next charge as a tip that is not paid. */
async function oweMonth(seriesId: string): Promise<void> {
  const { creator_id, amount_minor, charge_month, sender_email } = await seriesRow(seriesId);
  await records()
    .insertInto("tips")
    .values({
      ...{ id: crypto.randomUUID(), creator_id, amount_minor, currency: "EUR", sender_email },
      ...{ locale: "de", status: "EXPIRED", created_at: new Date(), updated_at: new Date(), country: "DE" },
      ...{ payment_type: "INETCASH_CC", pay_currency: "EUR", is_monthly: true },
      ...{ share_email: false, show_on_page: false, series_id: seriesId, series_month: charge_month },
      details_seen_at: new Date(),
    })
    .execute();
}

describe("paying", () => {
  test("another card is entered at the provider, and counts once the fan is back", async () => {
    const series = await makeSeries();
    const sent = await act(series.path, { intent: "method" });
    expect(sent.status).toBe(303);
    const page = new URL(sent.headers.location ?? "").pathname;
    expect(page).toMatch(/^\/sandbox\/set-up\//);
    const back = await fan.post(page, { ...TYPED.card, number: "4000 0000 0000 0341" });
    const home = new URL(back.headers.location ?? "");
    expect([home.pathname, home.search]).toEqual([series.path, "?method"]);
    const taken = await fan.get(home.pathname + home.search);
    expect(taken.headers.location).toBe(series.path);
    expect(main(await fan.follow(taken))).toContain("andere Zahlungsart gilt");
    expect(await seriesRow(series.id)).toMatchObject({ set_up_ref: null, status: "ACTIVE" });
    expect((await seriesRow(series.id)).method_label).toContain("0341");
    const again = await fan.get(`${series.path}?method`);
    expect(main(await fan.follow(again))).toContain("andere Zahlungsart gilt");
  });

  test("an address that says so without another card saves nothing, and says nothing", async () => {
    const series = await makeSeries();
    const answer = await fan.get(`${series.path}?method`);
    expect([answer.status, answer.headers.location]).toEqual([303, series.path]);
    expect(main(await fan.follow(answer))).not.toContain("Zahlungsart");
  });

  test("the month that failed can be paid on the day of its next try, but not paused", async () => {
    const next_charge_on = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Berlin" }).format();
    const series = await makeSeries({
      ...{ status: "UNPAID", problem: "RETRY", failures: 1, unpaid_since: "2026-11-01", next_charge_on },
    });
    await oweMonth(series.id);
    const open = main(await fan.get(series.path));
    for (const said of ["noch einmal", "Jetzt 5,60 € zahlen", "Pausieren geht, sobald"])
      expect(open).toContain(said);
    expect(open).not.toContain("Gerade wird abgebucht");
    await records().updateTable("tip_series").set({ failures: 0 }).where("id", "=", series.id).execute();
    expect(main(await fan.get(series.path))).toContain("Gerade wird abgebucht");
  });

  test("the month that failed is paid on the provider's page", async () => {
    const paid = await payAtProvider(
      fan,
      await goToProvider(fan, await prepareTip(fan)),
      TYPED.card,
      "SUCCESS",
    );
    const first = await makeSeries();
    await countAsMonth(first.id, paid);
    const { next_charge_on, charge_month } = await seriesRow(first.id);
    const series = await makeSeries({ ...OWED, next_charge_on, charge_month });
    await oweMonth(series.id);
    const open = main(await fan.get(series.path));
    for (const said of ["Deine Bank möchte", "Gleich danach buchen wir die offenen 5,60 € ab."])
      expect(open).toContain(said);
    const sent = await act(series.path, { intent: "pay" });
    expect(sent.status).toBe(303);
    const page = new URL(sent.headers.location ?? "").pathname;
    await payAtProvider(fan, page, TYPED.card, "SUCCESS");
    expect(await seriesRow(series.id)).toMatchObject({
      status: "ACTIVE",
      problem: null,
      paid_for: charge_month,
    });
    expect((await act(series.path, { intent: "pay" })).headers.location).toBe(series.path);
    expect(main(await fan.get(series.path))).toContain("Bezahlt");
  });

  test("the month that failed costs what the page says after the amount was lowered", async () => {
    const series = await makeSeries({ ...OWED, amount_minor: minor(50_00), total_minor: minor(55_95) });
    await oweMonth(series.id);
    expect(main(await fan.get(series.path))).toContain("Jetzt 55,95 € zahlen");
    const shown = await act(series.path, { intent: "amount", amount: "5" });
    expect(main(shown)).toContain("Ab der nächsten Abbuchung 5,60 €");
    expect(await done(series.path, { intent: "amount", amount: "5", seen_total: "560" })).toContain(
      "Jetzt 5,60 € zahlen",
    );
    expect((await seriesRow(series.id)).consent).toContain("Ab der nächsten Abbuchung");
    const sent = await act(series.path, { intent: "pay" });
    const page = await fan.get(new URL(sent.headers.location ?? "").pathname);
    expect(main(page)).toContain("5,60 €");
    expect(main(page)).not.toContain("55,95");
  });
});
