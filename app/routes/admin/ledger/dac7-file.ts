import { listSellerYears, logSellersExport } from "../../../domain/ledger/seller-years.server.ts";
import { reportedAccounts } from "../../../domain/payouts/destinations/payout-data.server.ts";
import { dac7Message, reportedSellers } from "../../../domain/sellers/dac7.server.ts";
import { fileResponse } from "../../../http/file-response.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { deskOf } from "../desk.server.ts";
import type { Route } from "./+types/dac7-file";

/** Contains sellers' identities; each download is logged. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { services, t } = deskOf(context);
  const { config, clock, newId } = services;
  const viewer = await requireViewer(request, context);
  const missing = new Response(null, { status: 404, headers: { "Cache-Control": "private, no-store" } });
  const year = (await listSellerYears(services.db)).find((each) => String(each) === params.year);
  if (year === undefined) return missing;
  const found = await reportedSellers(services, year);
  if (!found.has_file) return missing;
  const operator = {
    name: config.OPERATOR_NAME,
    address: config.OPERATOR_ADDRESS,
    vat_id: config.OPERATOR_VAT_ID,
  };
  const ids = found.in_file.map(({ creator_id }) => creator_id);
  const accounts = await reportedAccounts(services, ids);
  const message_id = newId();
  const message = dac7Message(found, { operator, accounts, message_id, now: clock() });
  await logSellersExport(services, found, { operator_id: viewer.id, reference: message_id });
  const name = t(found.is_final ? "desk:sellers.dac7File" : "desk:sellers.dac7TestFile", {
    year,
  });
  async function* once() {
    yield new TextEncoder().encode(message);
  }
  return fileResponse({ name: `${name}.xml`, type: "application/xml" }, once());
}
