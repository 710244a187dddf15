import { data, redirect } from "react-router";
import { servicesContext, settingsContext } from "../../context.ts";
import { readForm } from "../../http/body.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { MainButton, SecondButton } from "../../ui/components/main-button.tsx";
import { FormPage } from "../../ui/shells/form-page.tsx";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/discord-authorize";

export { unlisted as meta } from "../../ui/shells/unlisted.ts";

/** Stands in for Discord's consent page, with one channel. */
export function loader({ url, context }: Route.LoaderArgs) {
  const { discord } = context.get(servicesContext).standIns;
  if (!discord?.leadBack(url, "declined")) throw data(null, { status: 404 });
  return { title: getI18n(context).t("standIns:discord.title") };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const { discord } = context.get(servicesContext).standIns;
  const isAllowed = (await readForm(request)).get("intent") === "allow";
  const channel = { guildId: discord?.server ?? "", name: context.get(settingsContext).brand.name };
  const back = discord?.leadBack(url, isAllowed ? channel : "declined");
  if (!back) throw data(null, { status: 404 });
  return redirect(back.href, 303);
}

export default function DiscordAuthorize({ loaderData: { title } }: Route.ComponentProps) {
  const { t } = useTexts("standIns");
  return (
    <FormPage title={title} intro={t("discord.text")}>
      <p className="note">{t("badge", { network: "Discord" })}</p>
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
