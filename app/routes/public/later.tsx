import { data } from "react-router";
import { cacheTags } from "../../http/cache-tags.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { MainLink } from "../../ui/components/main-button.tsx";
import { Title } from "../../ui/components/title.tsx";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/later";

export { unlistedTitleMeta as meta } from "../../ui/shells/title-meta.ts";

export const handle = { isForEverybody: true };

/** A page that is linked already and opens later. */
export function loader({ context }: Route.LoaderArgs) {
  return data({ title: getI18n(context).t("later.title") }, { headers: cacheTags() });
}

export default function Later() {
  const { t } = useTexts();
  return (
    <div className="plain-page">
      <Title order={1}>{t("later.title")}</Title>
      <p>{t("later.text")}</p>
      <div className="actions">
        <MainLink href="/">{t("error.home")}</MainLink>
      </div>
    </div>
  );
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}
