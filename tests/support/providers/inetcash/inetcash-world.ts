import { createRequestListener } from "@remix-run/node-fetch-server";
import { handleNews } from "../../../../app/domain/payment-updates/payment-updates.server.ts";
import { answerCall, type Payment } from "../../../../app/domain/payments/payments.server.ts";
import { inetcashKind } from "../../../../app/domain/payments/providers/inetcash/kind.server.ts";
import { createProviders } from "../../../../app/domain/payments/providers/providers.server.ts";
import { createTestDatabase, type TestDatabase } from "../../database/database.ts";
import { movableClock } from "../../money/sandbox-world.ts";
import {
  type Creator,
  confirm,
  createCreator,
  createTipWorld,
  draftTip,
  paymentOf,
  type TipWorld,
} from "../../money/tip-world.ts";
import { listen } from "../listening.ts";
import { type FakeInetcash, openFakeInetcash } from "./fake-inetcash.ts";

export const SECRET = "not-a-secret-of-a-shop-script-0123456789";
export const urls = {
  success: (id: string) => `https://tribute.example/payment/success/${id}`,
  failed: (id: string) => `https://tribute.example/payment/failed?payment=${id}`,
};

/** A product whose only provider is INET-CASH, by its fake over HTTP. */
export interface InetcashWorld extends TipWorld {
  time: ReturnType<typeof movableClock>;
  inetcash: FakeInetcash;
  /** Our shop script, where the gateway calls. */
  script: string;
  creator: Creator;
  database: TestDatabase;
  begin(): Promise<{ payment: Payment; page: string }>;
  /** What a fan does on the gateway's page; where they are sent. */
  press(page: string, how: "pay" | "fail" | "cancel"): Promise<string | null>;
  /** The jobs of what was told; their outcomes. */
  hear(): Promise<string[]>;
  close(): Promise<void>;
}

export async function openInetcashWorld(): Promise<InetcashWorld> {
  const database = await createTestDatabase();
  const time = movableClock(new Date());
  const inetcash = await openFakeInetcash({ siteId: "4711" });
  const settings = {
    ...{ INETCASH_SITE_ID: "4711", INETCASH_SECRET: SECRET, INETCASH_URL: inetcash.origin },
    INETCASH_ADDRESSES: "127.0.0.0/8",
  };
  const provider = inetcashKind
    .configure(settings)
    .open({ here: "http://127.0.0.1:9", appSecret: "s".repeat(32) });
  const world = { ...createTipWorld(database.db, time), providers: createProviders([provider]) };
  const script = await listen(
    createRequestListener(async (request) => {
      const { searchParams: query, pathname } = new URL(request.url);
      const call = { secret: pathname.slice(1), query, address: "127.0.0.1", now: world.clock() };
      const answered = await answerCall(world, provider, call, urls);
      if (answered.outcome !== "answered") return new Response(null, { status: 404 });
      return new Response(answered.reply.body, { status: answered.reply.status });
    }),
  );
  inetcash.scriptAt(`${script.origin}/${SECRET}`);
  const creator = await createCreator(world, { username: "joerdis" });
  return {
    ...world,
    ...{ time, inetcash, creator, database, script: script.origin },
    async begin() {
      const paymentId = world.newId();
      const outcome = await confirm(world, await draftTip(world, creator, { country: "DE" }), { paymentId });
      if (outcome.outcome !== "pay") throw new Error(outcome.outcome);
      const opened = await fetch(outcome.redirect_url, { redirect: "manual" });
      return { payment: await paymentOf(world, paymentId), page: opened.headers.get("Location") ?? "" };
    },
    async press(page, how) {
      const body = new URLSearchParams({ how });
      return (await fetch(page, { method: "POST", body, redirect: "manual" })).headers.get("Location");
    },
    async hear() {
      const open = await world.db
        .selectFrom("provider_webhook_events")
        .select("id")
        .where("handled_at", "is", null)
        .orderBy("received_at")
        .execute();
      const outcomes: string[] = [];
      for (const { id } of open) outcomes.push(await handleNews(world, id));
      return outcomes;
    },
    async close() {
      await Promise.all([script.close(), inetcash.close()]);
      await database.drop();
    },
  };
}
