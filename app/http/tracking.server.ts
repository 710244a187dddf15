import type { RouterContextProvider } from "react-router";
import { clientAddressContext, servicesContext } from "../context.ts";
import { addressKey } from "./address-keys.ts";

/** False beyond the limit and for Do Not Track. */
export async function isCounted(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<boolean> {
  if (request.headers.get("DNT") === "1" || request.headers.get("Sec-GPC") === "1") return false;
  const address = addressKey(context.get(clientAddressContext));
  return (await context.get(servicesContext).limits.take("tracking", address)) === null;
}
