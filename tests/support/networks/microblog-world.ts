import type { Kysely } from "kysely";
import { createEncryption } from "../../../app/crypto/crypto.server.ts";
import {
  beginLink,
  changeSettings,
  completeLink,
  findRequest,
  type MicroblogServices,
} from "../../../app/domain/microblog/links.server.ts";
import type { MicroblogSettings } from "../../../app/domain/microblog/microblog.schema.ts";
import { createNetworks, type Network } from "../../../app/domain/microblog/network-port.ts";
import { postDue } from "../../../app/domain/microblog/post-due.server.ts";
import { producePosts } from "../../../app/domain/microblog/produce.server.ts";
import type { DB } from "../../../db/schema.ts";
import { type Creator, createTipWorld } from "../money/tip-world.ts";
import type { NetworkWorld } from "./contract.ts";
import { openXWorld } from "./x-world.ts";

/** What its credentials are encrypted by. */
export const MICROBLOG_SECRET = "a secret of at least thirty-two characters";

/** Links a creator's account at X, as they do it. Returns its id there. */
export async function linkAccount(
  world: MicroblogServices & { x: NetworkWorld },
  creator: Creator,
  accountId: string,
  settings: Partial<MicroblogSettings>,
): Promise<string> {
  const { x } = world;
  const whose = { user_id: creator.id };
  await beginLink(world, x.network, whose);
  const request = await findRequest(world.db, creator.id, "x", world.clock());
  if (!request) throw new Error("no link was begun");
  const pin = await x.allow(request.authorize_url, accountId, `creator_${accountId}`);
  const outcome = await completeLink(world, x.network, { ...whose, answer: pin });
  if (outcome !== "linked") throw new Error(`not linked: ${outcome}`);
  await changeSettings(world.db, creator.id, "x", settings, world.clock());
  return accountId;
}

/** A Tribute with X beside it: real database, a fake over HTTP, one clock for both. */
export async function openMicroblogWorld(db: Kysely<DB>) {
  const tips = createTipWorld(db);
  const x = await openXWorld(tips.clock);
  const network: Network = x.network;
  const world = {
    ...tips,
    x,
    network,
    encryption: createEncryption(MICROBLOG_SECRET),
    networks: createNetworks([network]),
    publicUrl: "https://tribute.example",
  };
  let accounts = 0;
  return {
    ...world,
    /** A creator whose account at X is linked. Returns its id there. */
    async link(creator: Creator, settings: Partial<MicroblogSettings>): Promise<string> {
      accounts += 1;
      return await linkAccount(world, creator, String(1000 + accounts), settings);
    },
    /** What the two jobs do in a minute. */
    async minute(seconds = 60) {
      world.time.passSeconds(seconds);
      const produced = await producePosts(world);
      const posted = await postDue(world);
      return { failed: [...produced.failed, ...posted.failed], paused: posted.paused };
    },
    async statesOf(creator: Creator) {
      const rows = await db
        .selectFrom("microblog_posts")
        .select(["status", "drop_reason"])
        .where("user_id", "=", creator.id)
        .orderBy("id")
        .execute();
      return rows.map((row) => row.drop_reason ?? row.status);
    },
  };
}
