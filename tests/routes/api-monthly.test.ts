import { expect, test } from "vitest";
import { z } from "zod";
import { byToken, callApi } from "../support/http/api-caller.ts";
import { productWorld } from "../support/http/product-vouchers.ts";
import { makeAccount } from "../support/http/users.ts";
import { beginSeries } from "../support/series/series-world.ts";

const answer = z.object({ data: z.array(z.record(z.string(), z.unknown())), meta: z.unknown() });
const list = async (headers: Record<string, string>, query = "") => {
  const { status, text } = await callApi("GET", `/api/tributes/monthly${query}`, "", headers);
  return { status, ...answer.parse(JSON.parse(text)) };
};

test("a program of a creator lists monthly tips, the newest first, and no other creator's", async () => {
  const creator = await makeAccount({ status: "ACTIVE" });
  const to = { id: creator.id, username: creator.username ?? "", currency: "EUR" };
  const world = productWorld();
  const ida = { amount: 5_00, from: "Ida", shareEmail: true, email: "ida.api@fans.example" };
  const { series } = await beginSeries(world, to, ida);
  const { series: ben } = await beginSeries(world, to, { amount: 7_00, email: "ben.api@fans.example" });
  const headers = await byToken(creator);
  const { data, meta } = await list(headers);
  expect(meta).toEqual({ page: 1, next_page: null, next: null });
  expect(data.map(({ id, name, email }) => [id, name, email])).toEqual([
    [ben.id, null, null],
    [series.id, "Ida", "ida.api@fans.example"],
  ]);
  expect(data[1]).toEqual({
    ...{ id: series.id, status: "ACTIVE", name: "Ida", email: "ida.api@fans.example", grouplist: null },
    ...{ currency: "EUR", amount: "5.00", amount_minor: 5_00, received: "5.00", received_minor: 5_00 },
    ...{ created_at: series.created_at.toISOString(), next_charge_on: series.next_charge_on, ended_at: null },
    paused_until: null,
  });
  expect((await list(headers, `?after=${ben.id}`)).data.map(({ id }) => id)).toEqual([series.id]);
  expect((await list(headers, "?page=2")).data).toEqual([]);
  expect((await list(await byToken(await makeAccount({ status: "ACTIVE" })))).data).toEqual([]);
});
