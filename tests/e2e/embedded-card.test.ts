import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, inject, test } from "vitest";
import { open, TWO_WAYS } from "../support/browser/browser.ts";
import { eventually } from "../support/eventually.ts";

// A creator's card on another site: framed as its code says, and as WordPress does with what oEmbed answers.

const { url } = inject("product");

async function withPage<Result>(html: string, visit: (address: string) => Promise<Result>): Promise<Result> {
  const elsewhere = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.setHeader("Cross-Origin-Embedder-Policy", "require-corp");
    response.end(`<!doctype html><html lang="en"><title>Elsewhere</title><main>${html}</main></html>`);
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
  const { port } = elsewhere.address() as AddressInfo;
  try {
    return await visit(`http://127.0.0.1:${port}/`);
  } finally {
    await new Promise((resolve) => elsewhere.close(resolve));
  }
}

async function frameOf(address: string): Promise<string> {
  const answer = await fetch(`${url}/oembed?url=${encodeURIComponent(address)}`);
  const { html } = (await answer.json()) as { html: string };
  return html;
}

test.for(TWO_WAYS)(
  "a fan follows a framed card to the tip page in a new tab, script $script, $locale, $width px",
  async (circumstances) => {
    const { page } = await open(circumstances);
    await withPage(await frameOf(`${url}/joerdis`), async (address) => {
      await page.goto(address);
      const card = page.frameLocator("iframe");
      await card.getByRole("heading", { name: "Jördis" }).waitFor();
      const frame = page.frames().find((each) => each.url().endsWith("/embed/joerdis"));
      const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
      if (circumstances.script) expect(await frame?.evaluate(overflow)).toBe(0);
      const opened = page.context().waitForEvent("page");
      await card.getByRole("navigation").getByRole("link").first().click();
      const tip = await opened;
      await tip.waitForURL(/\/joerdis\/\d+\.\d\d$/);
      expect(page.url()).toBe(address);
    });
  },
);

test("WordPress' sandboxed frame is given its height and the link to follow", async () => {
  const { page } = await open({ script: true, locale: "en", width: 1280 });
  const [, source = ""] = /src="([^"]+)"/.exec(await frameOf(`${url}/joerdis`)) ?? [];
  const said = `<script>said=[];addEventListener("message",function(e){said.push(e.data)})</script>`;
  const sandboxed = `<iframe sandbox="allow-scripts" src="${source}#?secret=Ab12" width="480" height="440"></iframe>`;
  await withPage(said + sandboxed, async (address) => {
    await page.goto(address);
    const messages = () => page.evaluate(() => JSON.stringify(Reflect.get(globalThis, "said")));
    await eventually("the height is said", async () =>
      /\[\{"message":"height","value":[1-9]\d\d,"secret":"Ab12"\}\]/.test(await messages()),
    );
    await page.frameLocator("iframe").getByRole("navigation").getByRole("link").last().click();
    await eventually("the link is said", async () => {
      const [, link] = JSON.parse(await messages());
      return link?.message === "link" && /\/joerdis$/.test(link.value) && link.secret === "Ab12";
    });
  });
});
