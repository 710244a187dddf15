import { createRequestListener } from "@remix-run/node-fetch-server";
import type { Payment } from "../../../app/domain/payments/payment-record.server.ts";
import { handleProviderCall } from "../../../app/domain/payments/provider-events.server.ts";
import { inetcashKind } from "../../../app/domain/payments/providers/inetcash.server.ts";
import { createProviders } from "../../../app/domain/payments/providers/providers.server.ts";
import type { TestDatabase } from "../database/database.ts";
import { type FakeInetcash, openFakeInetcash } from "../providers/inetcash/fake-inetcash.ts";
import { listen } from "../providers/listening.ts";
import { ledOnBy, pressOn } from "../providers/visited-page.ts";
import type { Creator } from "./creators.ts";
import { type MovableClock, movableClock } from "./sandbox-world.ts";
import {
  confirm,
  createTipWorld,
  draftTip,
  handleOpenEvents,
  paymentOf,
  type TipWish,
  type TipWorld,
} from "./tip-world.ts";

export const INETCASH_SECRET = "not-a-secret-of-a-shop-script-0123456789";
export const inetcashUrls = {
  success: (id: string) => `https://tribute.example/payment/success/${id}`,
  failed: (id: string) => `https://tribute.example/payment/failed?payment=${id}`,
};

/** Tips by INET-CASH: the adapter against a gateway of our own, which calls our script over real HTTP. */
export interface InetcashShop {
  world: TipWorld;
  inetcash: FakeInetcash;
  scriptOrigin: string;
  /** Begins a tip; the address of the gateway's page for it. */
  begin(creator: Creator, wish?: Partial<TipWish>): Promise<{ payment: Payment; page: string }>;
  /** Ends a visit to it; where the fan is led. */
  press(page: string, how: "pay" | "fail" | "cancel"): Promise<string | null>;
  /** What the gateway told is handled, as the jobs do; what came of it. */
  hear(): Promise<string[]>;
  close(): Promise<void>;
}

export async function openInetcashShop(
  { db }: TestDatabase,
  time: MovableClock = movableClock(new Date()),
): Promise<InetcashShop> {
  const inetcash = await openFakeInetcash({ siteId: "4711" });
  const settings = {
    ...{ INETCASH_SITE_ID: "4711", INETCASH_SECRET, INETCASH_URL: inetcash.origin },
    INETCASH_ADDRESSES: "127.0.0.0/8",
  };
  const provider = inetcashKind
    .configure(settings)
    .open({ here: "http://127.0.0.1:9", appSecret: "s".repeat(32) });
  const world = { ...createTipWorld(db, time), providers: createProviders([provider]) };
  const script = await listen(
    createRequestListener(async (request) => {
      const { searchParams: query, pathname } = new URL(request.url);
      const call = { secret: pathname.slice(1), query, address: "127.0.0.1", now: world.clock() };
      const answered = await handleProviderCall(world, provider, call, inetcashUrls);
      if (answered.outcome !== "answered") return new Response(null, { status: 404 });
      return new Response(answered.reply.body, { status: answered.reply.status });
    }),
  );
  inetcash.scriptAt(`${script.origin}/${INETCASH_SECRET}`);
  return {
    ...{ world, inetcash, scriptOrigin: script.origin },

    async begin(creator, wish = {}) {
      const paymentId = world.newId();
      const tipId = await draftTip(world, creator, { country: "DE", ...wish });
      const outcome = await confirm(world, tipId, { paymentId });
      if (outcome.outcome !== "pay") throw new Error(outcome.outcome);
      const page = await ledOnBy(outcome.redirect_url);
      return { payment: await paymentOf(world, paymentId), page };
    },

    press: async (page, how) => (await pressOn(page, how)).leadsTo,

    async hear() {
      return await handleOpenEvents(world);
    },

    async close() {
      await Promise.all([script.close(), inetcash.close()]);
    },
  };
}
