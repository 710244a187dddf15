import { beforeAll, describe, expect, test } from "vitest";
import { minor } from "../../app/domain/money/minor.ts";
import { paymentsOf, records, tipIdOf } from "../support/database/records.ts";
import { eventually } from "../support/eventually.ts";
import {
  goToProvider,
  payAtProvider,
  prepareTip,
  TYPED,
  type WireFan,
  wireFan,
} from "../support/http/http-client.ts";
import { type SignedIn, signInCreator, signInOperator } from "../support/http/signed-in.ts";
import { attribute, readStrictly, textOf } from "../support/http/strict-html.ts";

let operator: SignedIn;
let creator: SignedIn;

beforeAll(async () => {
  operator = await signInOperator();
  creator = await signInCreator("ACTIVE");
});

/** A tip of 50.00 that a fan paid by card; the payment's id and the tip's. */
async function paidTip(email = `${crypto.randomUUID()}@fans.example`) {
  const fan = wireFan("de");
  const tip = await prepareTip(fan, { username: creator.username ?? "", amount: "50", email });
  const payment = await payAtProvider(fan, await goToProvider(fan, tip), TYPED.card, "SUCCESS");
  return { payment, tip: tipIdOf(`${tip}/`), email };
}

/** The hidden fields of the form that confirms, as a browser sends them. */
function confirmOf(html: string): Record<string, string> {
  const page = readStrictly(html);
  expect(page.problems).toEqual([]);
  return Object.fromEntries(
    page
      .elements("input")
      .filter((input) => attribute(input, "type") === "hidden")
      .map((input) => [attribute(input, "name") ?? "", attribute(input, "value") ?? ""]),
  );
}

const refundsOf = (payment: string) =>
  records().selectFrom("refunds").selectAll().where("payment_id", "=", payment).execute();
const alertOf = (html: string) =>
  textOf(
    readStrictly(html)
      .elements("div")
      .find((each) => attribute(each, "role") === "alert"),
  );
const own = (tip: string) => `/dashboard/tips/${tip}/refund`;
const office = (payment: string, query: Record<string, string>) =>
  `/admin/payments/${payment}/refund?${new URLSearchParams(query)}`;

describe("an operator", () => {
  test("an operator sees the split of a refund, posts a part, and the provider gives it back", async () => {
    const { payment } = await paidTip();
    const shown = await operator.wire.get(office(payment, { amount: "20,00" }));
    expect(shown.text).toContain("22,38");
    expect(await refundsOf(payment)).toEqual([]);
    const split = confirmOf(shown.text);
    const silent = await operator.wire.post(office(payment, { amount: "20,00" }), { ...split, reason: " " });
    expect(silent.status).toBe(422);
    expect(alertOf(silent.text)).toContain("Gib einen Grund an");
    expect(confirmOf(silent.text)).toEqual(split);
    const fields = { ...split, reason: "Doppelt gezahlt" };
    const answer = await operator.wire.post(`/admin/payments/${payment}/refund`, fields);
    expect([answer.status, answer.headers.location]).toEqual([
      303,
      `/admin/payments/${payment}?done=refunded`,
    ]);
    // The same form again, as by a double click, is another amount than was seen.
    const again = await operator.wire.post(`/admin/payments/${payment}/refund`, fields);
    expect(again.status).toBe(422);
    expect(alertOf(again.text)).toContain("Inzwischen wurde etwas erstattet");
    await eventually("the sandbox has given it back", async () => {
      const [refund] = await refundsOf(payment);
      return refund?.status === "DONE";
    });
    const page = await operator.wire.get(`/admin/payments/${payment}`);
    expect(readStrictly(page.text).problems).toEqual([]);
    expect(page.text).toContain("Der Fan hat das Geld");
    expect(page.text).toContain("Doppelt gezahlt");
    expect(page.text).toContain("Creator, noch nicht verfügbar");
    const audit = await operator.wire.get("/admin/audit");
    expect(audit.text).toContain("Zahlung erstattet");
  });

  test("an operator is told what is wrong with a refund, and nothing moves", async () => {
    const { payment } = await paidTip();
    for (const [query, text] of [
      [{ amount: "abc" }, "Gib einen Betrag ein"],
      [{ amount: "60" }, "Nur noch 50,00\u00a0€ übrig"],
      [{ amount: "0" }, "Gib einen Betrag ein"],
    ] as const) {
      const answer = await operator.wire.get(office(payment, query));
      expect(answer.status).toBe(200);
      expect(alertOf(answer.text)).toContain(text);
      expect(answer.text).toContain(`value="${query.amount}"`);
      expect(answer.text).not.toContain('name="seen_left"');
    }
    const posted = await operator.wire.post(`/admin/payments/${payment}/refund`, {
      amount: "5",
      reason: "x",
    });
    expect(posted.status).toBe(422);
    expect(await refundsOf(payment)).toEqual([]);
  });

  test("an operator sees on the payment's page that a refund waits for another one, since when and asked by whom", async () => {
    const { payment } = await paidTip();
    const id = crypto.randomUUID();
    const worth_eur_minor = minor(50_00);
    await records()
      .insertInto("operator_acts")
      .values({
        ...{ id, kind: "REFUND", subject: `payment:${payment}`, status: "WAITING", worth_eur_minor },
        ...{ made_by: operator.id, made_at: new Date(), business_day: "2026-11-22" },
        params: JSON.stringify({ payment_id: payment }),
      })
      .execute();
    const page = await operator.wire.get(`/admin/payments/${payment}`);
    expect(page.text).toMatch(/Erstattung: Wartet seit .+, angefragt von /);
    expect(page.text).toContain(`href="/admin/approvals/${id}"`);
    expect(page.text).not.toContain("Vorschau");
    await records().deleteFrom("operator_acts").where("id", "=", id).execute();
  });

  test("an operator finds a payment by every reference that an operator may have in hand", async () => {
    const { payment, tip, email } = await paidTip();
    const { provider_ref } = await records()
      .selectFrom("payments")
      .select("provider_ref")
      .where("id", "=", payment)
      .executeTakeFirstOrThrow();
    for (const words of [payment, tip, email, email.slice(0, 12).toUpperCase(), provider_ref ?? ""]) {
      const found = await operator.wire.get(`/admin/payments?${new URLSearchParams({ q: words })}`);
      expect(found.text, words).toContain(`/admin/payments/${payment}"`);
    }
    const query = new URLSearchParams({ q: `@${creator.username}`, status: "SUCCESS" });
    expect((await operator.wire.get(`/admin/payments?${query}`)).text).toContain(payment);
    query.set("status", "REFUNDED");
    expect((await operator.wire.get(`/admin/payments?${query}`)).text).not.toContain(payment);
    for (const words of ["%", "_", "\\", "'", "nobody@fans.example", "x\0y", "a".repeat(500)]) {
      const answer = await operator.wire.get(`/admin/payments?${new URLSearchParams({ q: words })}`);
      expect(answer.status, words).toBe(200);
      expect(answer.text, words).not.toContain(`/admin/payments/${payment}"`);
    }
  });
});

