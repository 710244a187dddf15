import { expect, test } from "vitest";
import type { Answer } from "../support/http/http-requests.ts";
import { productWorld } from "../support/http/product-vouchers.ts";
import { signInOperator } from "../support/http/signed-in.ts";
import { attribute, readStrictly, textOf } from "../support/http/strict-html.ts";
import { createCreator } from "../support/money/tip-world.ts";
import { beginSeries } from "../support/series/series-world.ts";

const main = (answer: Answer) => textOf(readStrictly(answer.text).elements("main")[0]);
const links = (answer: Answer) =>
  readStrictly(answer.text)
    .elements("a")
    .map((link) => attribute(link, "href"));

test("an operator finds a monthly tip, reads its terms, and stops it for a reason", async () => {
  const world = productWorld();
  const creator = await createCreator(world);
  const { series, payment } = await beginSeries(world, creator, { email: "monthly.desk@fans.example" });
  // The product does not know the scripted provider, which would forget the method.
  await world.db.updateTable("tip_series").set({ provider: null }).where("id", "=", series.id).execute();
  const { wire } = await signInOperator("en");
  const page = `/admin/monthly/${series.id}`;
  expect(links(await wire.get("/admin/monthly?q=monthly.desk@"))).toContain(page);
  expect(links(await wire.get("/admin/monthly?status=ENDED&q=monthly.desk@"))).not.toContain(page);
  const shown = await wire.get(page);
  for (const text of ["monthly.desk@fans.example", "active", "Visa •••• 4242", series.consent])
    expect(main(shown)).toContain(text);
  expect(links(shown)).toContain(`/admin/payments/${payment.id}`);
  expect(links(await wire.get(`/admin/payments/${payment.id}`))).toContain(page);
  const file = await wire.get(`${page}/data`);
  expect(file.status).toBe(404);
  const opened = await wire.post(page, { intent: "data", reason: "Asked by mail" });
  expect([opened.status, opened.headers.location]).toEqual([303, `${page}?done=opened`]);
  expect(links(await wire.get(`${page}?done=opened`))).toContain(`${page}/data`);
  const data = await wire.get(`${page}/data`);
  expect([data.status, data.headers["content-disposition"]]).toEqual([
    200,
    'attachment; filename="tribute-fan-data.json"',
  ]);
  expect(data.text).toContain("monthly.desk@fans.example");
  const refused = await wire.post(page, { intent: "stop", reason: " " });
  expect([refused.status, main(refused).includes("Enter a reason")]).toEqual([422, true]);
  const stopped = await wire.post(page, { intent: "stop", reason: "Lost the link" });
  expect([stopped.status, stopped.headers.location]).toEqual([303, `${page}?done=stopped`]);
  const after = main(await wire.get(`${page}?done=stopped`));
  for (const text of ["Monthly tip stopped.", "Support ended it.", "Lost the link"])
    expect(after).toContain(text);
  expect((await wire.post(page, { intent: "stop", reason: "again" })).headers.location).toBe(
    `${page}?done=gone`,
  );
});
