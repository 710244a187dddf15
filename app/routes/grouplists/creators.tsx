import { servicesContext } from "../../context.ts";
import { listGroupMembers } from "../../domain/grouplists/grouplists.server.ts";
import { takeDone } from "../../http/done-notes.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { Avatar } from "../../ui/components/avatar.tsx";
import { NameParts } from "../../ui/components/name-parts.tsx";
import { AccountPage } from "../../ui/shells/account-page.tsx";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/creators";
import { requireOwnGroup, titleOf } from "./own-group.server.ts";

export { titleMeta as meta } from "../../ui/shells/title-meta.ts";

/** The creators of a group for its owner: who waits, who is in, and what can be done about each. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { group } = await requireOwnGroup(request, context, params.grouplist);
  const { t } = getI18n(context);
  const done = takeDone(request, context, ["approved", "declined", "removed_member", "decided"]);
  return {
    title: t("grouplists:members.title", { group: titleOf(context, group) }),
    note: done ? t(`grouplists:done.${done.act}`) : null,
    slug: group.slug,
    members: await listGroupMembers(context.get(servicesContext).db, group.id),
  };
}

export default function Creators({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("grouplists");
  const { title, note, slug, members } = loaderData;
  return (
    <AccountPage title={title} intro={t("members.intro")}>
      {note === null ? null : (
        <p className="note" role="status" data-toast="">
          {note}
        </p>
      )}
      <p className="more-links">
        <a href={`/gl/${slug}/edit`}>{t("members.inviteLink")}</a>
        <a href={`/gl/${slug}`}>{t("edit.page")}</a>
      </p>
      <ul className="groups">
        {members.map((member) => (
          <li key={member.id} id={member.id} className="card group-row">
            <Avatar name={member.name} avatarId={member.avatar_id} small />
            <div>
              <h2>
                <NameParts text={member.name} />
              </h2>
              <p className="help">
                {member.can_receive ? (
                  <a href={`/${member.username}`}>
                    <NameParts text={`@${member.username}`} />
                  </a>
                ) : (
                  <NameParts text={`@${member.username}`} />
                )}
              </p>
              <p className="group-chips">
                <span className="status" data-status={member.status === "PENDING" ? "PENDING" : "ACTIVE"}>
                  {member.status === "PENDING" ? t("members.waiting") : t(`roles.${member.status}`)}
                </span>
              </p>
              {member.can_receive ? null : <p className="help">{t("members.cannotReceive")}</p>}
              {member.status === "OWNER" ? null : (
                <p className="more-links">
                  {(member.status === "PENDING"
                    ? (["approve", "decline"] as const)
                    : (["remove"] as const)
                  ).map((act) => (
                    <a
                      key={act}
                      href={`/gl/${slug}/creators/${member.id}/${act}`}
                      data-dialog="500"
                      aria-label={t(`members.${act}Title`, { person: member.username })}
                    >
                      {t(`members.${act}`)}
                    </a>
                  ))}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
      {members.length === 1 ? <p className="help">{t("members.empty")}</p> : null}
    </AccountPage>
  );
}
