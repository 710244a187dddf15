import { data } from "react-router";
import { LEGAL_PAGES } from "../../../domain/legal-texts/legal-texts.schema.ts";
import type { Route } from "./+types/version";
import { ownVersion } from "./own-text.server.ts";
import { OwnTextPage } from "./own-text.tsx";

export { unlisted as meta } from "../../../ui/shells/unlisted.ts";

export const handle = { isForEverybody: true };

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const page = LEGAL_PAGES.find((each) => each === url.pathname.split("/")[1]);
  const version = /^[1-9]\d{0,4}$/.test(params.version) ? Number(params.version) : null;
  const own = page && version && (await ownVersion(request, context, page, version));
  if (!own) throw data(null, { status: 404 });
  return own;
}

export default function LegalVersion({ loaderData }: Route.ComponentProps) {
  return <OwnTextPage {...loaderData} />;
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}
