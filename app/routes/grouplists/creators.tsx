import type { SubmissionResult } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { Link, useFetcher } from "react-router";
import { servicesContext } from "../../context.ts";
import { type GroupMember, listGroupMembers } from "../../domain/grouplists/group-members.server.ts";
import { takeDone } from "../../http/done-notes.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { Avatar } from "../../ui/components/avatar.tsx";
import { RefusedClick } from "../../ui/components/form-errors.tsx";
import { NameParts } from "../../ui/components/name-parts.tsx";
import { AccountPage } from "../../ui/shells/account-page.tsx";
import type { Route } from "./+types/creators";
import { ConfirmLink, type MemberAct, useQuestions } from "./confirm.tsx";
import { requireOwnGroup, titleOf } from "./own-group.server.ts";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { group } = await requireOwnGroup(request, context, params.grouplist);
  const { t } = getI18n(context);
  const { db, providers } = context.get(servicesContext);
  const done = await takeDone(request, context, ["approved", "declined", "removed_member", "decided"]);
  const members = await listGroupMembers(db, group.id, providers.directGroups);
  const ofDirect =
    providers.directGroups === null ? "grouplists:members.closed" : "grouplists:members.direct";
  return {
    name: titleOf(context, group),
    note: done ? t(`grouplists:done.${done.act}`) : undefined,
    slug: group.slug,
    paid: t(group.money_model === "DIRECT" ? ofDirect : "grouplists:members.held"),
    members: members.map(({ creator_id: _, ...member }) => member),
  };
}

export default function Creators({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("grouplists");
  const { name, note, slug, paid, members } = loaderData;
  return (
    <AccountPage
      title={t("members.title", { group: name })}
      intro={`${t("members.intro")} ${paid}`}
      isSaved={note !== undefined}
      savedText={note}
    >
      <p className="more-links">
        <Link to={`/gl/${slug}/edit#invites`}>{t("members.inviteLink")}</Link>
        <a href={`/gl/${slug}`}>{t("edit.page")}</a>
      </p>
      <ul className="groups">
        {members.map((member) => (
          <MemberRow key={member.id} slug={slug} member={member} />
        ))}
      </ul>
      {members.length === 1 ? <p className="help">{t("members.empty")}</p> : null}
    </AccountPage>
  );
}

type ShownMember = Omit<GroupMember, "creator_id">;

const ACTS: Readonly<Record<GroupMember["status"], readonly MemberAct[]>> = {
  OWNER: [],
  PENDING: ["approve", "decline"],
  MEMBER: ["remove"],
};

function MemberRow({ slug, member }: { slug: string; member: ShownMember }) {
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
        {member.can_receive && !member.is_left_out ? null : (
          <p className="help">{t(member.can_receive ? "members.leftOut" : "members.cannotReceive")}</p>
        )}
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
