import { getInputProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { groupForm } from "../../domain/grouplists/grouplist.schema.ts";
import { Card } from "../../ui/components/card.tsx";
import { FieldsForm } from "../../ui/components/checked-fields.tsx";
import { CopyTextButton } from "../../ui/components/copy-text-button.tsx";
import { OptionalLabel, RefusedClick, useErrorText } from "../../ui/components/form-errors.tsx";
import { SubmitButton } from "../../ui/components/submit-button.tsx";
import { Title } from "../../ui/components/title.tsx";
import { useFeatures } from "../../ui/shells/layout-data.ts";
import { ConfirmLink, useQuestions } from "./confirm.tsx";

export interface EditedGroup {
  slug: string;
  title: string;
  name: string | null;
  new_name: string | null;
  avatar_id: string | null;
  has_new_avatar: boolean;
  mayRemoveAvatar: boolean;
  currency: string;
  status: "PENDING" | "APPROVED" | "DECLINED";
  is_in_review: boolean;
  decline_reason: string | null;
  invites_enabled: boolean;
  is_ranking_enabled: boolean;
}

export function ReviewNote({ group }: { group: EditedGroup }) {
  const { t } = useTranslation("grouplists");
  const { status, decline_reason, new_name } = group;
  if (status === "PENDING") return <p className="note">{t("edit.waiting")}</p>;
  if (decline_reason !== null)
    return (
      <div className="note">
        <p>{t(status === "DECLINED" ? "edit.declined" : "edit.changeDeclined")}</p>
        <p>{t("edit.reason", { reason: decline_reason })}</p>
      </div>
    );
  if (!group.is_in_review) return null;
  return (
    <div className="note">
      <p>{t("edit.changeWaiting")}</p>
      {new_name === null ? null : <p>{t("edit.newName", { name: new_name })}</p>}
      {group.has_new_avatar ? <p>{t("edit.newAvatar")}</p> : null}
    </div>
  );
}

function isSwitchedOn({ formData }: { formData: FormData | undefined }, isOn: boolean): boolean {
  return formData ? formData.get("enabled") === "on" : isOn;
}

export function InvitesCard({
  group,
  url,
  refusal,
}: {
  group: EditedGroup;
  url: string;
  refusal: SubmissionResult<string[]> | null;
}) {
  const { t } = useTranslation("grouplists");
  const { renewal } = useQuestions();
  const switching = useFetcher<SubmissionResult<string[]> | null>();
  const renewing = useFetcher();
  const isOn = isSwitchedOn(switching, group.invites_enabled);
  const page = `/gl/${group.slug}/edit`;
  return (
    <section className="card" id="invites">
      <Title order={2}>{t("invites.title")}</Title>
      <p className="help">{t("invites.text")}</p>
      <RefusedClick id="invites" refusal={switching.data ?? refusal} />
      <switching.Form method="post" action={page} className="switch-row" preventScrollReset>
        <input type="hidden" name="intent" value="invites" />
        <span id="invites-label">{t("invites.switch")}</span>
        <button
          type="submit"
          className="switch"
          role="switch"
          aria-checked={isOn}
          aria-labelledby="invites-label"
          name="enabled"
          value={isOn ? "off" : "on"}
        >
          <span aria-hidden="true">{t(isOn ? "invites.on" : "invites.off")}</span>
        </button>
      </switching.Form>
      <p className="help">{t("invites.link")}</p>
      <pre className="share-code">
        <code>{url}</code>
      </pre>
      <div className="actions">
        <CopyTextButton text={url} label={t("invites.copy")} copied={t("invites.copied")} />
        <ConfirmLink to={`${page}/invite-link`} question={renewal()} fetcher={renewing} isButton>
          {t("invites.renew")}
        </ConfirmLink>
      </div>
    </section>
  );
}

export function SwitchCards({ group }: { group: EditedGroup }) {
  const { t } = useTranslation("grouplists");
  const questions = useQuestions();
  const ranking = useFetcher<SubmissionResult<string[]> | null>();
  const deletion = useFetcher();
  const isRanked = isSwitchedOn(ranking, group.is_ranking_enabled);
  const { leaderboard } = useFeatures();
  return (
    <>
      {leaderboard ? (
        <Card title={t("ranking.title")}>
          <RefusedClick id="ranking" refusal={ranking.data} />
          <p>{t(isRanked ? "ranking.on" : "ranking.off")}</p>
          <div className="actions">
            <ConfirmLink
              to={`/gl/${group.slug}/ranking`}
              question={questions.ranking(isRanked)}
              fetcher={ranking}
              isButton
            >
              {t(isRanked ? "ranking.turnOff" : "ranking.turnOn")}
            </ConfirmLink>
          </div>
        </Card>
      ) : null}
      <Card title={t("deletion.card")}>
        <p>{t("deletion.cardText")}</p>
        <div className="actions">
          <ConfirmLink
            to={`/gl/${group.slug}/deletion`}
            question={questions.deletion(group.title)}
            fetcher={deletion}
            isButton
            leadsAway
          >
            {t("deletion.now")}
          </ConfirmLink>
        </div>
      </Card>
    </>
  );
}

export function NameForm({
  group,
  lastResult,
}: {
  group: EditedGroup;
  lastResult: SubmissionResult<string[]> | null;
}) {
  const { t } = useTranslation("grouplists");
  const textOf = useErrorText();
  const [form, fields] = useForm({
    id: "group",
    lastResult,
    defaultValue: { name: group.new_name ?? group.name ?? "" },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: groupForm }),
    shouldValidate: "onInput",
  });
  const labels = { name: t("edit.name") };
  return (
    <section className="card">
      <FieldsForm form={form} labels={labels} failure="errors.grouplist.update_failed">
        <TextInput
          {...getInputProps(fields.name, { type: "text" })}
          label={<OptionalLabel>{labels.name}</OptionalLabel>}
          description={t("edit.nameHelp")}
          error={textOf(fields.name.errors)}
          autoComplete="off"
        />
        <p className="help">
          {t("edit.currency")}: <b>{group.currency}</b>. {t("edit.currencyHelp")}
        </p>
        <SubmitButton intent="name">
          {t(group.status === "DECLINED" ? "edit.saveAgain" : "edit.save")}
        </SubmitButton>
      </FieldsForm>
    </section>
  );
}
