import type { SubmissionResult } from "@conform-to/react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { data, Link, useFetcher } from "react-router";
import { servicesContext } from "../../context.ts";
import { listGroupMembers } from "../../domain/grouplists/group-members.server.ts";
import { groupTurnover } from "../../domain/grouplists/group-page.server.ts";
import { ZOOM_MAXIMUM } from "../../domain/media/crop.schema.ts";
import { formatAmount } from "../../domain/money/minor.ts";
import { readUploadForm } from "../../http/body.server.ts";
import { takeDone } from "../../http/done-notes.server.ts";
import type { FormReply } from "../../http/forms.server.ts";
import { getI18n, getLocale } from "../../http/i18n.server.ts";
import { useSavedKey } from "../../ui/components/answer-key.ts";
import { Card } from "../../ui/components/card.tsx";
import { FormErrors } from "../../ui/components/form-errors.tsx";
import { GroupAvatar } from "../../ui/components/group-avatar.tsx";
import { orNotSent, sendClick } from "../../ui/lost-connection.ts";
import { AccountPage } from "../../ui/shells/account-page.tsx";
import { FileField } from "../../ui/upload/file-field.tsx";
import { PictureCrop } from "../../ui/upload/picture-crop.tsx";
import { UploadProgress } from "../../ui/upload/upload-progress.tsx";
import { useChosenFile } from "../../ui/upload/use-chosen-file.ts";
import { useUpload } from "../../ui/upload/use-upload.ts";
import type { Route } from "./+types/edit";
import { saveAvatar, saveName, switchInvites } from "./edit-acts.server.ts";
import { type EditedGroup, InvitesCard, ReviewNote, SwitchCards } from "./edit-parts.tsx";
import { NameForm } from "./name-form.tsx";
import { requireOwnGroup, titleOf } from "./own-group.server.ts";

const DONE = [
  ...(["created", "saved", "in_review", "removed", "invites_on", "invites_off", "renewed"] as const),
  ...(["ranking_on", "ranking_off"] as const),
];

/** docs/product.md, 5.11. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, publicUrl } = context.get(servicesContext);
  const { t } = getI18n(context);
  const { group } = await requireOwnGroup(request, context, params.grouplist);
  const [turnover, members] = await Promise.all([
    groupTurnover(db, group.id),
    listGroupMembers(db, group.id),
  ]);
  const done = await takeDone(request, context, DONE);
  const { slug, name, new_name, currency, status, is_in_review, decline_reason, invites_enabled } = group;
  const shown: EditedGroup = {
    ...{ slug, name, new_name, currency, status, is_in_review, decline_reason, invites_enabled },
    title: titleOf(context, group),
    avatar_id: group.new_avatar_id ?? group.avatar_id,
    has_new_avatar: group.new_avatar_id !== null,
    mayRemoveAvatar: group.policies["grouplist.avatar.delete"],
    is_ranking_enabled: group.ranking_enabled_at !== null,
  };
  return {
    note: done ? t(`grouplists:done.${done.act}`) : undefined,
    isNameSaved: done?.subject === "name",
    group: shown,
    inviteUrl: `${publicUrl}/gl/invite/${group.invite_code}`,
    membersCount: members.length,
    turnover: t("grouplists:edit.turnoverText", {
      count: turnover.tips_count,
      amount: formatAmount(turnover.amount_minor, group.currency, getLocale(context)),
    }),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { viewer, group } = await requireOwnGroup(request, context, params.grouplist);
  const form = await readUploadForm(request, "file");
  const act = { request, context, viewer, slug: group.slug };
  const intent = form.fields.get("intent");
  if (intent === "avatar") return named("avatar", await saveAvatar(act, form));
  if (intent === "invites") return named("invites", await switchInvites(act, form.fields));
  return named("name", await saveName(act, form.fields));
}

function named<Form extends string>(form: Form, answer: Response | FormReply) {
  return answer instanceof Response ? answer : data({ ...answer.data, form }, answer.init ?? {});
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const posted = await request.clone().formData();
  return posted.get("intent") === "invites"
    ? await sendClick({ serverAction: () => serverAction() })
    : await orNotSent(serverAction(), (reply) => ({ ...reply, form: "name" as const }));
}

export default function Edit({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("grouplists");
  const { note, group, inviteUrl, membersCount, turnover } = loaderData;
  const key = useSavedKey(loaderData.isNameSaved, loaderData);
  const refused = (form: string) => (actionData?.form === form ? actionData : null);
  return (
    <AccountPage
      title={t("edit.ofName", { group: group.title })}
      isSaved={note !== undefined}
      savedText={note}
    >
      <p className="more-links">
        <a href={`/gl/${group.slug}`}>{t("edit.page")}</a>
        <Link to={`/gl/${group.slug}/creators`}>{t("edit.members", { count: membersCount })}</Link>
      </p>
      <ReviewNote group={group} />
      <NameForm key={`${group.slug}-${key}`} group={group} lastResult={refused("name")} />
      <AvatarCard group={group} lastResult={refused("avatar")} />
      <InvitesCard group={group} url={inviteUrl} refusal={refused("invites")} />
      <Card title={t("edit.turnover")}>
        <p>{turnover}</p>
      </Card>
      <SwitchCards group={group} />
    </AccountPage>
  );
}

function AvatarCard({
  group,
  lastResult,
}: {
  group: EditedGroup;
  lastResult: SubmissionResult<string[]> | null;
}): ReactElement {
  const { t } = useTranslation("grouplists");
  const { t: picture } = useTranslation("picture");
  const upload = useUpload(picture("failed"));
  const chosen = useChosenFile();
  const removal = useFetcher();
  const isRemoving = removal.state !== "idle";
  const page = `/gl/${group.slug}/edit`;
  const { file: problems = null, "": failures = null } = lastResult?.error ?? {};
  const errors = { ...(failures && { "": failures }), ...(problems && { file: problems }) };
  return (
    <section className="card picture-form">
      <h2 className="group-label" id="avatar-title">
        {t("edit.avatar")}
      </h2>
      <FormErrors
        form={{ id: "avatar", status: lastResult?.status, allErrors: errors }}
        labels={{ file: t("edit.avatar") }}
      />
      <GroupAvatar name={group.name} avatarId={isRemoving ? null : group.avatar_id} />
      <form
        method="post"
        action={page}
        encType="multipart/form-data"
        onSubmit={upload.send}
        onReset={chosen.empty}
      >
        <input type="hidden" name="intent" value="avatar" />
        <FileField
          id="avatar-file"
          name="file"
          chosen={chosen}
          upload={upload}
          problem={problems?.join(" ")}
          accept="image/jpeg,image/png,image/gif,image/webp,image/avif"
          dropText={picture("drop")}
          isRequired
          labelledBy="avatar-title"
          wrapper={{
            description: t("edit.avatarHelp"),
            inputWrapperOrder: ["description", "input", "error"],
          }}
        />
        <PictureCrop id="avatar" shape="item" zoomMaximum={ZOOM_MAXIMUM} file={chosen.file} />
        <button type="submit" className="plain-button" disabled={upload.part !== null}>
          {t("edit.upload")}
        </button>
        {upload.part === null ? null : <UploadProgress part={upload.part} text={picture("progress")} />}
      </form>
      {group.mayRemoveAvatar && !isRemoving ? (
        <removal.Form method="post" action={`${page}/avatar/removal`} preventScrollReset>
          <button type="submit" className="plain-button">
            {t("edit.removeAvatar")}
          </button>
        </removal.Form>
      ) : null}
    </section>
  );
}
