import { expect } from "vitest";
import { RightMissing } from "../../app/domain/operator-rights.server.ts";
import { stopByOperator } from "../../app/domain/series/change-series.server.ts";
import { openFanData, readFanData } from "../../app/domain/series/fan-data.server.ts";
import { findSeriesFacts, searchSeries } from "../../app/domain/series/search-series.server.ts";
import { testAlone as it } from "../support/domain-test.ts";
import { createOperatorRow } from "../support/money/operators.ts";
import { createCreator, payTip } from "../support/money/tip-world.ts";
import { beginSeries, mailsAbout, seriesDay, seriesOf } from "../support/series/series-world.ts";

const page = { status: null, after: null };

it("monthly tips are found by fan, creator, id and payment, the newest first", async ({ world }) => {
  const creator = await createCreator(world);
  const ida = await beginSeries(world, creator, { email: "ida.x@example.org" });
  world.time.passSeconds(60);
  const other = await beginSeries(world, await createCreator(world), { email: "idaxx@example.org" });
  const found = async (words: string) =>
    (await searchSeries(world.db, { ...page, words })).series.map(({ id }) => id);
  for (const words of ["IDA.X@", creator.username, `@${creator.username}`, ida.series.id, ida.payment.id])
    expect(await found(words), words).toEqual([ida.series.id]);
  expect(await found("")).toEqual([other.series.id, ida.series.id]);
  expect(await found("nobody@")).toEqual([]);
  const ended = await searchSeries(world.db, { words: "", status: "ENDED", after: null });
  expect(ended.series).toEqual([]);
});

it("one whose first month is not paid is not shown", async ({ world }) => {
  const { series } = await beginSeries(world, await createCreator(world));
  await world.db
    .updateTable("tip_series")
    .set({ status: "BEGUN", next_charge_on: null, charge_month: null })
    .where("id", "=", series.id)
    .execute();
  expect((await searchSeries(world.db, { ...page, words: "" })).series).toEqual([]);
  expect(await findSeriesFacts(world.db, series.id)).toBeNull();
});

it("its page has terms, payments and mails", async ({ world }) => {
  const creator = await createCreator(world);
  const { series } = await beginSeries(world, creator);
  world.time.passSeconds(30 * 86_400);
  await seriesDay(world);
  const facts = await findSeriesFacts(world.db, series.id);
  expect(facts?.receiver).toMatchObject({ creator_id: creator.id, username: creator.username });
  expect(facts?.payments.map(({ series_month, status }) => [series_month, status])).toEqual([
    ["2026-12-01", "SUCCESS"],
    ["2026-11-01", "SUCCESS"],
  ]);
  expect(facts?.mails.map(({ kind }) => kind)).toContain("started");
});

it("support stops one for a reason, once, with a mail; other roles do not", async ({ world }) => {
  const { series } = await beginSeries(world, await createCreator(world));
  const { id: operator_id } = await createOperatorRow(world.db, world.clock());
  const given = { series_id: series.id, operator_id, reason: "Lost the link" };
  const finance = await createOperatorRow(world.db, world.clock());
  await world.db.updateTable("users").set({ role: "FINANCE" }).where("id", "=", finance.id).execute();
  await expect(stopByOperator(world, { ...given, operator_id: finance.id })).rejects.toThrow(RightMissing);
  expect(await stopByOperator(world, given)).toBe("stopped");
  expect(await stopByOperator(world, given)).toBe("gone");
  expect(await seriesOf(world, series.id)).toMatchObject({ status: "ENDED", end_reason: "OPERATOR" });
  expect(await mailsAbout(world, series.id)).toEqual(["started", "ended"]);
  const log = await world.db.selectFrom("audit_log").select(["action", "subject", "after"]).execute();
  expect(log).toEqual([
    { action: "series.stopped", subject: `series:${series.id}`, after: { reason: "Lost the link" } },
  ]);
});

it("support opens what is kept of a fan's address for a reason, for some minutes, and for itself alone", async ({
  world,
}) => {
  const creator = await createCreator(world);
  const { series, payment } = await beginSeries(world, creator, { email: "ida@example.org" });
  await payTip(world, creator, { email: "IDA@example.org", from: "Ida", message: "Thanks" });
  await beginSeries(world, creator, { email: "ben@example.org" });
  const { id: operator_id } = await createOperatorRow(world.db, world.clock());
  const other = await createOperatorRow(world.db, world.clock());
  const of = { series_id: series.id, operator_id };
  const read = async (by = of) => await readFanData(world.db, { ...by, now: world.clock() });
  expect(await read()).toBeNull();
  const finance = await createOperatorRow(world.db, world.clock());
  await world.db.updateTable("users").set({ role: "FINANCE" }).where("id", "=", finance.id).execute();
  const asked = { ...of, reason: "Asked by mail" };
  await expect(openFanData(world, { ...asked, operator_id: finance.id })).rejects.toThrow(RightMissing);
  expect(await openFanData(world, asked)).toBe("opened");
  const file = await read();
  expect(file?.["monthly-tips"]).toMatchObject([{ id: series.id, consent: series.consent }]);
  expect(file?.tips).toMatchObject([
    { payment_id: payment.id, series_id: series.id },
    { sender_name: "Ida", message: "Thanks", series_id: null },
  ]);
  expect(file?.mails.map(({ template }) => template)).toContain("series");
  expect(JSON.stringify(file)).not.toContain("ben@");
  expect(JSON.stringify(file)).not.toContain(series.customer_ref);
  expect(await read({ ...of, operator_id: other.id })).toBeNull();
  world.time.passSeconds(3600);
  expect(await read()).toBeNull();
  await world.db.updateTable("tip_series").set({ sender_email: null }).where("id", "=", series.id).execute();
  expect(await openFanData(world, asked)).toBe("no_address");
});
