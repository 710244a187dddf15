import { randomBytes } from "node:crypto";
import { createRequestListener } from "@remix-run/node-fetch-server";
import { listen } from "../listening.ts";
import { InetcashBooks } from "./inetcash-file.ts";
import { type Asked, PAY_KINDS, readRequestLine, startProblem } from "./inetcash-line.ts";

/** How a fan's visit to the page ends. */
type Ending = "pay" | "fail" | "cancel";

/** An INET-CASH of our own, over real HTTP: the page that a fan pays on, and the calls to the merchant's script. */
export interface FakeInetcash {
  origin: string;
  /** What the merchant's script has answered to `art=request`, by shopid. */
  readonly asked: ReadonlyMap<string, Asked>;
  /** What it took, and its back office. */
  readonly books: InetcashBooks;
  /** Each call to the script, as it was made, and what came back. */
  readonly calls: readonly { url: string; status: number; body: string }[];
  /** "Shop Script URL" of its back office; without one no page opens. */
  scriptAt(url: string): void;
  /** Tells the last result of a payment again, as the gateway does when it is not sure; the answer's body. */
  repeat(shopid: string): Promise<string>;
  close(): Promise<void>;
}

/** Opens it on a port of this machine, for one shop. */
export async function openFakeInetcash({ siteId }: { siteId: string }): Promise<FakeInetcash> {
  const asked = new Map<string, Asked>();
  const books = new InetcashBooks();
  const calls: { url: string; status: number; body: string }[] = [];
  const last = new Map<string, URLSearchParams>();
  /** Pages that were opened, by a name of the gateway's own. */
  const pages = new Map<string, { shopid: string; lang: string }>();
  let script: string | null = null;
  let traces = 1000;

  /** Calls the merchant's script and reads the answer as ISO-8859-1. */
  async function callScript(query: URLSearchParams): Promise<string> {
    const url = `${script}?${query}`;
    const answer = await fetch(url, { redirect: "manual" });
    const body = Buffer.from(await answer.arrayBuffer()).toString("latin1");
    calls.push({ url, status: answer.status, body });
    if (answer.status !== 200) throw new Error(`the shop script answered ${answer.status}`);
    return body;
  }

  /** Opens a page, or says in words why not: then there is no Location. */
  async function start(url: URL): Promise<Response> {
    const shopid = url.searchParams.get("shopid") ?? "";
    const problem = startProblem(url, siteId);
    if (problem !== null || script === null) return text(problem ?? "The shop has no script");
    try {
      const line = await callScript(new URLSearchParams({ art: "request", shopid }));
      asked.set(shopid, readRequestLine(line, url.searchParams.get("zahlart")));
    } catch (error) {
      return text(`Error: ${error instanceof Error ? error.message : "unknown"}`);
    }
    const page = randomBytes(8).toString("hex");
    pages.set(page, { shopid, lang: url.searchParams.get("lang") ?? "de" });
    return new Response(null, { status: 302, headers: { Location: `${server.origin}/mc/shop/pay/${page}` } });
  }

  /** Tells the script how it ended, and sends the fan where its answer says. */
  async function end(shopid: string, how: Ending): Promise<Response> {
    traces += 1;
    const query = new URLSearchParams({ art: how === "cancel" ? "cancel" : "result", shopid });
    if (how !== "cancel") {
      query.set("errcod", how === "pay" ? "0" : "1305");
      query.set("traceno", String(traces));
      query.set("belegnr", how === "pay" ? String(traces + 500_000) : "");
    }
    last.set(shopid, query);
    const receipt = `${query.get("traceno")}-${query.get("belegnr")}`;
    if (how === "pay") books.pay(shopid, receipt, asked.get(shopid)?.betrag ?? 0);
    const location = /^OK;(https?:\/\/\S+)$/.exec(await callScript(query))?.[1];
    if (location === undefined) return text("Error: the shop did not answer OK;URL");
    return new Response(null, { status: 302, headers: { Location: location } });
  }

  async function route(request: Request): Promise<Response> {
    const url = new URL(request.url);
    if (request.method === "GET" && url.pathname.startsWith("/mc/shop/start/")) return await start(url);
    const page = pages.get(/^\/mc\/shop\/pay\/(\w+)$/.exec(url.pathname)?.[1] ?? "");
    if (!page) return new Response("Not Found", { status: 404 });
    const { shopid, lang } = page;
    if (request.method !== "POST") return html(lang, payForm(asked.get(shopid)));
    const pressed = new URLSearchParams(await request.text()).get("how");
    const how = (["pay", "fail", "cancel"] as const).find((each) => each === pressed);
    return how ? await end(shopid, how) : html(lang, payForm(asked.get(shopid)));
  }

  const server = await listen(createRequestListener((request) => route(request)));
  return {
    ...{ origin: server.origin, asked, books, calls, close: server.close },
    scriptAt: (url) => {
      script = url;
    },
    async repeat(shopid) {
      const query = last.get(shopid);
      if (!query) throw new Error(`nothing was told of ${shopid}`);
      return await callScript(query);
    },
  };
}

/** The page that a fan pays on, without a line of script: a form for every ending. */
function payForm(asked: Asked | undefined): string {
  const sum = asked ? `${(asked.betrag / 100).toFixed(2)} ${asked.cur.toUpperCase()}` : "";
  const kind = PAY_KINDS.get(asked?.zahlart ?? "") ?? "";
  const forms = (["pay", "fail", "cancel"] as const)
    .map((how) => `<form method="post"><button name="how" value="${how}">${how}</button></form>`)
    .join("");
  return `<h1>INET-CASH ${kind}: ${sum}</h1>${forms}`;
}

function text(words: string): Response {
  return new Response(words, { headers: { "Content-Type": "text/plain; charset=ISO-8859-1" } });
}

function html(lang: string, body: string): Response {
  const safe = /^[a-z]{2}$/.test(lang) ? lang : "de";
  const whole = `<!doctype html><html lang="${safe}"><title>INET-CASH</title><main>${body}</main></html>`;
  return new Response(whole, { headers: { "Content-Type": "text/html; charset=utf-8" } });
}
