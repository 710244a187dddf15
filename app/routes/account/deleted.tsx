import { getI18n } from "../../http/i18n.server.ts";
import { MainLink } from "../../ui/components/main-button.tsx";
import { Title } from "../../ui/components/title.tsx";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/deleted";

export { unlistedTitleMeta as meta } from "../../ui/shells/title-meta.ts";

/** Where the deletion of an account ends: there is no user any more, and to one who is signed in it would not be true. */
export function loader({ context }: Route.LoaderArgs) {
  return { title: getI18n(context).t("account:deletion.doneTitle") };
}

export default function Deleted() {
  const { t } = useTexts("account");
  const { t: common } = useTexts();
  return (
    <div className="plain-page">
      <Title order={1}>{t("deletion.doneTitle")}</Title>
      <p>{t("deletion.done")}</p>
      <div className="actions">
        <MainLink href="/">{common("error.home")}</MainLink>
      </div>
    </div>
  );
}
