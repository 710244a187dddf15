import { servicesContext } from "../../context.ts";
import { fetchBatchFile } from "../../domain/payouts/payouts.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { isId } from "../../http/ids.ts";
import type { Route } from "./+types/payout-batch-file";

/** A batch's file, to be saved and handed to the bank: nobody keeps it on the way, and no browser shows it. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(request, context);
  const given = { batch_id: params.id, operator_id: viewer.id };
  const file = isId(params.id) ? await fetchBatchFile(context.get(servicesContext), given) : null;
  const headers = { "Cache-Control": "private, no-store" };
  if (!file) return new Response(null, { status: 404, headers });
  return new Response(new Uint8Array(file.bytes), {
    headers: {
      ...headers,
      "Content-Type": file.content_type,
      "Content-Disposition": `attachment; filename="${file.file_name}"`,
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
