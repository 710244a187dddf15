import type { ReactElement } from "react";
import type { EditedGroup } from "../../domain/grouplists/grouplists.server.ts";
import { ZOOM_MAXIMUM } from "../../media/crop.schema.ts";
import { Card } from "../../ui/components/card.tsx";
import { CopyButton } from "../../ui/components/copy-button.tsx";
import { CropFields } from "../../ui/components/crop-fields.tsx";
import { FieldProblem } from "../../ui/components/field-problem.tsx";
import { GroupAvatar } from "../../ui/components/group-avatar.tsx";
import { SecondLink } from "../../ui/components/main-button.tsx";
import { Title } from "../../ui/components/title.tsx";
import { useTexts } from "../../ui/texts.ts";

type ShownGroup = Omit<EditedGroup, "ranking_enabled_at"> & { is_ranking_enabled: boolean };

/** What an operator has to say of a group, or has yet to. */
export function ReviewNote({ group }: { group: ShownGroup }): ReactElement | null {
  const { t } = useTexts("grouplists");
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
      {group.new_avatar_id === null ? null : <p>{t("edit.newAvatar")}</p>}
    </div>
  );
}

/** The group's picture: what is there, another file, and a button that takes it away. Forms of their own. */
export function AvatarCard({
  group,
  problem,
}: {
  group: ShownGroup;
  /** Why the file that was just sent is refused. */
  problem: string | undefined;
}): ReactElement {
  const { t } = useTexts("grouplists");
  const page = `/gl/${group.slug}/edit/avatar`;
  return (
    <section className="card picture-form">
      <h2 className="group-label">{t("edit.avatar")}</h2>
      <GroupAvatar name={group.name} avatarId={group.new_avatar_id ?? group.avatar_id} />
      <form
        method="post"
        action={page}
        encType="multipart/form-data"
        data-progress={t("edit.progress")}
        data-failed={t("edit.failed")}
        data-upload="GROUPLIST_AVATAR"
      >
        <label htmlFor="group-avatar" className="help">
          {t("edit.avatarHelp")}
        </label>
        <input
          id="group-avatar"
          type="file"
          name="file"
          className="file"
          required
          accept="image/jpeg,image/png,image/gif,image/webp,image/avif"
          aria-describedby="group-avatar-error"
          {...(problem ? { "aria-invalid": true } : {})}
        />
        <FieldProblem id="group-avatar" errors={problem ? [problem] : undefined} />
        <CropFields id="group" shape="item" zoomMaximum={ZOOM_MAXIMUM} />
        <button type="submit" className="plain-button">
          {t("edit.upload")}
        </button>
      </form>
      {group.policies["grouplist.avatar.delete"] ? (
        <form method="post" action={`${page}/removal`}>
          <button type="submit" className="plain-button">
            {t("edit.removeAvatar")}
          </button>
        </form>
      ) : null}
    </section>
  );
}

/** Whether others may join, and the link that they join by. The switch is a button: pressed, it has saved. */
export function InvitesCard({ group, url }: { group: ShownGroup; url: string }): ReactElement {
  const { t } = useTexts("grouplists");
  const isOn = group.invites_enabled;
  return (
    <section className="card" id="invites">
      <Title order={2}>{t("invites.title")}</Title>
      <p className="help">{t("invites.text")}</p>
      <form method="post" action={`/gl/${group.slug}/edit/invites`} className="switch-row">
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
      </form>
      <p className="help">{t("invites.link")}</p>
      <pre className="share-code">
        <code>{url}</code>
      </pre>
      <div className="actions">
        <CopyButton text={url} label={t("invites.copy")} copied={t("invites.copied")} />
        <SecondLink href={`/gl/${group.slug}/edit/invite-link`} data-dialog="500">
          {t("invites.renew")}
        </SecondLink>
      </div>
    </section>
  );
}

/** The leaderboard and the end of the group: each asks once more. */
export function SwitchCards({ group }: { group: ShownGroup }): ReactElement {
  const { t } = useTexts("grouplists");
  const isRanked = group.is_ranking_enabled;
  return (
    <>
      <Card title={t("ranking.title")}>
        <p>{t(isRanked ? "ranking.on" : "ranking.off")}</p>
        <div className="actions">
          <SecondLink href={`/gl/${group.slug}/ranking`} data-dialog="500">
            {t(isRanked ? "ranking.turnOff" : "ranking.turnOn")}
          </SecondLink>
        </div>
      </Card>
      <Card title={t("deletion.card")}>
        <p>{t("deletion.cardText")}</p>
        <div className="actions">
          <SecondLink href={`/gl/${group.slug}/deletion`} data-dialog="500">
            {t("deletion.now")}
          </SecondLink>
        </div>
      </Card>
    </>
  );
}
