import { getInputProps, getSelectProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Checkbox, NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { changeSettings, findMicroblog, findSettings } from "../../domain/microblog/links.server.ts";
import { microblogForm } from "../../domain/microblog/microblog.schema.ts";
import { formatDay } from "../../domain/money/formats.ts";
import { readForm } from "../../http/body.server.ts";
import { doneHeaders, takeDone } from "../../http/done-notes.server.ts";
import { parseForm, tickedValues } from "../../http/forms.server.ts";
import { requireCreator } from "../../http/guards.server.ts";
import { getLocale } from "../../http/i18n.server.ts";
import { Card } from "../../ui/components/card.tsx";
import { FieldsForm } from "../../ui/components/checked-fields.tsx";
import { FaultNote } from "../../ui/components/fault-note.tsx";
import { useErrorText } from "../../ui/components/form-errors.tsx";
import { PostButton } from "../../ui/components/post-button.tsx";
import { SubmitButton } from "../../ui/components/submit-button.tsx";
import { AccountPage } from "../../ui/shells/account-page.tsx";
import type { Route } from "./+types/twitter";

const ACTS = ["saved", "linked", "unlinked", "away", "many", "expired", "taken"] as const;

/** docs/product.md, 9.16. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireCreator(request, context);
  const { db, networks, standIns } = context.get(servicesContext);
  const network = networks.find("x");
  const link = await findMicroblog(db, viewer.id, "x");
  return {
    label: network?.label ?? "X",
    isSetUp: network !== null,
    isStandIn: standIns.x !== null,
    done: (await takeDone(request, context, ACTS))?.act ?? null,
    link: link && {
      handle: link.handle,
      isFailed: link.failed_at !== null,
      day: formatDay(link.linked_at, getLocale(context)),
    },
    values: link ? tickedValues(await findSettings(db, viewer.id, "x")) : {},
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock, networks } = context.get(servicesContext);
  const viewer = await requireCreator(request, context);
  const form = parseForm(request, context, await readForm(request), microblogForm);
  if (!form.ok) return form.reply;
  if (!networks.find("x")) throw data(null, { status: 404 });
  await changeSettings(db, viewer.id, "x", form.value, clock());
  return redirect("/account/twitter", { status: 303, headers: await doneHeaders(context, "saved") });
}

export { sendForm as clientAction } from "../../ui/lost-connection.ts";

export default function Twitter({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("microblog");
  const { t: standIn } = useTranslation("standIns");
  const { label: network, isSetUp, isStandIn, done, link } = loaderData;
  const isLinked = link !== null && !link.isFailed;
  return (
    <AccountPage
      title={t("title", { network })}
      intro={isSetUp ? t("intro", { network }) : t("notHere")}
      isSaved={done === "saved" || done === "linked" || done === "unlinked"}
      {...(done === "linked" || done === "unlinked" ? { savedText: t(`done.${done}`) } : {})}
    >
      {isStandIn ? (
        <p className="note">
          {standIn("here", { network })} <a href="/dev/networks">{standIn("seePosts")}</a>
        </p>
      ) : null}
      {done === "away" || done === "many" || done === "expired" || done === "taken" ? (
        <LinkFault fault={done} network={network} />
      ) : null}
      {link?.isFailed ? <FaultNote>{t("linkFailed", { network, handle: link.handle })}</FaultNote> : null}
      {isLinked ? (
        <Card title={t("linkedAs", { handle: link.handle })}>
          <p>{t("linkedSince", { day: link.day })}</p>
          <p className="help">{t("unlinkHelp", { network })}</p>
          <RemoveButton />
        </Card>
      ) : null}
      {isSetUp && !isLinked ? (
        <Card title={t("unlinked")}>
          <p>{t("unlinkedText", { network })}</p>
          <PostButton action="/account/twitter/link" kind="go">
            {t(link ? "connectAgain" : "connect", { network })}
          </PostButton>
          {link ? <RemoveButton /> : null}
        </Card>
      ) : null}
      {isSetUp && link ? <Settings values={loaderData.values} lastResult={actionData ?? null} /> : null}
    </AccountPage>
  );
}

function LinkFault({ fault, network }: { fault: "away" | "many" | "expired" | "taken"; network: string }) {
  const { t } = useTranslation("errors");
  return <FaultNote>{t(`microblog.${fault}`, { network })}</FaultNote>;
}

function RemoveButton() {
  const { t } = useTranslation("microblog");
  return (
    <PostButton action="/account/twitter/removal" kind="plain-button">
      {t("unlink")}
    </PostButton>
  );
}

function Settings({
  values,
  lastResult,
}: {
  values: Record<string, string>;
  lastResult: SubmissionResult<string[]> | null;
}) {
  const { t } = useTranslation("microblog");
  const { t: account } = useTranslation("account");
  const textOf = useErrorText();
  const [form, fields] = useForm({
    id: "microblog",
    lastResult,
    defaultValue: values,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: microblogForm }),
  });
  const labels = {
    on_new_tip: t("settings.onNewTip"),
    tip_frequency: t("settings.tipFrequency"),
    show_amount: t("settings.showAmount"),
    on_achievement: t("settings.onAchievement"),
    advert_frequency: t("settings.advertFrequency"),
  };
  return (
    <Card title={t("settings.title")}>
      <FieldsForm form={form} labels={labels}>
        <Checkbox {...getInputProps(fields.on_new_tip, { type: "checkbox" })} label={labels.on_new_tip} />
        <p className="help">{t("settings.onNewTipHelp")}</p>
        <NativeSelect
          {...getSelectProps(fields.tip_frequency)}
          label={labels.tip_frequency}
          error={textOf(fields.tip_frequency.errors)}
          data={[
            { value: "HOURLY", label: t("settings.tips.HOURLY") },
            { value: "ALL", label: t("settings.tips.ALL") },
          ]}
        />
        <Checkbox {...getInputProps(fields.show_amount, { type: "checkbox" })} label={labels.show_amount} />
        <Checkbox
          {...getInputProps(fields.on_achievement, { type: "checkbox" })}
          label={labels.on_achievement}
        />
        <p className="help">{t("settings.onAchievementHelp")}</p>
        <NativeSelect
          {...getSelectProps(fields.advert_frequency)}
          label={labels.advert_frequency}
          error={textOf(fields.advert_frequency.errors)}
          data={[
            { value: "OFF", label: t("settings.adverts.OFF") },
            { value: "DAILY", label: t("settings.adverts.DAILY") },
            { value: "WEEKLY", label: t("settings.adverts.WEEKLY") },
          ]}
        />
        <SubmitButton>{account("save")}</SubmitButton>
      </FieldsForm>
    </Card>
  );
}
