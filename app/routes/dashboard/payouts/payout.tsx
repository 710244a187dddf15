import type { Route } from "./+types/payout";
import { PayoutView } from "./payout-parts.tsx";
import { loadPayouts } from "./payouts.server.ts";

export { titleMeta as meta } from "../../../ui/shells/title-meta.ts";

/** Balance, withdrawal, settings and history. */
export async function loader({ request, context }: Route.LoaderArgs) {
  return await loadPayouts(request, context);
}

export default function Payout({ loaderData }: Route.ComponentProps) {
  return <PayoutView {...loaderData} />;
}
