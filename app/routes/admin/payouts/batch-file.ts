import { redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { findBatch } from "../../../domain/payouts/batches/admin-queries.server.ts";
import { fetchBatchFile } from "../../../domain/payouts/batches/batches.server.ts";
import { readForm } from "../../../http/body.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { isId } from "../../../http/ids.ts";
import type { Route } from "./+types/batch-file";

/** A post: marks the batch as fetched. Not cached. An outdated file redirects. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const viewer = await requireViewer(request, context);
  await readForm(request);
  const given = { batch_id: params.id, operator_id: viewer.id };
  const services = context.get(servicesContext);
  const file = isId(params.id) ? await fetchBatchFile(services, given) : null;
  const headers = { "Cache-Control": "private, no-store" };
  if (!file) {
    const batch = isId(params.id) ? await findBatch(services.db, params.id) : null;
    if (batch) throw redirect(`/admin/payouts/batches/${batch.id}?done=no_file`, { status: 303, headers });
    return new Response(null, { status: 404, headers });
  }
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

export { onlyPosts as loader } from "../../no-page.ts";
