import type { RouterContextProvider } from "react-router";
import { servicesContext } from "../context.ts";
import { productRules } from "../product-rules.ts";
import { findRequestViewer } from "./sessions.server.ts";

const NAME = "signature";

/**
 * The address of a private file for whoever looks at this page, and for ten minutes; `file` names the file and its
 * rendition. The route behind it still checks whose the file is.
 */
export async function privateLink(
  context: Readonly<RouterContextProvider>,
  path: string,
  file: string,
): Promise<string> {
  const { tokens, clock } = context.get(servicesContext);
  const until = new Date(clock().getTime() + productRules.private_link_minutes * 60_000);
  return `${path}?${NAME}=${tokens.signLink({ path, file, holder: await holderOf(context) }, until)}`;
}

/** Whether the address that is asked for was made for this file and this visitor, and is not over. */
export async function isPrivateLink(
  context: Readonly<RouterContextProvider>,
  url: URL,
  file: string,
): Promise<boolean> {
  const { tokens, clock } = context.get(servicesContext);
  const signature = url.searchParams.get(NAME) ?? "";
  const link = { path: url.pathname, file, holder: await holderOf(context) };
  return tokens.isSigned(link, signature, clock());
}

/** Guests are one holder: what they may see, the secret in the path says. */
async function holderOf(context: Readonly<RouterContextProvider>): Promise<string> {
  const viewer = await findRequestViewer(context);
  return viewer?.id ?? "guest";
}
