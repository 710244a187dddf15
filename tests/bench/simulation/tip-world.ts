import type { Kysely } from "kysely";
import { createDatabase } from "../../../db/index.ts";
import type { DB } from "../../../db/schema.ts";
import { TEST_SECRETS } from "../../support/http/product.ts";
import { readBenchOptions } from "../bench-options.ts";
import { createBenchWorld } from "../bench-world.ts";
import type { Server } from "../processes.ts";

/** One process of the product with its database, and a payment provider beside it. */
export interface TipWorld {
  product: Server;
  postgresPid: number;
  provider: Server;
  db: Kysely<DB>;
}

/** Opens one for as long as the work lasts. The provider is the bench's baseline, so that the product's own is in no figure. */
export async function inTipWorld<Result>(work: (world: TipWorld) => Promise<Result>): Promise<Result> {
  const world = await createBenchWorld(readBenchOptions([]));
  try {
    const { SANDBOX_NOTICE_SECRET } = TEST_SECRETS;
    const provider = await world.startBaseline("provider", { SANDBOX_NOTICE_SECRET });
    const product = await world.startProduct({ SANDBOX_API_URL: provider.url, SANDBOX_NOTICE_SECRET });
    const db = createDatabase(world.databaseUrl, { max: 2 });
    const result = await work({ product, provider, db, postgresPid: world.postgresPid });
    await db.destroy();
    return result;
  } finally {
    await world.close();
  }
}
