import type { RouterContextProvider } from "react-router";
import { servicesContext, settingsContext } from "../../../context.ts";
import { OWN_ACCENT } from "../../../domain/settings/accent.ts";
import { findProfile, findRenamed, type PublicProfile } from "../../../domain/users/profile.server.ts";
import { offeredProfile } from "../../../http/features.server.ts";

/** Only these answers may be shown inside other sites. */
export const EVERYWHERE = { "Cross-Origin-Resource-Policy": "cross-origin" };

/** If not public: 301 to `pathOf` a new name, else 404. */
export async function findEmbedded(
  context: Readonly<RouterContextProvider>,
  username: string,
  pathOf: (username: string) => string,
): Promise<PublicProfile | Response> {
  const { db, clock } = context.get(servicesContext);
  const profile = await findProfile(db, username, clock());
  if (profile) return offeredProfile(context, profile);
  const renamed = await findRenamed(db, username, clock());
  if (renamed === null) return new Response(null, { status: 404, headers: EVERYWHERE });
  return new Response(null, { status: 301, headers: { ...EVERYWHERE, Location: pathOf(renamed) } });
}

export function accentOf(context: Readonly<RouterContextProvider>): string {
  return context.get(settingsContext).brand.accent_light ?? OWN_ACCENT;
}
