import type { CDPSession, Page } from "playwright";
import { choosePayment, confirm, giveAmount, leaveWords, payAtOnce, payWith, thanked } from "../http/fan.ts";
import type { Visitor } from "./browser.ts";

// A whole tip in a browser, and what of it came in from the network.

/** The creator whose page has the most on it. */
export const FULLEST = "maximiliane.von.buelow";

/** One answer as the browser counts it: bytes that came over the network, its head among them. */
export interface Loaded {
  path: string;
  /** As the browser sorts it: Document, Script, Image and so on. */
  type: string;
  bytes: number;
  /** The same without its head. */
  body: number;
  /** Seconds on the browser's own clock. */
  sentAt: number;
}

/** Everything that a page fetches from now on, by what came over the network. */
export interface Meter {
  session: CDPSession;
  loaded: Loaded[];
  clear(): void;
}

/** Counts from now on; unless the browser keeps its cache, each page loads everything anew. */
export async function meter(page: Page, { keepsCache = false } = {}): Promise<Meter> {
  const session = await page.context().newCDPSession(page);
  const open = new Map<string, Loaded>();
  const loaded: Loaded[] = [];
  session.on("Network.requestWillBeSent", ({ requestId, request, type, timestamp, redirectResponse }) => {
    const before = open.get(requestId);
    if (before && redirectResponse) loaded.push({ ...before, bytes: redirectResponse.encodedDataLength });
    open.set(requestId, {
      path: new URL(request.url).pathname,
      type: type ?? "Other",
      bytes: 0,
      body: 0,
      sentAt: timestamp,
    });
  });
  session.on("Network.responseReceived", ({ requestId, response }) => {
    const request = open.get(requestId);
    if (request) request.body = Number(response.headers["Content-Length"] ?? 0);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength: bytes }) => {
    const request = open.get(requestId);
    // What the browser had kept came without a byte.
    if (request) loaded.push({ ...request, bytes, body: bytes === 0 ? 0 : request.body });
  });
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: !keepsCache });
  return { session, loaded, clear: () => void loaded.splice(0) };
}

export const sum = (loaded: readonly Loaded[]) => loaded.reduce((total, { bytes }) => total + bytes, 0);

/** Gives a tip of 5 from the fullest profile; calls `arrived` on each page, with its name. */
export async function giveWholeTip(
  visitor: Visitor,
  arrived: (name: string) => Promise<void>,
): Promise<void> {
  await visitor.visit(`/${FULLEST}`);
  await arrived("profile");
  await giveAmount(visitor, "500");
  await arrived("details");
  await leaveWords(visitor, { name: "Wilhelmine".repeat(8), message: "Reifröcke! ".repeat(90).trim() });
  await arrived("payment");
  await choosePayment(visitor, { email: "w.h@fans.example" });
  await arrived("summary");
  await confirm(visitor);
  await arrived("provider's page");
  await payWith(visitor, "INETCASH_CC", "success");
  await thanked(visitor, "Maximiliane von Bülow-Löß");
  await arrived("success");
}

/** The same by the short way, with what is chosen on the page. */
export async function giveShortTip(
  visitor: Visitor,
  arrived: (name: string) => Promise<void>,
): Promise<void> {
  await visitor.visit(`/${FULLEST}`);
  await arrived("profile");
  await payAtOnce(visitor);
  await arrived("summary");
  await confirm(visitor);
  await arrived("provider's page");
  await payWith(visitor, "INETCASH_CC", "success");
  await thanked(visitor, "Maximiliane von Bülow-Löß");
  await arrived("success");
}