describe("a creator", () => {
  test("a creator gives a tip of their own back, whole", async () => {
    const { payment, tip } = await paidTip();
    const shown = await creator.wire.get(own(tip));
    expect(shown.text).toContain("55,95");
    // The page names the tip, so that nobody refunds another one.
    expect(shown.text).toMatch(/50,00\s€ von Ida am /);
    const answer = await creator.wire.post(own(tip), confirmOf(shown.text));
    expect([answer.status, answer.headers.location]).toEqual([303, own(tip)]);
    expect((await creator.wire.follow(answer)).text).toContain("Die Erstattung ist unterwegs.");
    expect((await creator.wire.get(own(tip))).text).not.toContain("Die Erstattung ist unterwegs.");
    await eventually("the payment is refunded", async () => {
      const [row] = await paymentsOf(tip);
      return row?.status === "REFUNDED";
    });
    const after = await creator.wire.get(own(tip));
    // Opened plainly nothing is wrong: it is said calmly.
    expect(after.text).toContain("Ganz erstattet.");
    expect(alertOf(after.text)).toBe("");
    expect(after.text).not.toContain("Fehler:");
    expect((await creator.wire.post(own(tip), confirmOf(shown.text))).status).toBe(422);
    expect(await refundsOf(payment)).toHaveLength(1);
  });

  test("a creator sees at the tip, and in the list, a refund under way and one that the provider refused", async () => {
    const { payment, tip } = await paidTip();
    const refund = {
      ...{
        id: crypto.randomUUID(),
        payment_id: payment,
        amount_minor: minor(11_19),
        tip_minor: minor(10_00),
      },
      ...{ currency: "EUR", reason: "creator", asked_by: "CREATOR" as const, status: "REQUESTED" as const },
      requested_at: new Date(),
    };
    await records().insertInto("refunds").values(refund).execute();
    const share = await records()
      .selectFrom("tip_allocations")
      .select("id")
      .where("payment_id", "=", payment)
      .executeTakeFirstOrThrow();
    await records()
      .insertInto("refund_parts")
      .values({
        ...{ refund_id: refund.id, allocation_id: share.id, amount_minor: refund.tip_minor },
        ...{ from_pending_minor: refund.tip_minor, from_available_minor: minor(0), goodwill_minor: minor(0) },
      })
      .execute();
    for (const page of ["/dashboard", `/dashboard/tips/${tip}`])
      expect((await creator.wire.get(page)).text, page).toMatch(
        /Erstattung von 10,00\s€ seit .{5,20} unterwegs/,
      );
    await records()
      .updateTable("refunds")
      .set({ status: "FAILED", done_at: new Date() })
      .where("id", "=", refund.id)
      .execute();
    for (const page of ["/dashboard", `/dashboard/tips/${tip}`])
      expect((await creator.wire.get(page)).text, page).toMatch(
        /Erstattung von 10,00\s€ am .+ abgelehnt; das Geld ist wieder bei dir/,
      );
    await records().deleteFrom("refund_parts").where("refund_id", "=", refund.id).execute();
    await records().deleteFrom("refunds").where("id", "=", refund.id).execute();
  });

  test("a creator's tip opens for no other creator, locked creator, visitor or operator", async () => {
    const { payment, tip } = await paidTip();
    const other = await signInCreator("ACTIVE");
    const locked = await signInCreator("LOCKED");
    const fields = { amount: "50", seen_left: "5000" };
    const refusals: [WireFan, number, string | undefined][] = [
      [other.wire, 404, undefined],
      [locked.wire, 303, "/account/locked"],
      [operator.wire, 303, "/admin"],
    ];
    // The form is kept until a login (docs/decisions/091).
    const visitor = wireFan("de");
    const kept = await visitor.post(own(tip), fields);
    expect([(await visitor.get(own(tip))).status, kept.status]).toEqual([303, 403]);
    for (const [wire, status, location] of refusals) {
      for (const answer of [await wire.get(own(tip)), await wire.post(own(tip), fields)]) {
        expect(answer.status).toBe(status);
        if (location) expect(answer.headers.location).toBe(location);
      }
    }
    for (const address of [`/admin/payments/${payment}`, office(payment, { amount: "5", reason: "x" })])
      expect((await creator.wire.get(address)).status).toBe(403);
    const posted = await creator.wire.post(`/admin/payments/${payment}/refund`, { ...fields, reason: "x" });
    expect(posted.status).toBe(403);
    for (const address of ["/admin/books/checks", "/admin/books/settlements", "/admin/books"])
      expect((await creator.wire.post(address, {})).status).toBe(403);
    expect(await refundsOf(payment)).toEqual([]);
  });
});

