import { createRequestListener } from "@remix-run/node-fetch-server";
import Stripe from "stripe";
import { listen } from "../listening.ts";
import { StripeAccounts } from "./stripe-accounts.ts";
import { type Asked, StripeApi, unknownAddress } from "./stripe-api.ts";
import { operationOf, problemFaults, readAnswer, readEvent, requestFaults } from "./stripe-contract.ts";
import { fieldsOf, invalid, StripeProblem } from "./stripe-form.ts";
import { IdempotencyKeys } from "./stripe-keys.ts";
import { newId } from "./stripe-names.ts";
import { pageObject, setUpObject } from "./stripe-objects.ts";
import { onboardingPage, paymentPage } from "./stripe-page.ts";
import type { Page, SetUp } from "./stripe-shapes.ts";
import { StripeBooks } from "./stripe-state.ts";

/** A Stripe of our own, over real HTTP: its API, its pages, and the webhooks that it sends. */
export interface FakeStripe {
  origin: string;
  /** The platform's own. */
  books: StripeBooks;
  accounts: StripeAccounts;
  /** A connected account's own. */
  booksOf(account: string): StripeBooks;
  /** Where its webhooks go; none are sent before this is said. */
  sendTo(url: string): void;
  /** Resolves when all webhooks so far were taken; one that was not is sent again by the next call. */
  deliver(): Promise<void>;
  /** Rejects if a request, an answer or an event was not as Stripe's published types say. */
  close(): Promise<void>;
}

/** Opens it on a port of this machine. */
export async function openFakeStripe(options: {
  secretKey: string;
  webhookSecret: string;
  /** Of the endpoint for connected accounts. */
  connectSecret?: string;
  now?: () => Date;
}): Promise<FakeStripe> {
  const seconds = () => Math.floor((options.now?.() ?? new Date()).getTime() / 1000);
  const faults: string[] = [];
  const waiting: { payload: string; secret: string }[] = [];
  const keys = new IdempotencyKeys();
  const connected = new Map<string, StripeBooks>();
  let endpoint: string | null = null;
  let sending = Promise.resolve();

  function tell(type: string, object: object, account: string | null): void {
    const reading = readEvent({
      ...{ id: newId("evt"), object: "event", api_version: Stripe.API_VERSION, type, livemode: false },
      ...{ created: seconds(), pending_webhooks: 1, data: { object }, ...(account !== null && { account }) },
    });
    faults.push(...reading.faults.map((each) => `${type}: ${each}`));
    const secret = account === null ? options.webhookSecret : (options.connectSecret ?? "whsec_none");
    waiting.push({ payload: JSON.stringify(reading.value, null, 2), secret });
    void deliver();
  }
  const tellOfPage =
    (account: string | null) =>
    (type: string, page: Page, about = pageObject(page, api.urlOf(page))) =>
      tell(type, about, account);
  const tellOfSetUp = (account: string | null) => (setUp: SetUp) =>
    tell("checkout.session.completed", setUpObject(setUp, api.urlOf(setUp), false), account);
  const books = new StripeBooks(seconds, tellOfPage(null), tellOfSetUp(null));
  const accounts = new StripeAccounts(seconds, books.balance, tell);
  const server = await listen(createRequestListener((request) => route(request)));
  const origin = () => server.origin;
  const api = new StripeApi({ books, accounts, booksOf, now: seconds, origin });

  function booksOf(account: string): StripeBooks {
    const known = connected.get(account);
    if (known) return known;
    accounts.get(account);
    const opened = new StripeBooks(
      seconds,
      tellOfPage(account),
      tellOfSetUp(account),
      (charge, fee, currency, stripes) => {
        books.balance.other("fee", -stripes);
        return fee > 0 ? accounts.earn(account, charge, fee, currency) : null;
      },
    );
    connected.set(account, opened);
    return opened;
  }

  async function sendAll(): Promise<void> {
    for (const message of waiting.splice(0)) {
      const signature = Stripe.webhooks.generateTestHeaderString({ ...message, timestamp: seconds() });
      const headers = { "Stripe-Signature": signature, "Content-Type": "application/json; charset=utf-8" };
      const sent = { method: "POST", headers, body: message.payload };
      const taken = await fetch(endpoint ?? "", sent).catch(() => null);
      if (!taken?.ok) waiting.push(message);
    }
  }
  async function deliver(): Promise<void> {
    if (endpoint === null) return;
    sending = sending.then(sendAll);
    await sending;
  }

  async function route(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const [, page, link] = /^\/(?:c\/pay\/(\w+)|setup\/e\/(\w+))$/.exec(pathname) ?? [];
    if (page !== undefined) {
      const own = [books, ...connected.values()].find(
        ({ pages, setUps }) => pages.has(page) || setUps.has(page),
      );
      return await paymentPage(own ?? books, page, request);
    }
    if (link !== undefined) return await onboardingPage(accounts, link, request);
    try {
      return Response.json(await answer(request), { headers: { "Request-Id": newId("req") } });
    } catch (error) {
      if (!(error instanceof StripeProblem)) throw error;
      faults.push(...problemFaults(error.body).map((each) => `${pathname}: ${each}`));
      return Response.json(error.body, { status: error.status });
    }
  }

  /** Checks the key, and holds request and answer against Stripe's published types. */
  async function answer(request: Request): Promise<unknown> {
    if (request.headers.get("Authorization") !== `Bearer ${options.secretKey}`)
      throw new StripeProblem(401, { type: "invalid_request_error", message: "Invalid API Key provided" });
    if (request.headers.get("Stripe-Version") !== Stripe.API_VERSION)
      throw invalid("the fake speaks one version alone", "api_version");
    const { pathname, search } = new URL(request.url);
    const { method } = request;
    const sent = method === "POST" ? await request.text() : search.slice(1);
    const operation = operationOf(method, pathname);
    if (!operation) throw unknownAddress(pathname);
    const fields = fieldsOf(sent);
    const [wrong, ...more] = requestFaults(operation, fields);
    if (wrong !== undefined) {
      faults.push(...[wrong, ...more].map((each) => `${method} ${pathname} sent: ${each}`));
      throw invalid(`Received unknown parameter: ${wrong}`, "parameter_unknown", wrong);
    }
    const asked = { method, pathname, fields, account: request.headers.get("Stripe-Account") };
    if (asked.account !== null) accounts.get(asked.account);
    const reading = readAnswer(
      operation,
      await answerTo(asked, request.headers.get("Idempotency-Key"), sent),
    );
    faults.push(...reading.faults.map((each) => `${method} ${pathname} answered: ${each}`));
    return reading.value;
  }

  async function answerTo(asked: Asked, key: string | null, sent: string): Promise<object> {
    if (asked.method === "GET") return api.look(asked);
    if (key === null) return api.act(asked);
    return await keys.once(`${asked.account ?? ""} ${key}`, `${asked.pathname} ${sent}`, () =>
      api.act(asked),
    );
  }

  return {
    ...{ origin: server.origin, books, accounts, booksOf },
    sendTo: (url) => {
      endpoint = url;
    },
    deliver,
    async close() {
      await server.close();
      if (faults.length > 0)
        throw new Error(`not as Stripe's types say:\n${[...new Set(faults)].join("\n")}`);
    },
  };
}
