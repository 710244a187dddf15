import type { Route } from "./+types/redeem-code";
import { redeemPage } from "./redeem-page.server.ts";
import { RedeemPage } from "./redeem-page.tsx";

export { unlisted as meta } from "../../ui/shells/unlisted.ts";

export const handle = { frame: "signed-in" };

/** The QR code's address only prefills the form. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  return await redeemPage(request, context, params.code);
}

export default function RedeemCode({ loaderData }: Route.ComponentProps) {
  return <RedeemPage {...loaderData} lastResult={undefined} />;
}

export function headers() {
  return { "Cache-Control": "private, no-store" };
}
