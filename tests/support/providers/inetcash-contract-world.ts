import { BlockList } from "node:net";
import { createRequestListener } from "@remix-run/node-fetch-server";
import { v7 as uuid } from "uuid";
import type { PaymentOrder, ProviderCall } from "../../../app/domain/payments/provider-port.ts";
import { inetcashProvider } from "../../../app/domain/payments/providers/inetcash.server.ts";
import { type FakeInetcash, openFakeInetcash } from "./inetcash/fake-inetcash.ts";
import { listen } from "./listening.ts";
import type { ProviderWorld, Visit } from "./provider-world.ts";
import { openWeakLine } from "./weak-line.ts";

const SECRET = "not-a-secret-of-a-shop-script-0123456789";
const BUTTONS: Record<Visit, string> = { paid: "pay", declined: "fail", under_way: "cancel" };

/** INET-CASH, as the contract meets it: a fake over HTTP, and a shop script that knows the orders. */
export async function openInetcashWorld(): Promise<ProviderWorld & { inetcash: FakeInetcash }> {
  const now = () => new Date();
  const orders = new Map<string, PaymentOrder>();
  const calls: ProviderCall[] = [];
  const inetcash = await openFakeInetcash({ siteId: "4711" });
  const line = await openWeakLine(inetcash.origin);
  const addresses = new BlockList();
  addresses.addAddress("127.0.0.1");
  const options = {
    ...{ siteId: "4711", secret: SECRET, addresses, bankTransferCode: "ob" },
    ...{ appSecret: "s".repeat(32), url: line.origin },
  };
  const provider = inetcashProvider(options);
  const script = await listen(
    createRequestListener(async (request) => {
      const { searchParams, pathname } = new URL(request.url);
      const call = { secret: pathname.slice(1), query: searchParams, address: "127.0.0.1" };
      calls.push(call);
      const reading = provider.readCall?.(call);
      const order = reading?.outcome === "understood" ? orders.get(reading.paymentId) : undefined;
      if (reading?.outcome !== "understood" || !order) return new Response(null, { status: 404 });
      const { status, contentType, body } = reading.reply({ ...order, country: "DE", isOpen: true });
      return new Response(body, { status, headers: { "Content-Type": contentType } });
    }),
  );
  inetcash.scriptAt(`${script.origin}/${SECRET}`);
  return {
    ...{ inetcash, provider, line, now },
    order(change) {
      const order: PaymentOrder = {
        ...{ paymentId: uuid(), type: "INETCASH_CC", amountMinor: 2798, currency: "EUR" },
        ...{ description: "Tip for Jördis Kessler", locale: "en", payerEmail: null },
        ...{ successUrl: "https://tribute.example/success", failedUrl: "https://tribute.example/failed" },
        ...{ noticeUrl: script.origin, expiresAt: new Date(now().getTime() + 24 * 3_600_000) },
        ...change,
      };
      orders.set(order.paymentId, order);
      return order;
    },
    impatient: inetcashProvider({ ...options, timeoutMs: 50 }),
    stranger: inetcashProvider({ ...options, secret: `${SECRET}-of-somebody-else` }),
    slowType: "INETCASH_DD",
    async visit({ redirectUrl }, how) {
      const opened = await fetch(redirectUrl, { redirect: "manual" });
      const page = opened.headers.get("Location") ?? "";
      const body = new URLSearchParams({ how: BUTTONS[how] });
      const end = await fetch(page, { method: "POST", body, redirect: "manual" });
      const back = how === "paid" ? "success" : "failed";
      if (end.headers.get("Location") !== `https://tribute.example/${back}`)
        throw new Error(`the fan was not sent back: ${await end.text()}`);
    },
    calls: () => calls,
    // What it cannot do is not asked for.
    conclude: () => Promise.reject(new Error("nothing takes its time")),
    dispute: () => Promise.reject(new Error("it tells of no disputes")),
    notices: async () => [],
    sign() {
      throw new Error("it signs nothing");
    },
    async close() {
      await Promise.all([line.close(), inetcash.close(), script.close()]);
    },
  };
}
