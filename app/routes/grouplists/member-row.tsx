import type { SubmissionResult } from "@conform-to/react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import type { GroupMember } from "../../domain/grouplists/group-members.server.ts";
import { Avatar } from "../../ui/components/avatar.tsx";
import { NameParts } from "../../ui/components/name-parts.tsx";
import { RefusedClick } from "../../ui/components/refused-click.tsx";
import { ConfirmLink } from "./confirm-link.tsx";
import { type MemberAct, useQuestions } from "./questions.ts";

export type ShownMember = Omit<GroupMember, "creator_id">;

const ACTS: Readonly<Record<GroupMember["status"], readonly MemberAct[]>> = {
  OWNER: [],
  PENDING: ["approve", "decline"],
  MEMBER: ["remove"],
};

/** Optimistic: reverts when the server refuses. */
export function MemberRow({ slug, member }: { slug: string; member: ShownMember }): ReactElement | null {
  const { t } = useTranslation("grouplists");
  const questions = useQuestions();
  const deciding = useFetcher<SubmissionResult<string[]> | null>();
  const isDeciding = deciding.state !== "idle";
  const isApproving = isDeciding && deciding.formAction?.endsWith("/approve") === true;
  if (isDeciding && !isApproving) return null;
  const status = isApproving ? "MEMBER" : member.status;
  const at = <NameParts text={`@${member.username}`} />;
  return (
    <li id={member.id} className="card group-row">
      <Avatar name={member.name} avatarId={member.avatar_id} small />
      <div>
        <h2>
          <NameParts text={member.name} />
        </h2>
        <p className="help">{member.can_receive ? <a href={`/${member.username}`}>{at}</a> : at}</p>
        <p className="group-chips">
          <span className="status" data-status={status === "PENDING" ? "PENDING" : "ACTIVE"}>
            {status === "PENDING" ? t("members.waiting") : t(`roles.${status}`)}
          </span>
        </p>
        {member.can_receive ? null : <p className="help">{t("members.cannotReceive")}</p>}
        {/* A fetcher keeps an error beside a later redirect. */}
        {status === "PENDING" ? <RefusedClick id={`member-${member.id}`} refusal={deciding.data} /> : null}
        {isDeciding || member.status === "OWNER" ? null : (
          <p className="more-links">
            {ACTS[member.status].map((act) => (
              <ConfirmLink
                key={act}
                to={`/gl/${slug}/creators/${member.id}/${act}`}
                question={questions.member(act, member.username)}
                fetcher={deciding}
                label={t(`members.${act}Title`, { person: member.username })}
              >
                {t(`members.${act}`)}
              </ConfirmLink>
            ))}
          </p>
        )}
      </div>
    </li>
  );
}
