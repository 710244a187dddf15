import { randomUUID } from "node:crypto";
import { get, type IncomingMessage } from "node:http";
import { inject } from "vitest";
import { createTokens } from "../../../app/crypto/crypto.server.ts";
import { createOverlay, findOverlay, overlaySecret } from "../../../app/domain/overlay/overlays.server.ts";
import { records } from "../database/records.ts";
import { eventually } from "../eventually.ts";
import { TEST_SECRETS } from "./product.ts";

/** Makes an overlay where the creator has none; returns the path of its page. */
export async function overlayOf(userId: string, db = records()): Promise<string> {
  await createOverlay({ db, clock: () => new Date(), newId: randomUUID }, userId);
  const keyId = (await findOverlay(db, userId))?.key_id ?? "";
  return `/overlay/${overlaySecret(createTokens(TEST_SECRETS.APP_SECRET), keyId)}`;
}

interface LineEvent {
  name: string;
  id: string | null;
  data: Record<string, unknown>;
}

export interface Line {
  response: IncomingMessage;
  events: LineEvent[];
  source: string;
  isOpen(): boolean;
  /** Waits for an event of this name, the number `count` of them, and returns it. */
  next(name: string, count?: number): Promise<LineEvent>;
  /** The page's report that an alert was on screen to its end; returns its status. */
  say(alert: string | null): Promise<number>;
  close(): void;
}

/** A page's line to its overlay, as EventSource reads it. */
export async function openLine(
  path: string,
  { kind = "alerts", source = randomUUID() as string, url = inject("product").url, last = "" } = {},
): Promise<Line> {
  const events: LineEvent[] = [];
  const headers = {
    Accept: "text/event-stream",
    "Accept-Encoding": "br",
    ...(last && { "Last-Event-ID": last }),
  };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${url}${path}/events?kind=${kind}&source=${source}`, { headers, agent: false }, resolve).on(
      "error",
      reject,
    );
  });
  let [text, isOpen] = ["", true];
  response.setEncoding("utf8");
  response.on("error", () => undefined);
  response.on("close", () => {
    isOpen = false;
  });
  response.on("data", (part: string) => {
    const blocks = (text + part).split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, "m").exec(block)?.[1];
      const name = field("event");
      if (name) events.push({ name, id: field("id") ?? null, data: JSON.parse(field("data") || "null") });
    }
  });
  const named = (name: string) => events.filter((each) => each.name === name);
  return {
    ...{ response, events, source, isOpen: () => isOpen },
    async next(name, count = 1) {
      await eventually(`the line says ${name}, ${count}`, () => named(name).length >= count);
      const found = named(name)[count - 1];
      if (!found) throw new Error(`no ${name}`);
      return found;
    },
    async say(alert) {
      const body = new URLSearchParams({ alert: alert ?? "", source });
      const answer = await fetch(`${url}${path}/shown`, { method: "POST", body, headers: { Origin: url } });
      return answer.status;
    },
    close: () => response.destroy(),
  };
}
