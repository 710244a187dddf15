import { data } from "react-router";
import { cacheTags } from "../../http/cache-tags.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { Title } from "../../ui/components/title.tsx";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/loading";

export { unlisted as meta } from "../../ui/shells/unlisted.ts";

export const handle = { isForEverybody: true };

/** Shown while another page loads (docs/product.md, 9.8). */
export function loader({ context }: Route.LoaderArgs) {
  return data({ title: getI18n(context).t("loading.title") }, { headers: cacheTags() });
}

export default function Loading() {
  const { t } = useTexts();
  return (
    <div className="plain-page" role="status">
      <Title order={1}>{t("loading.title")}</Title>
      <p>{t("loading.text")}</p>
    </div>
  );
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}
