import { servicesContext } from "../context.ts";
import { listNewCreators } from "../domain/users/users.server.ts";
import { apiFresh, takes } from "../http/api.server.ts";
import { productRules } from "../product-rules.ts";
import type { Route } from "./+types/seller-new-creators";
import { creatorJson } from "./user-json.server.ts";

export const middleware = [takes("GET")];

export { noAction as action } from "../http/api.server.ts";

/** GET /api/seller/new-creators: those who were accepted last. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, publicUrl } = context.get(servicesContext);
  const creators = await listNewCreators(db, productRules.shown_creators);
  return apiFresh(request, { data: creators.map((creator) => creatorJson(creator, publicUrl)) });
}
