import { servicesContext } from "../context.ts";
import { listFeatured } from "../domain/accounts/accounts.server.ts";
import { productRules } from "../domain/money/product-rules.ts";
import { berlinDay } from "../domain/rates/rates.server.ts";
import { apiFresh, takes } from "../http/api.server.ts";
import { creatorJson } from "../http/user-json.server.ts";
import type { Route } from "./+types/seller-featured-creators";

export const middleware = [takes("GET")];

export { noAction as action } from "../http/api.server.ts";

/** GET /api/seller/featured-creators: those whom the home page shows. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock, publicUrl } = context.get(servicesContext);
  const monthStart = `${berlinDay(clock()).slice(0, 7)}-01`;
  const creators = await listFeatured(db, monthStart, productRules.shown_creators);
  return apiFresh(request, { data: creators.map((creator) => creatorJson(creator, publicUrl)) });
}
