import type { ReactElement } from "react";
import type { GroupMemberFacts, GroupPage } from "../../domain/grouplists/group-page.server.ts";
import { sharersOf, shares } from "../../domain/grouplists/sharers.ts";
import { Avatar, hueOf } from "../../ui/components/avatar.tsx";
import { CopyButton } from "../../ui/components/copy-button.tsx";
import { GroupAvatar } from "../../ui/components/group-avatar.tsx";
import { CheckGlyph, PencilGlyph } from "../../ui/components/icons.tsx";
import { NameParts } from "../../ui/components/name-parts.tsx";
import { useTexts } from "../../ui/texts.ts";

export interface GroupChoice {
  amount: string | undefined;
  step: string | null;
  /** In order of choice; empty means all. */
  chosen: readonly string[];
  tip: string | null;
}

export function groupUrl(slug: string, { amount, step, chosen, tip }: GroupChoice): string {
  const query = new URLSearchParams();
  if (step !== null) query.set("step", step);
  for (const username of chosen) query.append("creator", username);
  // Without a parameter the draft's members would be restored.
  if (chosen.length === 0 && tip !== null) query.set("creator", "");
  if (tip !== null) query.set("tip", tip);
  const path = amount === undefined ? `/gl/${slug}` : `/gl/${slug}/${encodeURIComponent(amount)}`;
  return query.size === 0 ? path : `${path}?${query}`;
}

function toggled(choice: GroupChoice, username: string): GroupChoice {
  const isChosen = choice.chosen.includes(username);
  const chosen = isChosen ? choice.chosen.filter((each) => each !== username) : [...choice.chosen, username];
  return { ...choice, chosen };
}

const LONG_NAME = 18;

export interface ShownGroup
  extends Pick<GroupPage, "slug" | "status" | "avatar_id" | "members" | "currency"> {
  name: string;
  ownName: string | null;
  address: string;
  ranking: { rank: string | null; tips: string; thirtyDays: string } | null;
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
  const sharing = sharersOf(group).length;
  return (
    <div className="who">
      <GroupAvatar name={group.ownName} avatarId={group.avatar_id} />
      <div className="who-text">
        <h1 className={name.length > LONG_NAME ? "long" : undefined}>{name}</h1>
        <p>
          {t("page.count", { count: shown.length })}
          {sharing < shown.length ? ` · ${t("page.sharing", { count: sharing })}` : null}
        </p>
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

const SHOWN = 11;

export function GroupMembers({
  slug,
  members,
  choice,
  isOwner,
}: {
  slug: string;
  members: readonly GroupMemberFacts[];
  choice: GroupChoice;
  isOwner: boolean;
}): ReactElement {
  const { t } = useTexts("grouplists");
  const able = sharersOf({ members });
  const isForAll = choice.chosen.length === 0;
  const rest = members.slice(SHOWN);
  const tile = (member: GroupMemberFacts) => {
    const isAble = able.includes(member);
    const isChosen = choice.chosen.includes(member.username);
    const what = (
      <>
        <Avatar
          name={member.name}
          avatarId={member.avatar_id}
          isOnline={member.is_online}
          onlineText={t("page.online")}
          small
        />
        {isAble && able.length > 1 ? (
          <span className="hidden-visually">{t(isChosen ? "page.leaveOut" : "page.choose")} </span>
        ) : null}
        <b>{member.name}</b>
        {isChosen ? (
          <span className="member-mark">
            <CheckGlyph size={16} /> {t("page.chosen")}
          </span>
        ) : null}
      </>
    );
    return (
      <li className="member" key={member.member_id} data-chosen={isChosen ? "" : undefined}>
        {isAble && able.length > 1 ? (
          <a
            className="member-toggle"
            href={groupUrl(slug, toggled(choice, member.username))}
            aria-current={isChosen ? "true" : undefined}
            rel="nofollow"
          >
            {what}
          </a>
        ) : (
          <div className="member-toggle">{what}</div>
        )}
        {member.can_receive ? (
          <a className="member-page" href={`/${member.username}`}>
            <NameParts text={`@${member.username}`} />
          </a>
        ) : (
          <span className="member-page">{t("page.away")}</span>
        )}
        {member.is_paused ? <span className="member-page">{t("page.away")}</span> : null}
        {shares(member) && member.is_left_out ? (
          <span className="member-page">{t("page.direct")}</span>
        ) : null}
        {isOwner ? (
          <span className="member-page">
            <span className="status" data-status={member.status}>
              {t(`roles.${member.status}`)}
            </span>
            {member.status === "OWNER" ? null : (
              <a href={`/gl/${slug}/creators#${member.member_id}`}>{t("page.editMember")}</a>
            )}
          </span>
        ) : null}
      </li>
    );
  };
  return (
    <>
      <ul className="members" aria-label={t("page.members")}>
        {able.length > 1 ? (
          <li className="member member-all" data-chosen={isForAll ? "" : undefined}>
            <a
              className="member-toggle"
              href={groupUrl(slug, { ...choice, chosen: [] })}
              aria-current={isForAll ? "true" : undefined}
              rel="nofollow"
            >
              <Faces members={able} />
              <b>{t("page.all")}</b>
              <small>{t("page.allText", { count: able.length })}</small>
            </a>
          </li>
        ) : null}
        {members.slice(0, SHOWN).map(tile)}
      </ul>
      {rest.length > 0 ? (
        <details className="more" open={rest.some(({ username }) => choice.chosen.includes(username))}>
          <summary>{t("page.more", { count: rest.length })}</summary>
          <ul className="members">{rest.map(tile)}</ul>
        </details>
      ) : null}
    </>
  );
}

const FACES = 4;

export function Faces({ members }: { members: readonly GroupMemberFacts[] }): ReactElement {
  return (
    <span className="faces" aria-hidden="true">
      {members.slice(0, FACES).map((each) => (
        <Avatar key={each.member_id} name={each.name} avatarId={each.avatar_id} small />
      ))}
    </span>
  );
}
