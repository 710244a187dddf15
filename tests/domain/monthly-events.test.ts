import { expect } from "vitest";
import { stopSeries } from "../../app/domain/series/change-series.server.ts";
import { testAlone as it } from "../support/domain-test.ts";
import { createGroup } from "../support/money/groups.ts";
import { createCreator } from "../support/money/tip-world.ts";
import { addEndpoint, deliveriesOf } from "../support/money/webhook-endpoints.ts";
import { beginGroupSeries, beginSeries, seriesDay } from "../support/series/series-world.ts";

it("a monthly tip tells its creator once that it begins and that it ends", async ({ world, creator }) => {
  const endpoint = await addEndpoint(world, creator.id);
  const told = async () =>
    (await deliveriesOf(world, endpoint)).filter(({ type }) => type.startsWith("monthly."));
  const { series } = await beginSeries(world, creator);
  world.time.passSeconds(31 * 86_400);
  await seriesDay(world);
  expect(await told()).toMatchObject([{ type: "monthly.started", subject_id: series.id }]);
  await stopSeries(world, series.id);
  await stopSeries(world, series.id);
  expect(await told()).toMatchObject([
    { type: "monthly.started", subject_id: series.id },
    { type: "monthly.ended", subject_id: series.id },
  ]);
});

it("one for a group tells its owner", async ({ world, creator }) => {
  const member = await createCreator(world);
  const [owners, members] = [await addEndpoint(world, creator.id), await addEndpoint(world, member.id)];
  await beginGroupSeries(world, await createGroup(world, [creator, member]));
  const types = async (id: string) => (await deliveriesOf(world, id)).map(({ type }) => type);
  expect(await types(owners)).toContain("monthly.started");
  expect(await types(members)).not.toContain("monthly.started");
});
