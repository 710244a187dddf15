import { getFormProps, getInputProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Checkbox, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Form, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { listSocialLinks, saveSocialLinks } from "../../domain/users/settings.server.ts";
import {
  NETWORK_NAMES,
  SOCIAL_NETWORKS,
  type SocialChange,
  socialForm,
} from "../../domain/users/social-networks.ts";
import { readForm } from "../../http/body.server.ts";
import { doneHeaders, takeDone } from "../../http/done-notes.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { FormErrors, useErrorText } from "../../ui/components/form-errors.tsx";
import { SubmitButton } from "../../ui/components/submit-button.tsx";
import { AccountPage } from "../../ui/shells/account-page.tsx";
import type { Route } from "./+types/social-media";

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
    isSaved: (await takeDone(request, context, ["saved"])) !== null,
    values,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock } = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const form = parseForm(request, context, await readForm(request), socialForm);
  if (!form.ok) return form.reply;
  await saveSocialLinks(db, viewer.id, form.value, clock());
  return redirect("/account/socialmedia", { status: 303, headers: await doneHeaders(context, "saved") });
}

export { sendForm as clientAction } from "../../ui/lost-connection.ts";

export default function SocialMedia({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("account");
  const textOf = useErrorText();
  const [form, fields] = useForm<Record<string, string>, SocialChange[]>({
    id: "social",
    lastResult: actionData ?? null,
    defaultValue: loaderData.values,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: socialForm }),
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
  });
  const labels = Object.fromEntries(
    NETWORK_NAMES.flatMap((name) => {
      const { label } = SOCIAL_NETWORKS[name];
      return [
        [name, label],
        [`${name}_visible`, t("social.visible", { network: label })],
      ];
    }),
  );
  return (
    <AccountPage title={t("social.title")} intro={t("social.intro")} isSaved={loaderData.isSaved}>
      <section className="card">
        <FormErrors form={form} labels={labels} />
        <Form method="post" className="fields" {...getFormProps(form)}>
          {NETWORK_NAMES.map((name) => {
            const [handle, visible] = [fields[name], fields[`${name}_visible`]];
            return handle && visible ? (
              <div className="social-pair" key={name}>
                <TextInput
                  {...getInputProps(handle, { type: "text" })}
                  label={labels[handle.name]}
                  error={textOf(handle.errors)}
                  autoCapitalize="none"
                  spellCheck={false}
                  maxLength={200}
                />
                <Checkbox
                  {...getInputProps(visible, { type: "checkbox" })}
                  label={labels[visible.name]}
                  error={textOf(visible.errors)}
                />
              </div>
            ) : null;
          })}
          <SubmitButton>{t("save")}</SubmitButton>
        </Form>
      </section>
    </AccountPage>
  );
}
