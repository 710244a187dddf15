import { expect } from "vitest";
import { endAllSeries, listWithdrawable } from "../../app/domain/refunds/end-all-series.server.ts";
import { listRequestsOfPayment } from "../../app/domain/refunds/refund-requests.server.ts";
import { stopSeries } from "../../app/domain/series/change-series.server.ts";
import { answerForm } from "../../app/domain/series/declarations.server.ts";
import { testAlone } from "../support/domain-test.ts";
import { createCreator, createTipWorld, DAY_SECONDS, type TipWorld } from "../support/money/tip-world.ts";
import { beginSeries, seriesOf } from "../support/series/series-world.ts";

const it = testAlone
  .extend("world", ({ database }) => createTipWorld(database.db))
  .extend("creator", ({ world }) => createCreator(world));

const EMAIL = "ida@example.org";
const withdraw = (world: TipWorld) =>
  endAllSeries(world, { email: EMAIL.toUpperCase(), kind: "WITHDRAW", reason: "Widerruf" });

it("a withdrawal ends monthly tips and asks for what was paid within 14 days, once", async ({
  world,
  creator,
}) => {
  const { series, payment } = await beginSeries(world, creator, { email: EMAIL });
  const other = await beginSeries(world, creator, { email: "other@example.org" });
  expect(await listWithdrawable(world, EMAIL)).toEqual([payment.id]);
  await withdraw(world);
  await withdraw(world);
  expect(await seriesOf(world, series.id)).toMatchObject({ status: "ENDED", end_reason: "FAN" });
  expect(await seriesOf(world, other.series.id)).toMatchObject({ status: "ACTIVE" });
  expect(await listRequestsOfPayment(world.db, payment.id)).toHaveLength(1);
  expect(await listRequestsOfPayment(world.db, other.payment.id)).toEqual([]);
  expect(await listWithdrawable(world, EMAIL)).toEqual([]);
});

it("a withdrawal after the stop gets its link, and asks for the payment; after 14 days nothing", async ({
  world,
  creator,
}) => {
  const { series, payment } = await beginSeries(world, creator, { email: EMAIL });
  await stopSeries(world, series.id);
  const entered = { kind: "WITHDRAW" as const, email: EMAIL, locale: "de", name: "Ida", reason: null };
  const received_at = world.clock().toISOString();
  const id = world.newId();
  const services = { ...world, support_email: "support@example.org" };
  await answerForm(services, { ...entered, id, received_at, contract: null, until: null });
  const mail = await world.db
    .selectFrom("mail_outbox")
    .select("params")
    .where("dedupe_key", "=", `declaration:${id}`)
    .executeTakeFirstOrThrow();
  expect(mail.params).toMatchObject({ series_id: series.id });
  await withdraw(world);
  expect(await listRequestsOfPayment(world.db, payment.id)).toHaveLength(1);

  await beginSeries(world, creator, { email: "late@example.org" });
  world.time.passSeconds(15 * DAY_SECONDS);
  expect(await listWithdrawable(world, "late@example.org")).toEqual([]);
});
