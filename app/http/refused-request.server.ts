import { data, type RouterContextProvider } from "react-router";
import { quickTexts } from "../../locales/quick-texts.ts";
import { clientAddressContext, pageForAllContext, servicesContext } from "../context.ts";
import { addressKey } from "./address-keys.ts";
import { getI18n } from "./i18n.server.ts";

/** Throws the error page, or returns one cheap line to an address beyond its refusals (docs/limits.md). */
export async function refuseRequest(
  context: Readonly<RouterContextProvider>,
  status: 403 | 405 | 429,
): Promise<Response> {
  const { limits } = context.get(servicesContext);
  const isRepeated =
    context.get(pageForAllContext)?.isRefusedAgain ??
    (await limits.take("refusals", addressKey(context.get(clientAddressContext)))) !== null;
  if (!isRepeated) throw data(null, { status });
  const text = quickTexts(getI18n(context), "common")(`error.s${status}.title`);
  return new Response(text, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
