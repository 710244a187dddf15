import { z } from "zod";
import { eventually } from "../eventually.ts";
import { ask } from "./http-requests.ts";
import { type Product, startProduct } from "./product.ts";

/** An instance's own port, and the address at which a proxy in front of it is reached. */
const spotSchema = z.object({ port: z.string().regex(/^\d+$/), url: z.url() });

const placeSchema = z.object({
  /** PostgreSQL as its administrator, past every pooler. */
  adminUrl: z.url(),
  /** A pooler in transaction mode that knows the same role and all its databases. */
  poolerPort: z.string().regex(/^\d+$/),
  first: spotSchema,
  second: spotSchema,
});

export type PlaceOfInstances = z.infer<typeof placeSchema>;

/**
 * Proxies and a pooler that the two instances are to stand behind, from the environment (npm run scale -- suite); null
 * for two instances that are asked, and that ask, directly.
 */
export function placeOfInstances(): PlaceOfInstances | null {
  const given = process.env.PLACE_OF_INSTANCES;
  return given ? placeSchema.parse(JSON.parse(given)) : null;
}

/** Asked at its own port, or at the proxy's in front of it; statements go to PostgreSQL, or through the pooler. */
export async function startInstance(
  databaseUrl: string,
  which: "first" | "second",
  settings: Record<string, string>,
): Promise<Product> {
  const place = placeOfInstances();
  if (!place) return await startProduct(databaseUrl, settings);
  const pooled = new URL(databaseUrl);
  pooled.port = place.poolerPort;
  const { port, url } = place[which];
  const product = await startProduct(pooled.href, {
    ...settings,
    PORT: port,
    DATABASE_DIRECT_URL: databaseUrl,
    DATABASE_STATEMENTS: "unnamed",
  });
  await eventually("the proxy finds it ready", async () => (await ask(`${url}/readyz`)).status === 200);
  return { ...product, url };
}
