import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { createRequestListener } from "@remix-run/node-fetch-server";
import Stripe from "stripe";
import { listen } from "../listening.ts";
import {
  balanceQuery,
  customerForm,
  invalid,
  nothing,
  ofPaymentQuery,
  readForm,
  refundForm,
  StripeProblem,
  sessionForm,
  sessionQuery,
  sessionsQuery,
} from "./stripe-form.ts";
import { newId } from "./stripe-names.ts";
import { paymentPage } from "./stripe-page.ts";
import { type Page, pageObject, StripeBooks } from "./stripe-state.ts";

/** A Stripe of our own, over real HTTP: its API, its pages, and the webhooks that it sends. */
export interface FakeStripe {
  origin: string;
  books: StripeBooks;
  /** Where its webhooks go; none are sent before this is said. */
  sendTo(url: string): void;
  /** Resolves when all webhooks so far were taken; one that was not is sent again by the next call. */
  deliver(): Promise<void>;
  close(): Promise<void>;
}

interface Answer {
  status: number;
  body: object;
}

/** Opens it on a port of this machine. */
export async function openFakeStripe(options: {
  secretKey: string;
  webhookSecret: string;
  now?: () => Date;
}): Promise<FakeStripe> {
  const seconds = () => Math.floor((options.now?.() ?? new Date()).getTime() / 1000);
  const waiting: string[] = [];
  const answers = new Map<string, Answer & { asked: string }>();
  const underWay = new Set<string>();
  let endpoint: string | null = null;
  let sending = Promise.resolve();

  const books = new StripeBooks(seconds, (type, page, about = pageObject(page, urlOf(page))) => {
    const event = {
      id: newId("evt"),
      object: "event",
      api_version: Stripe.API_VERSION,
      type,
      livemode: false,
    };
    waiting.push(JSON.stringify({ ...event, created: seconds(), data: { object: about } }, null, 2));
    void deliver();
  });
  const server = await listen(createRequestListener((request) => route(request)));
  const urlOf = (page: Page) => `${server.origin}/c/pay/${page.id}`;

  async function sendAll(): Promise<void> {
    for (const payload of waiting.splice(0)) {
      const secret = options.webhookSecret;
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: seconds() });
      const headers = { "Stripe-Signature": signature, "Content-Type": "application/json; charset=utf-8" };
      const taken = await fetch(endpoint ?? "", { method: "POST", headers, body: payload }).catch(() => null);
      if (!taken?.ok) waiting.push(payload);
    }
  }
  async function deliver(): Promise<void> {
    if (endpoint === null) return;
    sending = sending.then(sendAll);
    await sending;
  }

  async function route(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const id = /^\/c\/pay\/(\w+)$/.exec(pathname)?.[1];
    if (id !== undefined) return await paymentPage(books, id, request);
    try {
      const { status, body } = await answer(request);
      return Response.json(body, { status, headers: { "Request-Id": newId("req") } });
    } catch (error) {
      if (error instanceof StripeProblem) return Response.json(error.body, { status: error.status });
      throw error;
    }
  }

  /** Checks the key, and repeats what was answered to an idempotency key; another request by it is refused. */
  async function answer(request: Request): Promise<Answer> {
    if (request.headers.get("Authorization") !== `Bearer ${options.secretKey}`)
      throw new StripeProblem(401, { type: "invalid_request_error", message: "Invalid API Key provided" });
    if (request.headers.get("Stripe-Version") !== Stripe.API_VERSION)
      throw invalid("the fake speaks one version alone", "api_version");
    const { pathname, search } = new URL(request.url);
    if (request.method === "GET") return { status: 200, body: look(pathname, search) };
    const sent = await request.text();
    const key = request.headers.get("Idempotency-Key");
    if (key === null) return { status: 200, body: act(pathname, sent) };
    if (key.length > 255) throw invalid("Idempotency-Key is too long", "idempotency_key_invalid");
    const asked = createHash("sha256").update(`${pathname} ${sent}`).digest("hex");
    const first = answers.get(key);
    if (first && first.asked !== asked) {
      const message =
        "Keys for idempotent requests can only be used with the same parameters they were first used with.";
      throw new StripeProblem(400, { type: "idempotency_error", message });
    }
    if (first) return first;
    if (underWay.has(key)) {
      const message = "There is currently another in-progress request using this Idempotent Key.";
      throw new StripeProblem(409, { type: "idempotency_error", code: "idempotency_key_in_use", message });
    }
    underWay.add(key);
    try {
      // Long enough for whoever asks at the same time to meet it.
      await setImmediate();
      const made = { status: 200, body: act(pathname, sent), asked };
      answers.set(key, made);
      return made;
    } finally {
      underWay.delete(key);
    }
  }

  function act(pathname: string, sent: string): object {
    const [, , ...path] = pathname.split("/");
    if (pathname === "/v1/customers") {
      const { metadata = {}, email } = readForm(sent, customerForm);
      const id = newId("cus");
      books.customers.set(id, { email });
      return { id, object: "customer", metadata };
    }
    if (pathname === "/v1/checkout/sessions") {
      const page = books.open(readForm(sent, sessionForm));
      return pageObject(page, urlOf(page));
    }
    if (pathname === "/v1/refunds") {
      const { payment_intent, amount, metadata } = readForm(sent, refundForm);
      return { ...books.refund(payment_intent, amount, metadata), object: "refund", payment_intent };
    }
    const [kind, second = "", third = "", fourth] = path;
    readForm(sent, nothing);
    if (kind === "checkout" && second === "sessions" && fourth === "expire") {
      const page = books.expire(third);
      return pageObject(page, urlOf(page));
    }
    if (kind === "payment_intents" && third === "cancel") {
      const page = books.cancel(second);
      return { id: second, object: "payment_intent", status: page.intent?.status };
    }
    throw unknownAddress(pathname);
  }

  function look(pathname: string, search: string): object {
    const id = /^\/v1\/checkout\/sessions\/([^/]+)$/.exec(pathname)?.[1];
    if (id !== undefined) {
      const page = books.page(id);
      const { expand = [] } = readForm(search, sessionQuery);
      return pageObject(page, urlOf(page), expand.includes("payment_intent.latest_charge"));
    }
    if (pathname === "/v1/checkout/sessions") {
      const { created, payment_intent, ...range } = readForm(search.slice(1), sessionsQuery);
      const pages = [...books.pages.values()]
        .filter((page) => payment_intent === undefined || page.intent?.id === payment_intent)
        .filter((page) => page.created >= (created?.gte ?? 0) && page.created < (created?.lt ?? Infinity));
      return list(
        pathname,
        pages.reverse().map((page) => ({ ...page, ...pageObject(page, urlOf(page)), id: page.id })),
        range,
      );
    }
    if (pathname === "/v1/balance_transactions") {
      const { created, expand = [], ...range } = readForm(search.slice(1), balanceQuery);
      const told = books.balance.transactions(expand.includes("data.source"));
      return list(
        pathname,
        told.filter((each) => each.created >= (created?.gte ?? 0)),
        range,
      );
    }
    const { payment_intent, ...range } = readForm(search.slice(1), ofPaymentQuery);
    const { intent } = books.intent(payment_intent);
    if (pathname === "/v1/refunds") return list(pathname, intent.refunds, range);
    if (pathname === "/v1/disputes") return list(pathname, intent.disputes, range);
    throw unknownAddress(pathname);
  }

  return {
    origin: server.origin,
    books,
    sendTo: (url) => {
      endpoint = url;
    },
    deliver,
    close: server.close,
  };
}

function unknownAddress(pathname: string): StripeProblem {
  const message = `Unrecognized request URL (${pathname})`;
  return new StripeProblem(404, { type: "invalid_request_error", message });
}

/** A part of a list, the newest first. */
function list<Item extends { id: string }>(
  url: string,
  items: readonly Item[],
  { limit, starting_after }: { limit: number; starting_after?: string | undefined },
): object {
  const from = starting_after === undefined ? 0 : items.findIndex(({ id }) => id === starting_after) + 1;
  const data = items.slice(from, from + limit);
  return { object: "list", url, data, has_more: from + limit < items.length };
}
