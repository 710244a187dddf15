import type { Route } from "./+types/payouts-tab";
import { PayoutView } from "./payout-parts.tsx";
import { loadPayouts } from "./payouts.server.ts";

export async function loader(args: Route.LoaderArgs) {
  return await loadPayouts(args);
}

export default function PayoutsTab({ loaderData }: Route.ComponentProps) {
  return <PayoutView {...loaderData} />;
}
