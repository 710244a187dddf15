import { data } from "react-router";
import { servicesContext } from "../../context.ts";
import { readForm } from "../../http/body.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { MainButton, SecondButton } from "../../ui/components/main-button.tsx";
import { FormPage } from "../../ui/shells/form-page.tsx";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/x-authorize";

export { unlisted as meta } from "../../ui/shells/unlisted.ts";

/** Stands in for X's consent page; invents an account per request. */
export function loader({ url, context }: Route.LoaderArgs) {
  const { standIns } = context.get(servicesContext);
  const account = standIns.x?.findAccount(url.searchParams.get("oauth_token") ?? "");
  if (!account) throw data(null, { status: 404 });
  return { title: getI18n(context).t("standIns:x.title"), handle: account.handle };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const { x } = context.get(servicesContext).standIns;
  const token = url.searchParams.get("oauth_token") ?? "";
  const isAllowed = (await readForm(request)).get("intent") === "allow";
  if (!x?.findAccount(token)) throw data(null, { status: 404 });
  return { pin: isAllowed ? x.pinOf(token) : null };
}

export default function XAuthorize({ loaderData: { title, handle }, actionData }: Route.ComponentProps) {
  const { t } = useTexts("standIns");
  const badge = <p className="note">{t("badge", { network: "X" })}</p>;
  if (actionData)
    return (
      <FormPage
        title={actionData.pin ? t("x.pinTitle", { pin: actionData.pin }) : t("x.refused")}
        intro={t(actionData.pin ? "x.pinText" : "x.refusedText")}
      >
        {badge}
      </FormPage>
    );
  return (
    <FormPage title={title} intro={t("x.account", { handle })}>
      {badge}
      <form method="post">
        <div className="actions">
          <MainButton name="intent" value="allow">
            {t("allow")}
          </MainButton>
          <SecondButton name="intent" value="cancel">
            {t("cancel")}
          </SecondButton>
        </div>
      </form>
    </FormPage>
  );
}
