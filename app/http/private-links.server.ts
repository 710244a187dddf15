import type { RouterContextProvider } from "react-router";
import { servicesContext } from "../context.ts";
import { productRules } from "../product-rules.ts";
import { findRequestViewer } from "./sessions.server.ts";

const NAME = "signature";

/** For ten minutes and this viewer; `file` names file and rendition. The route still checks ownership. */
export async function privateLink(
  context: Readonly<RouterContextProvider>,
  path: string,
  file: string,
): Promise<string> {
  const { tokens, clock } = context.get(servicesContext);
  const until = new Date(clock().getTime() + productRules.private_link_minutes * 60_000);
  return `${path}?${NAME}=${tokens.signLink({ path, file, holder: await holderOf(context) }, until)}`;
}

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

/** Guests share one holder; the secret in the path authorizes them. */
async function holderOf(context: Readonly<RouterContextProvider>): Promise<string> {
  const viewer = await findRequestViewer(context);
  return viewer?.id ?? "guest";
}
