import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { servicesContext, settingsContext } from "../../../context.ts";
import { findGroupPage } from "../../../domain/grouplists/group-page.server.ts";
import { featuresOf } from "../../../http/features.server.ts";
import { getI18n } from "../../../http/i18n.server.ts";
import { productRules } from "../../../product-rules.ts";
import { CARD_SIZE, cardFrame } from "../../../ui/embed-code.ts";
import type { Route } from "./+types/oembed";
import { EVERYWHERE, findEmbedded } from "./embedded-profile.server.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  if ((url.searchParams.get("format") ?? "json") !== "json") return refuse(501);
  const place = placeOf(context, url.searchParams.get("url") ?? "");
  if (place === null) return refuse(404);
  const answer = await ("slug" in place ? groupLink(context, place.slug) : cardOf(context, place, url));
  if (answer === null) return refuse(404);
  const { publicUrl } = context.get(servicesContext);
  const provider_name = context.get(settingsContext).brand.name;
  return Response.json(
    {
      version: "1.0",
      provider_name,
      provider_url: publicUrl,
      cache_age: productRules.share_kit.seconds,
      ...answer,
    },
    { headers: EVERYWHERE },
  );
}

const refuse = (status: 404 | 501) => new Response(null, { status, headers: EVERYWHERE });

function placeOf(
  context: Readonly<RouterContextProvider>,
  asked: string,
): { username: string } | { slug: string } | null {
  const { publicUrl } = context.get(servicesContext);
  const address = URL.canParse(asked) ? new URL(asked) : null;
  if (address?.origin !== new URL(publicUrl).origin) return null;
  const [, first = "", second = ""] = address.pathname.split("/");
  if (first !== "gl") return { username: first };
  return featuresOf(context).groups ? { slug: second } : null;
}

const size = (most: number) => z.coerce.number().int().positive().max(most).catch(most);

async function cardOf(context: Readonly<RouterContextProvider>, place: { username: string }, url: URL) {
  const profile = await findEmbedded(context, place.username, (name) => `/${name}`);
  if (profile instanceof Response) return null;
  const { publicUrl } = context.get(servicesContext);
  const { name, username } = profile;
  const title = getI18n(context).getFixedT(null, "share")("badge", { name });
  const width = size(CARD_SIZE.width).parse(url.searchParams.get("maxwidth"));
  const height = size(CARD_SIZE.height).parse(url.searchParams.get("maxheight"));
  const author_url = `${publicUrl}/${username}`;
  const html = cardFrame({ src: `${publicUrl}/embed/${username}`, title, width, height });
  return { type: "rich", title, author_name: name, author_url, html, width, height };
}

async function groupLink(context: Readonly<RouterContextProvider>, slug: string) {
  const { db, clock, publicUrl } = context.get(servicesContext);
  const group = await findGroupPage(db, slug, null, clock());
  if (group === null) return null;
  const title = group.name ?? group.slug;
  return { type: "link", title, author_name: title, author_url: `${publicUrl}/gl/${group.slug}` };
}
