import { clientAddressContext, servicesContext } from "../../context.ts";
import { exportAccount } from "../../domain/data-export/data-export.server.ts";
import { addressKey } from "../../http/address-keys.ts";
import { requireBudget } from "../../http/budgets.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import type { Route } from "./+types/export";

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  await requireBudget(context, "export", viewer.id);
  await requireBudget(context, "export_address", addressKey(context.get(clientAddressContext)));
  const archive = await exportAccount(services, viewer.id, services.clock());
  return new Response(archive, {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": 'attachment; filename="tribute-data.zip"',
      "Cache-Control": "private, no-store",
    },
  });
}
