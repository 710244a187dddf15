import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { mayOpen } from "../../../domain/operator-rights.server.ts";
import { searchDeletedUsers } from "../../../domain/payouts/statements/month-statements.server.ts";
import { searchUsers } from "../../../domain/users/user.server.ts";
import { ACCOUNT_STATUSES } from "../../../domain/users/viewer.ts";
import { featuresOf } from "../../../http/features.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { LongText, NameParts } from "../../../ui/components/name-parts.tsx";
import { ShortId } from "../../../ui/components/short-id.tsx";
import { askedSearch, deskOf, nextPage } from "../desk.server.ts";
import { SearchPage, TableCard } from "../page-parts.tsx";
import { StatusChip } from "../user-parts.tsx";
import type { Route } from "./+types/users";

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const search = askedSearch(url.searchParams, ACCOUNT_STATUSES);
  const { words, status } = search;
  const { db, t, day } = deskOf(context);
  const [{ users, next }, leavers] = await Promise.all([
    searchUsers(db, search),
    searchDeletedUsers(db, words),
  ]);
  const { role } = await requireViewer(request, context);
  return {
    mayInvite: featuresOf(context).registration === "invitation" && mayOpen(role, "/admin/users/invitation"),
    title: t("admin:users.title"),
    words,
    users: users.map((user) => ({ ...user, created: day(user.created_at) })),
    leavers: leavers.map(({ user_id, deleted_at }) => ({
      id: user_id,
      deleted: day(deleted_at),
    })),
    next: nextPage("/admin/users", next, { q: words, status }),
  };
}

export default function Users({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("admin");
  const { title, users, leavers, words, next } = loaderData;
  return (
    <SearchPage
      path="/admin/users"
      {...{ title, words, next }}
      texts={{ search: t("users.search"), go: t("users.go"), next: t("users.next") }}
      columns={[t("users.user"), t("users.email"), t("users.status"), t("users.since")]}
      empty={t(leavers.length > 0 ? "users.emptyOfPresent" : "users.empty")}
      after={
        <>
          {leavers.length > 0 ? <Leavers leavers={leavers} /> : null}
          {loaderData.mayInvite ? (
            <p>
              <Link to="/admin/users/invitation">{t("users.invite")}</Link>
            </p>
          ) : null}
        </>
      }
      rows={users.map((user) => ({
        key: user.id,
        cells: [
          <Link key="user" className="row-link" to={`/admin/users/${user.id}`}>
            <NameParts text={user.username === null ? user.email : `@${user.username}`} />
          </Link>,
          <LongText key="email" text={user.email} />,
          user.role !== "CREATOR" ? t("users.operator") : <StatusChip key="status" status={user.status} />,
          user.created,
        ],
      }))}
    />
  );
}

function Leavers({ leavers }: { leavers: Route.ComponentProps["loaderData"]["leavers"] }) {
  const { t } = useTranslation("admin");
  return (
    <TableCard
      title={t("users.deleted")}
      columns={[t("users.user"), t("users.deletedOn")]}
      empty=""
      rows={leavers.map(({ id, deleted }) => ({
        key: id,
        cells: [
          <Link key="user" className="row-link" to={`/admin/users/${id}`}>
            <ShortId id={id} />
          </Link>,
          deleted,
        ],
      }))}
    />
  );
}
