import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { socialForm } from "../../domain/users/profile.schema.ts";
import { NETWORK_NAMES, SOCIAL_NETWORKS } from "../../domain/users/social-networks.ts";
import { listSocialLinks, saveSocialLinks } from "../../domain/users/users.server.ts";
import { readCheckableForm } from "../../http/body.server.ts";
import { doneHeaders, takeDone } from "../../http/done-notes.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { CheckField } from "../../ui/components/check-field.tsx";
import { CheckedForm } from "../../ui/components/checked-form.tsx";
import { TextField } from "../../ui/components/text-field.tsx";
import { AccountPage } from "../../ui/shells/account-page.tsx";
import { shownForm } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/social-media";

export { titleMeta as meta } from "../../ui/shells/title-meta.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(request, context);
  const links = await listSocialLinks(context.get(servicesContext).db, viewer.id);
  const values: Record<string, string> = {};
  for (const network of NETWORK_NAMES) {
    const link = links.find((each) => each.network === network);
    values[network] = link?.handle ?? "";
    if (link?.is_visible ?? true) values[`${network}_visible`] = "on";
  }
  return {
    title: getI18n(context).t("account:social.title"),
    isSaved: takeDone(request, context, ["saved"]) !== null,
    values,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock } = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const form = parseForm(request, context, await readCheckableForm(request), socialForm);
  if (!form.ok) return form.reply;
  await saveSocialLinks(db, viewer.id, form.value, clock());
  return redirect("/account/socialmedia", { status: 303, headers: doneHeaders(context, "saved") });
}

export default function SocialMedia({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("account");
  const [form, fields] = shownForm<Record<string, string>>({
    id: "social",
    lastResult: actionData,
    defaultValue: loaderData.values,
  });
  return (
    <AccountPage title={t("social.title")} intro={t("social.intro")} isSaved={loaderData.isSaved}>
      <section className="card">
        <CheckedForm form={form} button={t("save")}>
          {NETWORK_NAMES.map((network) => {
            const { label } = SOCIAL_NETWORKS[network];
            const [handle, visible] = [fields[network], fields[`${network}_visible`]];
            return handle && visible ? (
              <div className="social-pair" key={network}>
                <TextField
                  field={handle}
                  label={label}
                  control={{ autoCapitalize: "none", spellCheck: false, maxLength: 200 }}
                />
                <CheckField field={visible}>{t("social.visible", { network: label })}</CheckField>
              </div>
            ) : null;
          })}
        </CheckedForm>
      </section>
    </AccountPage>
  );
}
