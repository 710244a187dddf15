import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { SecondLink } from "../../ui/components/main-button.tsx";
import { AdminPage } from "../../ui/shells/admin-page.tsx";

/** The answer to a refused form that was too long to be kept for its page: what is wrong, and the way back. */
export function RefusedAct({ loaderData }: { loaderData: { page: string } }): ReactElement {
  const { t } = useTranslation("admin");
  return (
    <AdminPage title={t("refused.title")}>
      <div className="actions">
        <SecondLink href={loaderData.page}>{t("refused.back")}</SecondLink>
      </div>
    </AdminPage>
  );
}
