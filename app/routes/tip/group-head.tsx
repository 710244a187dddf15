import type { ReactElement } from "react";
import type { GroupPage } from "../../domain/grouplists/group-page.server.ts";
import { hueOf } from "../../ui/components/avatar.tsx";
import { CopyButton } from "../../ui/components/copy-button.tsx";
import { GroupAvatar } from "../../ui/components/group-avatar.tsx";
import { PencilGlyph } from "../../ui/components/icons.tsx";
import { NameParts } from "../../ui/components/name-parts.tsx";
import { useTexts } from "../../ui/texts.ts";
import { Faces } from "./group-members.tsx";

const LONG_NAME = 18;

export interface ShownGroup
  extends Pick<GroupPage, "slug" | "status" | "avatar_id" | "members" | "currency"> {
  /** `ownName`: null without one that may be read. */
  name: string;
  ownName: string | null;
  address: string;
  ranking: { rank: string | null; tips: string; thirtyDays: string } | null;
  /** For the owner only; null when invitations are off. */
  inviteUrl: string | null;
  isOwner: boolean;
}

export function GroupCover({ group }: { group: ShownGroup }): ReactElement {
  return (
    <div className="cover cover-group" style={{ "--hue": hueOf(group.slug) }}>
      <Faces members={group.members.filter((each) => each.status !== "PENDING")} />
    </div>
  );
}

export function GroupHead({ group }: { group: ShownGroup }): ReactElement {
  const { t } = useTexts("grouplists");
  const { name } = group;
  const shown = group.members.filter((each) => each.status !== "PENDING");
  return (
    <div className="who">
      <GroupAvatar name={group.ownName} avatarId={group.avatar_id} />
      <div className="who-text">
        <h1 className={name.length > LONG_NAME ? "long" : undefined}>{name}</h1>
        <p>{t("page.count", { count: shown.length })}</p>
      </div>
    </div>
  );
}

/** Below the amounts on a phone, beside them on a desk. */
export function GroupMore({ group }: { group: ShownGroup }): ReactElement {
  const { t } = useTexts("grouplists");
  return (
    <div className="profile-more group-side">
      <p className="share-link group-address">
        <NameParts text={group.address} />
        <CopyButton text={group.address} label={t("page.copy")} copied={t("page.copied")} isPlain />
      </p>
      {group.ranking ? (
        <dl className="ranking">
          <div>
            <dt>{t("page.rank")}</dt>
            <dd>{group.ranking.rank ?? "–"}</dd>
          </div>
          <div>
            <dt>{t("page.tips")}</dt>
            <dd>{group.ranking.tips}</dd>
          </div>
          <div>
            <dt>{t("page.thirtyDays")}</dt>
            <dd className="money">{group.ranking.thirtyDays}</dd>
          </div>
        </dl>
      ) : null}
      {group.isOwner ? <OwnerTools group={group} /> : null}
    </div>
  );
}

function OwnerTools({ group }: { group: ShownGroup }) {
  const { t } = useTexts("grouplists");
  return (
    <div className="group-tools">
      {group.status === "APPROVED" ? null : <p className="note">{t(`page.own.${group.status}`)}</p>}
      <p className="more-links">
        <a href={`/gl/${group.slug}/edit`}>
          <PencilGlyph size={18} /> {t("page.edit")}
        </a>
        <a href={`/gl/${group.slug}/creators`}>{t("page.creators")}</a>
        {group.inviteUrl === null ? (
          <a href={`/gl/${group.slug}/edit#invites-label`}>{t("page.inviteOff")}</a>
        ) : (
          <>
            <a href={group.inviteUrl}>{t("page.invite")}</a>
            <CopyButton
              text={group.inviteUrl}
              label={t("page.copyInvite")}
              copied={t("page.copied")}
              isPlain
            />
          </>
        )}
      </p>
    </div>
  );
}
