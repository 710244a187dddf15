import { servicesContext } from "../context.ts";
import { listPayouts } from "../domain/payouts/payouts.server.ts";
import { payoutsPage } from "../domain/payouts/requests/payout.schema.ts";
import { apiJson, parseCall, requireApiCreator, takes } from "../http/api.server.ts";
import type { Route } from "./+types/payouts";
import { payoutJson } from "./payout-json.server.ts";

export const middleware = [takes("GET")];

export { noAction as action } from "../http/api.server.ts";

/** GET /api/payouts: the creator's payouts, the newest first, page by page. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { db, publicUrl } = context.get(servicesContext);
  const viewer = await requireApiCreator(request, context);
  const { page } = parseCall(context, Object.fromEntries(url.searchParams), payoutsPage);
  const { payouts, next } = await listPayouts(db, viewer.id, { number: page });
  return apiJson({
    data: payouts.map((payout) => payoutJson(payout, publicUrl)),
    meta: { page, next_page: next === null ? null : page + 1 },
  });
}
