import { once } from "node:events";
import { createServer, get, type IncomingMessage } from "node:http";
import { afterEach, beforeEach, expect, onTestFinished, vi } from "vitest";
import { createOverlay, findOverlay } from "../../app/domain/overlay/overlays.server.ts";
import { OverlayStreams } from "../../app/http/overlay-streams.server.ts";
import { defaultSettings } from "../../app/product-settings.ts";
import { createLog } from "../../app/server/log.server.ts";
import { test as it } from "../support/domain-test.ts";
import { eventually } from "../support/eventually.ts";
import { type Creator, createCreator, payTip, type TipWorld } from "../support/money/tip-world.ts";

// What the open lines of a process cost the database.

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Lines to this many overlays, and how many statements they have cost. */
async function openLines(world: TipWorld, overlays: number) {
  let statements = 0;
  const db = world.db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const settings = { current: () => defaultSettings };
  const lines = new OverlayStreams({
    ...{ db, clock: world.clock, log: createLog("silent") },
    settings: { ...settings, renew: async () => undefined, onChange: () => undefined },
  });
  const creators: Creator[] = [];
  for (let made = 0; made < overlays; made += 1) {
    const creator = await createCreator(world);
    await createOverlay(world, creator.id);
    creators.push(creator);
  }
  const keys = await Promise.all(creators.map(({ id }) => findOverlay(world.db, id)));
  const server = createServer((request, response) => {
    const place = Number(request.url?.slice(1));
    const { id: user_id = "" } = creators[place] ?? {};
    const source = { user_id, key_id: keys[place]?.key_id ?? "", id: world.newId(), last_event_id: null };
    lines.open({ ...source, kind: "alerts" }, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  const heard = creators.map(() => "");
  const responses: IncomingMessage[] = [];
  for (const place of creators.keys()) {
    const request = get({ host: "127.0.0.1", port, path: `/${place}`, agent: false }, (response) => {
      responses.push(response);
      response.setEncoding("utf8").on("data", (text: string) => {
        heard[place] += text;
      });
    });
    request.on("error", () => undefined);
  }
  await eventually("all lines say who leads", () => heard.every((text) => text.includes('"leads":true')));
  const settled = async () => {
    let before = -1;
    await eventually("no statement is on its way", async () => {
      const is = before === statements;
      before = statements;
      await world.db.selectNoFrom((eb) => eb.lit(1).as("one")).execute();
      return is;
    });
  };
  await settled();
  const close = async () => {
    lines.stop();
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  onTestFinished(async () => {
    if (server.listening) await close();
  });
  return {
    ...{ lines, creators, heard, close },
    async costOf(act: () => unknown): Promise<number> {
      const before = statements;
      await act();
      await settled();
      return statements - before;
    },
  };
}

it("an hour without tips costs the same statements for one overlay and for thirty", async ({ world }) => {
  const costs: number[] = [];
  for (const overlays of [1, 30]) {
    const { costOf, close } = await openLines(world, overlays);
    let cost = 0;
    for (let minute = 0; minute < 60; minute += 1) cost += await costOf(() => vi.advanceTimersByTime(60_000));
    costs.push(cost);
    await close();
  }
  const [one = 0, thirty] = costs;
  expect(thirty).toBe(one);
  // Six leases and one read a minute at most; what falls together is one.
  expect(one).toBeGreaterThan(0);
  expect(one).toBeLessThanOrEqual(60 * 7);
});

it("news of one overlay read one statement, and news of all read one, too", async ({ world }) => {
  const { lines, creators, heard, costOf, close } = await openLines(world, 10);
  const [first] = creators;
  if (!first) throw new Error("no creator");
  await payTip(world, first, { from: "Ida", message: "Hello" });
  expect(await costOf(() => lines.refresh(first.id))).toBe(1);
  await eventually("the tip is said", () => heard[0]?.includes("Hello") ?? false);
  expect(await costOf(() => lines.refresh(null))).toBe(1);
  expect(await costOf(() => lines.refresh(world.newId()))).toBe(0);
  expect(heard.filter((text) => text.includes("event: alert"))).toHaveLength(1);
  await close();
});

it("a stop ends all lines at once, and none is left", async ({ world }) => {
  const { lines, close } = await openLines(world, 5);
  expect(lines.counts.sources).toBe(5);
  lines.stop();
  await eventually("no line is open", () => lines.counts.sources === 0);
  expect(lines.waitFor(world.newId())).toBe(15);
  await close();
});
