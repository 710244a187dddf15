import { expect } from "vitest";
import { businessDate, daysBefore } from "../../app/domain/calendar.ts";
import {
  askBackLate,
  endChosenSeries,
  listAskedBack,
  listEndable,
} from "../../app/domain/refunds/end-all-series.server.ts";
import { listRequestsOfPayment } from "../../app/domain/refunds/refund-requests.server.ts";
import { stopSeries } from "../../app/domain/series/change-series.server.ts";
import { answerForm, listRunningOf } from "../../app/domain/series/declarations.server.ts";
import { updateSeries } from "../../app/domain/series/series-record.server.ts";
import { testAlone as it } from "../support/domain-test.ts";
import { methodOf } from "../support/money/scripted-provider.ts";
import {
  beginTip,
  confirm,
  DAY_SECONDS,
  draftTip,
  paymentOf,
  type TipWorld,
  tell,
  tipOf,
} from "../support/money/tip-world.ts";
import { beginSeries, seriesDay, seriesOf, toForget } from "../support/series/series-world.ts";

const EMAIL = "ida@example.org";
const endable = (world: TipWorld, email = EMAIL) => listEndable(world, { email, kind: "WITHDRAW" });
async function withdraw(world: TipWorld): Promise<void> {
  const series_ids = (await endable(world)).map(({ series }) => series.id);
  const chosen = { email: EMAIL.toUpperCase(), kind: "WITHDRAW", series_ids, reason: "Widerruf" } as const;
  await endChosenSeries(world, chosen);
}
async function declare(world: TipWorld, kind: "CANCEL" | "WITHDRAW"): Promise<string> {
  const id = world.newId();
  const entered = {
    kind,
    email: EMAIL,
    locale: "de",
    name: "Ida",
    reason: null,
    contract: null,
    until: null,
  };
  const received_at = world.clock().toISOString();
  const services = { ...world, support_email: "support@example.org" };
  await answerForm(services, { ...entered, id, received_at, words_encrypted: null });
  return id;
}

it("a withdrawal ends monthly tips and asks for what was paid within 14 days, once", async ({
  world,
  creator,
}) => {
  const { series, payment } = await beginSeries(world, creator, { email: EMAIL });
  const other = await beginSeries(world, creator, { email: "other@example.org" });
  expect((await endable(world)).map(({ payments }) => payments)).toEqual([
    [{ id: payment.id, series_id: series.id, total_minor: payment.total_minor }],
  ]);
  await withdraw(world);
  await withdraw(world);
  expect(await seriesOf(world, series.id)).toMatchObject({ status: "ENDED", end_reason: "FAN" });
  expect(await seriesOf(world, other.series.id)).toMatchObject({ status: "ACTIVE" });
  expect(await listRequestsOfPayment(world.db, payment.id)).toHaveLength(1);
  expect(await listRequestsOfPayment(world.db, other.payment.id)).toEqual([]);
  expect(await endable(world)).toEqual([]);
  expect(await listAskedBack(world.db, EMAIL)).toMatchObject([{ total_minor: payment.total_minor }]);
  const mail = await world.db
    .selectFrom("mail_outbox")
    .select("params")
    .where("dedupe_key", "=", `series:${series.id}:ended`)
    .executeTakeFirstOrThrow();
  expect(mail.params).toMatchObject({ news: { asked_back: { total_minor: payment.total_minor } } });
});

it("a withdrawal after the stop gets its link, and asks for the payment; after 14 days nothing", async ({
  world,
  creator,
}) => {
  const { series, payment } = await beginSeries(world, creator, { email: EMAIL });
  await stopSeries(world, series.id);
  const id = await declare(world, "WITHDRAW");
  const mail = await world.db
    .selectFrom("mail_outbox")
    .select("params")
    .where("dedupe_key", "=", `declaration:${id}`)
    .executeTakeFirstOrThrow();
  expect(mail.params).toMatchObject({ series_id: series.id });
  await withdraw(world);
  expect(await listRequestsOfPayment(world.db, payment.id)).toHaveLength(1);

  const late = await beginSeries(world, creator, { email: "late@example.org" });
  world.time.passSeconds(15 * DAY_SECONDS);
  expect(await endable(world, "late@example.org")).toMatchObject([
    { series: { id: late.series.id }, payments: [] },
  ]);
});

it("a press ends and asks back what is chosen, not another tip or another address", async ({
  world,
  creator,
}) => {
  const { series } = await beginSeries(world, creator, { email: EMAIL });
  const kept = await beginSeries(world, creator, { email: EMAIL });
  const foreign = await beginSeries(world, creator, { email: "other@example.org" });
  const series_ids = [series.id, foreign.series.id];
  await endChosenSeries(world, { email: EMAIL, kind: "WITHDRAW", series_ids, reason: "Widerruf" });
  expect(await seriesOf(world, series.id)).toMatchObject({ status: "ENDED" });
  for (const { series: each, payment } of [kept, foreign]) {
    expect(await seriesOf(world, each.id)).toMatchObject({ status: "ACTIVE" });
    expect(await listRequestsOfPayment(world.db, payment.id)).toEqual([]);
  }
});

