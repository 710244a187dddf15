import { useTranslation } from "react-i18next";
import { Form, Link, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { businessDate } from "../../../domain/calendar.ts";
import { formatDay } from "../../../domain/money/formats.ts";
import {
  featureCreator,
  listFeatured,
  listFlagged,
  searchPublicCreators,
  unfeatureCreator,
} from "../../../domain/users/creator-lists.server.ts";
import { canReceive } from "../../../domain/users/viewer.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { productRules } from "../../../product-rules.ts";
import { Card } from "../../../ui/components/card.tsx";
import { DataTable } from "../../../ui/components/data-table.tsx";
import { NameParts } from "../../../ui/components/name-parts.tsx";
import { SearchForm } from "../../../ui/components/search-form.tsx";
import { StatusChip } from "../../../ui/components/user-table.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { button, pageActs } from "../acts.server.ts";
import { askedOf, askedWords } from "../lists.server.ts";
import type { Route } from "./+types/featured";

const DONE = ["featured", "removed", "gone"] as const;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, clock } = context.get(servicesContext);
  const { t } = getI18n(context);
  const words = askedWords(url.searchParams);
  const monthStart = `${businessDate(clock()).slice(0, 7)}-01`;
  const [flagged, shown, found] = await Promise.all([
    listFlagged(db),
    listFeatured(db, monthStart, productRules.shown_creators),
    searchPublicCreators(db, words),
  ]);
  const places = new Map(shown.map(({ username }, index) => [username, index + 1]));
  const flags = new Set(flagged.map(({ username }) => username));
  const done = askedOf(url.searchParams, "done", DONE);
  return {
    title: t("admin:featured.title"),
    done: done ? t(`admin:featured.done.${done}`) : null,
    words,
    flagged: flagged.map((creator) => ({
      ...creator,
      since: creator.featured_at === null ? null : formatDay(creator.featured_at, getLocale(context)),
      place: places.get(creator.username) ?? null,
      isPublic: canReceive(creator.status),
    })),
    others: shown
      .filter(({ username }) => !flags.has(username))
      .map(({ name, username }) => ({ name, username })),
    found,
  };
}

const backWith = (done: string) => redirect(`/admin/featured?done=${done}`, 303);

export const action = pageActs({
  add: button(async ({ services, id, operator_id }) =>
    backWith(await featureCreator(services, { user_id: id, operator_id })),
  ),
  remove: button(async ({ services, id, operator_id }) =>
    backWith(await unfeatureCreator(services, { user_id: id, operator_id })),
  ),
});

export { sendAct as clientAction } from "../../../ui/lost-connection.ts";

export default function Featured({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("admin");
  const { title, done, words, flagged, others, found } = loaderData;
  return (
    <AdminPage title={title} done={done}>
      <Card title={t("featured.now")}>
        <p>{t("featured.text", { count: productRules.shown_creators })}</p>
        <DataTable
          caption={t("featured.now")}
          columns={[t("queue.creator"), t("featured.place"), t("users.since"), t("featured.act")]}
          empty={t("featured.nobody")}
          rows={flagged.map((creator) => ({
            key: creator.id,
            cells: [
              <Person key="who" {...creator} />,
              creator.place ??
                (creator.isPublic ? t("featured.noRoom") : <StatusChip status={creator.status} />),
              creator.since,
              <FlagForm key="act" {...creator} intent="remove" />,
            ],
          }))}
        />
        {others.length > 0 ? (
          <p>{t("featured.others", { names: others.map(({ name }) => name).join(", ") })}</p>
        ) : null}
      </Card>
      <SearchForm action="/admin/featured" label={t("featured.search")} words={words} go={t("users.go")} />
      {words === "" ? null : (
        <Card title={t("featured.found")}>
          <DataTable
            caption={t("featured.found")}
            columns={[t("queue.creator"), t("users.status"), t("featured.act")]}
            empty={t("featured.noneFound")}
            rows={found.map((creator) => ({
              key: creator.id,
              cells: [
                <Person key="who" {...creator} />,
                <StatusChip key="status" status={creator.status} />,
                <FlagForm key="act" {...creator} intent={creator.featured_at === null ? "add" : "remove"} />,
              ],
            }))}
          />
        </Card>
      )}
    </AdminPage>
  );
}

function Person({ id, name, username }: { id: string; name: string; username: string }) {
  return (
    <Link to={`/admin/users/${id}`}>
      {name}{" "}
      <small>
        <NameParts text={`@${username}`} />
      </small>
    </Link>
  );
}

function FlagForm({ id, name, intent }: { id: string; name: string; intent: "add" | "remove" }) {
  const { t } = useTranslation("admin");
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="id" value={id} />
      <button type="submit" className="second-button row-button" name="intent" value={intent}>
        {t(`featured.${intent}`)} <span className="hidden-visually">{name}</span>
      </button>
    </Form>
  );
}
