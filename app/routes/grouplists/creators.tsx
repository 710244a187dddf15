import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { servicesContext } from "../../context.ts";
import { listGroupMembers } from "../../domain/grouplists/group-members.server.ts";
import { takeDone } from "../../http/done-notes.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { AccountPage } from "../../ui/shells/account-page.tsx";
import type { Route } from "./+types/creators";
import { MemberRow } from "./member-row.tsx";
import { requireOwnGroup, titleOf } from "./own-group.server.ts";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { group } = await requireOwnGroup(request, context, params.grouplist);
  const { t } = getI18n(context);
  const done = await takeDone(request, context, ["approved", "declined", "removed_member", "decided"]);
  const members = await listGroupMembers(context.get(servicesContext).db, group.id);
  return {
    name: titleOf(context, group),
    note: done ? t(`grouplists:done.${done.act}`) : undefined,
    slug: group.slug,
    members: members.map(({ id, username, name, avatar_id, status, can_receive }) => {
      return { id, username, name, avatar_id, status, can_receive };
    }),
  };
}

export default function Creators({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("grouplists");
  const { name, note, slug, members } = loaderData;
  return (
    <AccountPage
      title={t("members.title", { group: name })}
      intro={t("members.intro")}
      isSaved={note !== undefined}
      savedText={note}
    >
      <p className="more-links">
        <Link to={`/gl/${slug}/edit`}>{t("members.inviteLink")}</Link>
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