describe("the books", () => {
  test("the books show both sides, are checked by a button, and tell what was posted for anything", async () => {
    const { payment } = await paidTip();
    const page = await operator.wire.get("/admin/books");
    expect(readStrictly(page.text).problems).toEqual([]);
    for (const text of ["psp_clearing", "creator_pending", "Saldenliste in EUR"])
      expect(page.text).toContain(text);
    const checked = await operator.wire.post("/admin/books/checks", { intent: "check_delta" });
    expect(checked.headers.location).toBe("/admin/books/checks?done=checked");
    const result = await operator.wire.get("/admin/books/checks?done=checked");
    expect(readStrictly(result.text).problems).toEqual([]);
    expect(result.text).toContain("keine Fehler");
    expect((await operator.wire.get("/admin/books")).text).toContain("Zuletzt geprüft");
    const postings = await operator.wire.get(`/admin/books/postings?reference=payment:${payment}`);
    expect(postings.text).toContain("service_fee_revenue");
  });

  test("a write-off without a reason marks its own row, and the summary leads to it", async () => {
    const before = readStrictly((await operator.wire.get("/admin/books")).text);
    const owing = before.elements("input").filter((input) => attribute(input, "name") === "creator_id");
    expect(owing.length).toBeGreaterThan(1);
    const creator_id = owing.map((input) => attribute(input, "value"))[1] ?? "";
    const [, currency = ""] = before
      .elements("input")
      .filter((input) => attribute(input, "name") === "currency")
      .map((input) => attribute(input, "value"));
    const refused = await operator.wire.post("/admin/books", {
      ...{ intent: "write_off", creator_id, currency: currency ?? "", reason: " " },
    });
    const page = readStrictly(refused.text);
    const marked = page.elements("input").filter((input) => attribute(input, "aria-invalid") === "true");
    const id = `write-off-${creator_id}-${currency}-reason`;
    expect(marked.map((input) => attribute(input, "id"))).toEqual([id]);
    const links = page.elements("a").filter((link) => attribute(link, "href") === `#${id}`);
    expect(links.map(textOf)).toEqual([expect.stringMatching(/^Grund: ./)]);
    const problem = page.elements("p").find((each) => attribute(each, "id") === `${id}-error`);
    expect(textOf(problem)).not.toBe("");
  });

  test("a debt is written off where somebody owes alone", async () => {
    expect((await operator.wire.post("/admin/books", { intent: "write_off", currency: "EUR" })).status).toBe(
      422,
    );
    const nobody = { intent: "write_off", creator_id: creator.id, currency: "EUR", reason: "x" };
    const answer = await operator.wire.post("/admin/books", nobody);
    expect(answer.headers.location).toBe("/admin/books?done=nothing_owed");
  });
});
