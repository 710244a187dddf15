import { redirect } from "react-router";
import { LOCALES } from "../../../locales/index.ts";
import { clientAddressContext, servicesContext, settingsContext } from "../../context.ts";
import { BusyError } from "../../domain/concurrency.server.ts";
import { readImage } from "../../domain/media/media.server.ts";
import { initials } from "../../domain/users/initials.ts";
import { findProfile, findRenamed } from "../../domain/users/profile.server.ts";
import { addressKey } from "../../http/address-keys.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { drawSharePreview, readyPreview } from "../../media/share-preview.server.ts";
import { createPdfCache } from "../../pdf/pdf-cache.server.ts";
import { productRules } from "../../product-rules.ts";
import { hueOf } from "../../ui/components/avatar.tsx";
import type { Route } from "./+types/preview-file";

const { bytes_kept, seconds } = productRules.share_kit;

/** Drawing is slow; the result changes only with name or avatar. */
const drawn = createPdfCache(bytes_kept);

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
  const t = getI18n(context).getFixedT(locale, ["share", "home"]);
  const text = t("share:preview");
  const brand = context.get(settingsContext).brand.short_name;
  const facts = [locale, name, avatar?.id, brand];
  try {
    // Checked before sharing a rendering: one caller cannot use up another's budget.
    if (!drawn.has(facts) && !(await mayDraw(context)))
      throw new BusyError("too many pictures for one address");
    const bytes = await drawn.get(facts, async () => {
      const picture = avatar && (await readImage(services, avatar.id, "m", { includePrivate: false }));
      const face = { initials: initials(name), hue: hueOf(name), avatar: picture };
      return await drawSharePreview({ name, text, brand, ...face });
    });
    return pictureAnswer(bytes, `public, max-age=${seconds}`);
  } catch (error) {
    if (!(error instanceof BusyError)) throw error;
    // The general picture now; a later request gets the own one.
    return pictureAnswer(await readyPreview(t("home:title"), text, brand), "no-store");
  }
}

async function mayDraw(context: Route.LoaderArgs["context"]): Promise<boolean> {
  const { limits } = context.get(servicesContext);
  return (await limits.take("preview", addressKey(context.get(clientAddressContext)))) === null;
}

function pictureAnswer(bytes: Uint8Array, kept: string): Response {
  return new Response(new Uint8Array(bytes), {
    headers: { "Content-Type": "image/png", "Cache-Control": kept },
  });
}
