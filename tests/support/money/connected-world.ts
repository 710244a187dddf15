import { createRequestListener } from "@remix-run/node-fetch-server";
import type { Kysely } from "kysely";
import {
  type ConnectedAccount,
  connectAccount,
  findConnectedAccount,
} from "../../../app/domain/connected-accounts/connected-accounts.server.ts";
import { handleProviderEvent } from "../../../app/domain/payment-updates/handle-events.server.ts";
import { receiveWebhook } from "../../../app/domain/payments/provider-events.server.ts";
import type { DirectAccounts } from "../../../app/domain/payments/provider-port.ts";
import { createProviders } from "../../../app/domain/payments/providers/providers.server.ts";
import { sandboxProvider } from "../../../app/domain/payments/providers/sandbox.server.ts";
import type { DB } from "../../../db/schema.ts";
import { listen } from "../providers/listening.ts";
import { type Creator, createCreator } from "./creators.ts";
import { createSandboxWorld, type SandboxWorld } from "./sandbox-world.ts";
import { createTipWorld, type TipWorld } from "./tip-world.ts";

export interface ConnectedWorld extends TipWorld {
  config: { VERIFICATION: "own" | "stripe" };
  sandbox: SandboxWorld;
  accounts: DirectAccounts;
  /** What became of the received events, in their order. */
  readonly outcomes: string[];
  creator(change?: Parameters<typeof createCreator>[1]): Promise<Creator>;
  /** Connects, and returns the token of the provider's page. */
  open(creator: Creator): Promise<string>;
  /** A tester's button on that page, its news handled. */
  decide(creator: Creator, act: string, legalName?: string): Promise<void>;
  account(creator: Creator): Promise<ConnectedAccount>;
  close(): Promise<void>;
}

const URLS = { returnUrl: "https://tribute.example/back", refreshUrl: "https://tribute.example/again" };

/** The product's domain and the sandbox, joined by HTTP in both directions. */
export async function createConnectedWorld(db: Kysely<DB>): Promise<ConnectedWorld> {
  const sandbox = await createSandboxWorld(db);
  const outcomes: string[] = [];
  const server = await listen(
    createRequestListener(async (request) => {
      const body = new Uint8Array(await request.arrayBuffer());
      const received = await receiveWebhook(world, provider, {
        ...{ body, headers: request.headers, now: world.clock() },
      });
      if (received.outcome === "stored") outcomes.push(await handleProviderEvent(world, received.event_id));
      return new Response(null, { status: 204 });
    }),
  );
  const provider = sandboxProvider({ name: "sandbox", ...sandbox.door, noticeUrl: `${server.origin}/` });
  const { accounts } = provider;
  if (!accounts) throw new Error("the sandbox has accounts");
  const open = async (creator: Creator) => {
    const connecting = await connectAccount(world, { user_id: creator.id, locale: "en", ...URLS });
    if (connecting.outcome !== "linked") throw new Error(`not connected: ${connecting.reason}`);
    return new URL(connecting.url).pathname.split("/").at(-1) ?? "";
  };
  const world: ConnectedWorld = {
    ...createTipWorld(db, sandbox.clock),
    providers: createProviders([provider]),
    config: { VERIFICATION: "own" },
    sandbox,
    accounts,
    outcomes,
    open,
    async creator(change) {
      const creator = await createCreator(world, change);
      const germany = await db
        .selectFrom("countries")
        .select("id")
        .where("iso_3166_1", "=", "DE")
        .executeTakeFirstOrThrow();
      const profile = { country_id: germany.id, firstname: "Kim", lastname: "Muster" };
      await db.updateTable("users").set(profile).where("id", "=", creator.id).execute();
      return creator;
    },
    async decide(creator, act, legalName = "Kim Muster") {
      await sandbox.sandbox.decideAccount(await open(creator), { act, legal_name: legalName });
      await sandbox.pass(0);
    },
    async account(creator) {
      const account = await findConnectedAccount(db, creator.id);
      if (!account) throw new Error("the creator has no account");
      return account;
    },
    async close() {
      await sandbox.close();
      await server.close();
    },
  };
  return world;
}
