import type { RouterContextProvider } from "react-router";
import { servicesContext } from "../../context.ts";
import type { Locale } from "../../domain/money/minor.ts";
import type { PublicProfile } from "../../domain/users/profile.server.ts";
import { featuresOf } from "../../http/features.server.ts";
import { getTexts } from "../../http/i18n.server.ts";

export function sharing(context: Readonly<RouterContextProvider>, profile: PublicProfile, locale: Locale) {
  const { publicUrl } = context.get(servicesContext);
  const address = `${publicUrl}/${profile.username}`;
  return {
    description: profile.about ?? getTexts(context, "tip")("profile.description", { name: profile.name }),
    address,
    oembed: `${publicUrl}/oembed?url=${encodeURIComponent(address)}`,
    isIndexed: featuresOf(context).indexing,
    image: `${address}/preview/${locale}.png`,
  };
}
