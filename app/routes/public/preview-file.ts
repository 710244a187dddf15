import { redirect } from "react-router";
import { LOCALES } from "../../../locales/index.ts";
import { clientAddressContext, servicesContext } from "../../context.ts";
import { initials } from "../../domain/users/names.ts";
import { findProfile, findRenamed } from "../../domain/users/users.server.ts";
import { addressKey } from "../../http/address-keys.ts";
import { requireBudget } from "../../http/budgets.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { drawSharePreview, readImage } from "../../media/media.server.ts";
import { createPdfCache } from "../../pdf/pdf-cache.server.ts";
import { productRules } from "../../product-rules.ts";
import { hueOf } from "../../ui/components/avatar.tsx";
import type { Route } from "./+types/preview-file";

const { bytes_kept, seconds } = productRules.share_kit;

/** Pictures that were asked for lately: each takes a while to draw and is the same until name or avatar change. */
const drawn = createPdfCache(bytes_kept);

/** The picture that others show for a link to a creator's page: "en.png", "de.png". */
export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const locale = LOCALES.find((each) => params.file === `${each}.png`);
  const profile = locale && (await findProfile(services.db, params.profile, services.clock()));
  if (!profile) {
    const renamed = locale && (await findRenamed(services.db, params.profile, services.clock()));
    return renamed
      ? redirect(`/${renamed}/preview/${params.file}`, 301)
      : new Response(null, { status: 404 });
  }
  const { name, avatar } = profile;
  const bytes = await drawn.get([locale, name, avatar?.id], async () => {
    await requireBudget(context, "preview", addressKey(context.get(clientAddressContext)));
    const picture = avatar && (await readImage(services, avatar.id, "m", { includePrivate: false }));
    const text = getI18n(context).getFixedT(locale, "share")("preview");
    return await drawSharePreview({
      name,
      text,
      initials: initials(name),
      hue: hueOf(name),
      avatar: picture,
    });
  });
  return new Response(new Uint8Array(bytes), {
    headers: { "Content-Type": "image/png", "Cache-Control": `public, max-age=${seconds}` },
  });
}
