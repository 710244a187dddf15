import { test } from "vitest";
import { open } from "../support/browser/browser.ts";
import { giveWholeTip, meter, sum } from "../support/browser/weighed-tip.ts";
test("tmp", async () => {
  const visitor = await open({ script: false, locale: "de", width: 360 });
  const gauge = await meter(visitor.page);
  for (const n of [1, 2]) {
    await giveWholeTip(visitor, async () => { await visitor.page.waitForLoadState("networkidle"); });
    const l = gauge.loaded.filter(({ type, path }) => type !== "Image" && path !== "/favicon.svg");
    for (const e of l) process.stdout.write(`${n} ${e.bytes} ${e.type} ${e.path}\n`);
    process.stdout.write(`sum ours ${sum(l.filter(({ path }) => !path.startsWith("/sandbox/")))} all ${sum(l)}\n`);
    gauge.clear();
  }
});
