import { servicesContext } from "../context.ts";
import { businessDate } from "../domain/calendar/business-date.ts";
import { listFeatured } from "../domain/users/users.server.ts";
import { apiFresh, takes } from "../http/api.server.ts";
import { productRules } from "../product-rules.ts";
import type { Route } from "./+types/seller-featured-creators";
import { creatorJson } from "./user-json.server.ts";

export const middleware = [takes("GET")];

export { noAction as action } from "../http/api.server.ts";

/** GET /api/seller/featured-creators: those whom the home page shows. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock, publicUrl } = context.get(servicesContext);
  const monthStart = `${businessDate(clock()).slice(0, 7)}-01`;
  const creators = await listFeatured(db, monthStart, productRules.shown_creators);
  return apiFresh(request, { data: creators.map((creator) => creatorJson(creator, publicUrl)) });
}
