import {
  listSellerYears,
  logSellersExport,
  type Seller,
  sellersOfYear,
} from "../../../domain/ledger/seller-years.server.ts";
import { toDecimal } from "../../../domain/money/minor.ts";
import { csvAmount, csvResponse } from "../../../http/file-response.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { deskOf } from "../desk.server.ts";
import type { Route } from "./+types/sellers-table";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { services, locale, t } = deskOf(context);
  const viewer = await requireViewer(request, context);
  const year = (await listSellerYears(services.db)).find((each) => String(each) === params.year);
  if (year === undefined)
    return new Response(null, { status: 404, headers: { "Cache-Control": "private, no-store" } });
  const found = await sellersOfYear(services.db, year);
  await logSellersExport(services, found, { operator_id: viewer.id });
  const euros = (amount: number) => csvAmount(toDecimal(amount, "EUR"), locale);
  const stateOf = ({ is_in_eu, state }: Seller) =>
    is_in_eu === false ? t("desk:sellers.states.ELSEWHERE") : t(`desk:sellers.states.${state}`);
  const rows = found.sellers.flatMap((seller) =>
    seller.quarters.map((quarter, place) => [
      ...[seller.creator_id, seller.username ?? "", seller.country ?? ""],
      stateOf(seller),
      ...[`${year}-Q${place + 1}`, String(quarter.activities), euros(quarter.consideration_minor)],
      ...[euros(quarter.fees_minor), euros(quarter.taxes_minor)],
    ]),
  );
  const heads = [
    ...[t("desk:sellers.id"), t("desk:sellers.seller"), t("desk:sellers.country"), t("desk:sellers.state")],
    ...[t("desk:oss.supplied"), t("desk:sellers.activities"), t("desk:sellers.consideration")],
    ...[t("desk:sellers.fees"), t("desk:sellers.taxes")],
  ];
  const name = t(found.is_final ? "desk:sellers.file" : "desk:sellers.provisionalFile", { year });
  async function* once() {
    yield rows;
  }
  return csvResponse({ name, heads, locale }, once());
}