it("a retry waits seven days too, at most as many behind its own day, until a charge has another day", async ({
  world,
  creator,
}) => {
  const { series } = await beginSeries(world, creator, { email: EMAIL });
  const today = businessDate(world.clock());
  const after = (days: number) => daysBefore(today, -days);
  const retry = { status: "UNPAID" as const, problem: "RETRY" as const, failures: 2, unpaid_since: today };
  await world.db
    .updateTable("tip_series")
    .set({ ...retry, next_charge_on: after(1), charge_month: series.paid_for })
    .where("id", "=", series.id)
    .execute();
  await declare(world, "CANCEL");
  expect(await seriesOf(world, series.id)).toMatchObject({
    ...{ next_charge_on: after(7), waits_from: after(1), declared_kind: "CANCEL" },
  });
  world.time.passSeconds(5 * DAY_SECONDS);
  await declare(world, "WITHDRAW");
  expect(await seriesOf(world, series.id)).toMatchObject({ next_charge_on: after(8), waits_from: after(1) });
  await world.db.transaction().execute(async (trx) => {
    await updateSeries(trx, await seriesOf(world, series.id), { next_charge_on: after(30) }, world.clock());
  });
  expect(await seriesOf(world, series.id)).toMatchObject({ waits_from: null, declared_kind: "WITHDRAW" });
});

it("a cancellation while the first debit is under way is heard: it is paid once, and no more", async ({
  world,
  creator,
}) => {
  const debit = { email: EMAIL, isMonthly: true, type: "INETCASH_DD" as const };
  const payment = await beginTip(world, creator, debit);
  const id = (await tipOf(world, payment)).series_id ?? "";
  expect(await listRunningOf(world.db, EMAIL)).toEqual([]);
  await tell(world, payment, { state: "PROCESSING" });
  const [begun] = await listRunningOf(world.db, EMAIL);
  expect(begun).toMatchObject({ id, status: "BEGUN" });
  await endChosenSeries(world, { email: EMAIL, kind: "CANCEL", series_ids: [id], reason: "" });
  const mail = await world.db
    .selectFrom("mail_outbox")
    .select("params")
    .where("dedupe_key", "=", `series:${id}:ended`)
    .executeTakeFirstOrThrow();
  expect(mail.params).toMatchObject({ news: { kind: "ENDED", reason: "FAN", is_charging: true } });
  const kept = methodOf(id);
  await tell(world, payment, { state: "PAID", savedMethod: kept });
  expect(await seriesOf(world, id)).toMatchObject({
    status: "ENDED",
    paid_for: "2026-11-01",
    method_ref: null,
  });
  expect(await toForget(world)).toEqual([kept.methodRef]);
  for (let day = 0; day < 40; day += 1) {
    world.time.passSeconds(DAY_SECONDS);
    await seriesDay(world);
  }
  expect(world.provider.charges).toEqual([]);
});

it.for([
  ["WITHDRAW", 1],
  ["CANCEL", 0],
] as const)(
  "after a %s during the first debit, its payment is asked back %i times",
  async ([kind, times], { world, creator }) => {
    const payment = await beginTip(world, creator, { email: EMAIL, isMonthly: true, type: "INETCASH_DD" });
    const id = (await tipOf(world, payment)).series_id ?? "";
    await tell(world, payment, { state: "PROCESSING" });
    await endChosenSeries(world, { email: EMAIL, kind, series_ids: [id], reason: "Widerruf" });
    await askBackLate(world);
    expect(await listRequestsOfPayment(world.db, payment.id)).toEqual([]);
    await tell(world, payment, { state: "PAID", savedMethod: methodOf(id) });
    await askBackLate(world);
    await askBackLate(world);
    expect(await listRequestsOfPayment(world.db, payment.id)).toHaveLength(times);
  },
);

it("a monthly tip that is stopped while its first debit fails begins anew with the next try", async ({
  world,
  creator,
}) => {
  const tip = await draftTip(world, creator, { email: EMAIL, isMonthly: true, type: "INETCASH_DD" });
  const paymentId = world.newId();
  await confirm(world, tip, { paymentId });
  const payment = await paymentOf(world, paymentId);
  await tell(world, payment, { state: "PROCESSING" });
  const first = (await tipOf(world, payment)).series_id ?? "";
  await stopSeries(world, first);
  await tell(world, payment, { state: "FAILED", failureCode: "insufficient_funds" });
  const again = world.newId();
  await confirm(world, tip, { paymentId: again });
  const second = (await tipOf(world, payment)).series_id ?? "";
  await tell(world, await paymentOf(world, again), { state: "PAID", savedMethod: methodOf(second) });
  expect(second).not.toBe(first);
  expect(await seriesOf(world, first)).toMatchObject({ status: "ENDED", paid_for: null });
  expect(await seriesOf(world, second)).toMatchObject({ status: "ACTIVE", next_charge_on: "2026-12-21" });
});
