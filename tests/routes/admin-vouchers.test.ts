import { beforeAll, expect, test } from "vitest";
import type { Answer } from "../support/http/http-requests.ts";
import { buyInProduct } from "../support/http/product-vouchers.ts";
import { type SignedIn, signInCreator, signInOperator } from "../support/http/signed-in.ts";
import { attribute, readStrictly, textOf } from "../support/http/strict-html.ts";

// Vouchers in the back office (docs/product.md, 5.12).

let operator: SignedIn;

beforeAll(async () => {
  operator = await signInOperator("en");
});

const main = (answer: Answer) => textOf(readStrictly(answer.text).elements("main")[0]);
const links = (answer: Answer) =>
  readStrictly(answer.text)
    .elements("a")
    .map((link) => attribute(link, "href"));

test("an operator finds a voucher by the end of its code or the buyer's address, and its payment leads there", async () => {
  const { id, code, payment } = await buyInProduct({ email: "found.by.desk@buyers.example", from: "Nora" });
  const page = `/admin/vouchers/${id}`;
  for (const q of [code.slice(-4), `…${code.slice(-4)}`, "found.by.desk@", id])
    expect(links(await operator.wire.get(`/admin/vouchers?q=${encodeURIComponent(q)}`)), q).toContain(page);
  expect(links(await operator.wire.get("/admin/vouchers?status=EXPIRED"))).not.toContain(page);
  const voucher = await operator.wire.get(page);
  expect(main(voucher)).toContain("found.by.desk@buyers.example");
  expect(main(voucher)).toContain("valid");
  for (const shown of [code, code.replaceAll("-", "")]) expect(voucher.text).not.toContain(shown);
  expect(links(voucher)).toContain(`/admin/payments/${payment.id}`);
  expect(links(await operator.wire.get(`/admin/payments/${payment.id}`))).toContain(page);
  expect(links(await operator.wire.get("/admin/payments?q=found.by.desk@"))).toContain(
    `/admin/payments/${payment.id}`,
  );
});

test("an operator locks a voucher for a reason, unlocks it, and has its mail sent again; the log says so", async () => {
  const { id } = await buyInProduct();
  const page = `/admin/vouchers/${id}`;
  expect(main(await operator.wire.post(`${page}`, { intent: "lock", reason: " " }))).toContain(
    "Enter a reason",
  );
  const locked = await operator.wire.post(`${page}`, { intent: "lock", reason: "Reported as stolen" });
  expect([locked.status, locked.headers.location]).toEqual([303, `${page}?done=locked`]);
  const shown = await operator.wire.get(`${page}?done=locked`);
  expect(main(shown)).toContain("Voucher locked.");
  expect(main(shown)).toContain("Reported as stolen");
  expect((await operator.wire.post(`${page}`, { intent: "lock", reason: "x" })).headers.location).toBe(
    `${page}?done=gone`,
  );
  expect((await operator.wire.post(`${page}`, { intent: "unlock" })).headers.location).toBe(
    `${page}?done=unlocked`,
  );
  expect((await operator.wire.post(`${page}`, { intent: "mail" })).headers.location).toBe(
    `${page}?done=mailed`,
  );
  const log = main(await operator.wire.get(page));
  for (const act of ["Voucher locked", "Voucher unlocked", "Voucher mail resent"]) expect(log).toContain(act);
});

test("a refund is explained and asked for a reason before it is done", async () => {
  const { id } = await buyInProduct();
  const page = `/admin/vouchers/${id}`;
  expect(links(await operator.wire.get(page))).toContain(`${page}/refund`);
  expect(main(await operator.wire.get(`${page}/refund`))).toContain("The buyer gets back €27.98");
  expect(main(await operator.wire.post(`${page}/refund`, { intent: "refund", reason: "" }))).toContain(
    "Enter a reason",
  );
});

test("a redeemed voucher is refunded nowhere, and no page says that another one does it", async () => {
  const { id, code, payment } = await buyInProduct();
  expect((await operator.wire.get(`/admin/payments/${payment.id}`)).text).toContain('name="goodwill"');
  const creator = await signInCreator("ACTIVE", "en");
  const kept = await creator.wire.post("/voucher/redeem", { voucher_code: code });
  expect(kept.status).toBe(303);
  const shown = await creator.wire.follow(kept);
  const field = (name: string) =>
    attribute(
      readStrictly(shown.text)
        .elements("input")
        .find((each) => attribute(each, "name") === name),
      "value",
    ) ?? "";
  await creator.wire.post("/voucher/redeem", {
    ...{ act: "redeem", voucher: field("voucher"), seen_credit: field("seen_credit") },
  });
  expect(main(await operator.wire.get(`/admin/vouchers/${id}`))).toContain("State redeemed");
  expect(links(await operator.wire.get(`/admin/vouchers/${id}`))).not.toContain(
    `/admin/vouchers/${id}/refund`,
  );
  const refused = await operator.wire.post(`/admin/vouchers/${id}/refund`, {
    intent: "refund",
    reason: "Asked for it",
  });
  expect(main(await operator.wire.get(refused.headers.location ?? ""))).toContain("Nothing was refunded");
  expect((await operator.wire.get(`/admin/payments/${payment.id}`)).text).not.toContain('name="goodwill"');
});

test("what an operator refunded stands in the voucher's log", async () => {
  const { id } = await buyInProduct();
  await operator.wire.post(`/admin/vouchers/${id}/refund`, { intent: "refund", reason: "Bought twice" });
  expect(main(await operator.wire.get(`/admin/vouchers/${id}`))).toContain("Payment refunded");
});

test("a second operator reads which voucher a refund is about, and which one was refunded alone", async () => {
  const maker = await signInOperator("en");
  const [first, second] = [await buyInProduct({ amount: 500_00 }), await buyInProduct({ amount: 500_00 })];
  for (const { id } of [first, second])
    await maker.wire.post(`/admin/vouchers/${id}/refund`, { intent: "refund", reason: "Bought twice" });
  const page = main(await operator.wire.get("/admin/approvals")).replaceAll("\u2060", "");
  const [queue = "", ...decided] = page.split("Decided");
  const [asked, alone] = [`voucher …${second.code.slice(-4)}`, `voucher …${first.code.slice(-4)}`];
  expect(queue).toContain(asked);
  expect(queue).not.toContain(alone);
  expect(decided.join()).toMatch(
    new RegExp(`${alone} €559.50 .* alone on .* below the daily limit of €1,000.00`),
  );
});
