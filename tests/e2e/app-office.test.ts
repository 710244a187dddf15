import { expect, test } from "vitest";
import { i18nFor } from "../../locales/i18n.ts";
import type { Circumstances, Visitor } from "../support/browser/browser.ts";
import { pathOf } from "../support/browser/creator-steps.ts";
import { whenHydrated } from "../support/browser/hydrated.ts";
import { operatorAt } from "../support/browser/operator-steps.ts";
import { records } from "../support/database/records.ts";
import { eventually } from "../support/eventually.ts";
import { buyInProduct } from "../support/http/product-vouchers.ts";
import { signInOperator } from "../support/http/signed-in.ts";
import { makeAccount } from "../support/http/users.ts";

// An operator on the hydrated pages of the back office: acts in place, on a bad line, with a fresh code.

const DESK: Circumstances = { script: true, locale: "en", width: 1280 };
const REASON = "Pictures of others";
const t = i18nFor(DESK.locale).getFixedT(DESK.locale, ["admin", "adminVouchers", "auth", "errors", "common"]);

async function officeAt(path: string) {
  const visitor = await operatorAt(DESK, path);
  await whenHydrated(visitor.page);
  const seen = { documents: 0 };
  visitor.page.on("request", (request) => {
    if (request.isNavigationRequest()) seen.documents += 1;
  });
  return { ...visitor, seen };
}

const lockOf = ({ id }: { id: string }) => `/admin/users/${id}/lock`;
const lockButton = ({ page }: Visitor) => page.getByRole("button", { name: t("admin:lock.go") });

const statusOf = async ({ id }: { id: string }) =>
  (await records().selectFrom("users").select("status").where("id", "=", id).executeTakeFirstOrThrow())
    .status;

test("an operator's links load no document, a refused act stays in place, and one under way shows it", async () => {
  const user = await makeAccount();
  const visitor = await officeAt(`/admin/users/${user.id}`);
  const { page, seen } = visitor;
  await page.getByRole("link", { name: t("admin:lock.open") }).click();
  await page.waitForURL(`**${lockOf(user)}`);
  const lock = lockButton(visitor);
  await lock.click();
  await page.getByRole("alert").getByText(t("errors:reason.required")).waitFor();
  await page.getByLabel(t("admin:lock.reason")).fill(REASON);
  const answer = Promise.withResolvers<void>();
  let posts = 0;
  await page.route(`**${lockOf(user)}.data*`, async (route) => {
    if (route.request().method() === "POST") posts += 1;
    await answer.promise;
    await route.continue();
  });
  await lock.click();
  await eventually("the button is pending", () => lock.isDisabled());
  answer.resolve();
  await page.getByRole("status").getByText(t("admin:user.done.locked")).waitFor();
  expect([posts, seen.documents, await statusOf(user)]).toEqual([1, 0, "LOCKED"]);
});

test("an approval names its accounts where the browser has kept their texts", async () => {
  const maker = await signInOperator();
  const correction_id = crypto.randomUUID();
  const entry = { correction_id, kind: "bank:own_funds", owner: "", currency: "EUR", amount: "12.00" };
  const page = "/admin/books/corrections";
  const sent = await maker.wire.post(page, { ...entry, reference: "GLS 1", reason: "Capital" });
  expect(sent.headers.location).toBe(`${page}?done=waiting`);
  const visitor = await officeAt(page);
  for (const _time of ["first", "again"]) {
    await visitor.visit(`${page}/${correction_id}`);
    await whenHydrated(visitor.page);
    expect(pathOf(visitor.page)).toMatch(/^\/admin\/approvals\//);
    await visitor.page.getByText("Bank, to Own funds", { exact: true }).waitFor();
  }
});

test("an act that the server refuses is refused in place, without a document", async () => {
  const user = await makeAccount();
  const visitor = await officeAt(lockOf(user));
  const { page, seen } = visitor;
  visitor.expectStatus(422);
  // What the browser's own check lets through, the server may refuse.
  await page.route(`**${lockOf(user)}.data*`, (route) =>
    route.request().method() === "POST"
      ? route.continue({ postData: "intent=lock&reason=%20" })
      : route.continue(),
  );
  await page.getByLabel(t("admin:lock.reason")).fill(REASON);
  await lockButton(visitor).click();
  await page.getByRole("alert").getByText(t("errors:reason.required")).waitFor();
  expect([pathOf(page), seen.documents, await statusOf(user)]).toEqual([lockOf(user), 0, "CREATED"]);
});

test("an act on a line that breaks says so and loses nothing, and is done once the line is there", async () => {
  const user = await makeAccount();
  const visitor = await officeAt(lockOf(user));
  const { page } = visitor;
  visitor.expectComplaint(/ERR_INTERNET_DISCONNECTED/);
  await page.getByLabel(t("admin:lock.reason")).fill(REASON);
  await page.context().setOffline(true);
  await lockButton(visitor).click();
  await page.getByRole("alert").getByText(t("common:form.notSent")).waitFor();
  expect(await page.getByLabel(t("admin:lock.reason")).inputValue()).toBe(REASON);
  await page.context().setOffline(false);
  await lockButton(visitor).click();
  await page.getByRole("status").getByText(t("admin:user.done.locked")).waitFor();
  expect(await statusOf(user)).toBe("LOCKED");
});

test("a fresh code is required in place for an act with a reason: a wrong one keeps it, a right one sends it", async () => {
  const { id } = await buyInProduct({ email: "office@buyers.example" });
  const visitor = await officeAt(`/admin/vouchers/${id}`);
  const { page, seen, operator } = visitor;
  visitor.expectStatus(403, 422);
  await records()
    .updateTable("sessions")
    .set({ code_at: new Date(Date.now() - 15 * 60_000) })
    .where("user_id", "in", (query) =>
      query.selectFrom("users").select("id").where("email", "=", operator.email),
    )
    .execute();
  await page.getByLabel(t("admin:lock.reason")).fill(REASON);
  await page.getByRole("button", { name: t("adminVouchers:lock.go") }).click();
  await page.getByRole("heading", { level: 1, name: t("admin:freshCode.title") }).waitFor();
  await page.getByText(REASON).waitFor();
  const code = page.getByLabel(t("admin:freshCode.code"), { exact: true });
  await code.fill("1");
  await page.getByRole("button", { name: t("admin:freshCode.go"), exact: true }).click();
  await page.getByRole("alert").waitFor();
  // The code of the login was taken: the next one comes with the next half minute.
  const used = operator.code();
  await eventually("the app shows the next code", async () => operator.code() !== used);
  await code.fill(operator.code());
  await page.getByRole("button", { name: t("admin:freshCode.go"), exact: true }).click();
  await page.getByRole("status").getByText(t("adminVouchers:done.locked")).waitFor();
  expect([pathOf(page), seen.documents]).toEqual([`/admin/vouchers/${id}`, 0]);
});

test("an act of a session that has ended waits for the login, and nothing is done", async () => {
  const user = await makeAccount();
  const visitor = await officeAt(lockOf(user));
  const { page } = visitor;
  visitor.expectStatus(401, 403);
  await page.getByLabel(t("admin:lock.reason")).fill(REASON);
  await page.context().clearCookies({ name: /session/ });
  await lockButton(visitor).click();
  await page.getByRole("heading", { level: 1, name: t("auth:held.login.title") }).waitFor();
  expect(await statusOf(user)).toBe("CREATED");
});
