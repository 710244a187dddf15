import { servicesContext } from "../../../context.ts";
import { businessDate } from "../../../domain/calendar/business-date.ts";
import { formatDay } from "../../../domain/money/formats.ts";
import {
  canReceive,
  listFeatured,
  listFlagged,
  searchPublicCreators,
} from "../../../domain/users/users.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { productRules } from "../../../product-rules.ts";
import { DataTable } from "../../../ui/components/data-table.tsx";
import { NameParts } from "../../../ui/components/name-parts.tsx";
import { SearchForm } from "../../../ui/components/search-form.tsx";
import { Title } from "../../../ui/components/title.tsx";
import { StatusChip } from "../../../ui/components/user-table.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { useTexts } from "../../../ui/texts.ts";
import { askedOf, askedWords } from "../lists.server.ts";
import type { Route } from "./+types/featured";

const DONE = ["featured", "removed", "gone"] as const;

/** Whom the home page shows first, and a search for more. */
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

export default function Featured({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("admin");
  const { title, done, words, flagged, others, found } = loaderData;
  return (
    <AdminPage title={title} done={done}>
      <section className="card">
        <Title order={2}>{t("featured.now")}</Title>
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
              <FlagForm key="act" {...creator} action="removal" />,
            ],
          }))}
        />
        {others.length > 0 ? (
          <p>{t("featured.others", { names: others.map(({ name }) => name).join(", ") })}</p>
        ) : null}
      </section>
      <SearchForm action="/admin/featured" label={t("featured.search")} words={words} go={t("users.go")} />
      {words === "" ? null : (
        <section className="card">
          <Title order={2}>{t("featured.found")}</Title>
          <DataTable
            caption={t("featured.found")}
            columns={[t("queue.creator"), t("users.status"), t("featured.act")]}
            empty={t("featured.noneFound")}
            rows={found.map((creator) => ({
              key: creator.id,
              cells: [
                <Person key="who" {...creator} />,
                <StatusChip key="status" status={creator.status} />,
                <FlagForm
                  key="act"
                  {...creator}
                  action={creator.featured_at === null ? "addition" : "removal"}
                />,
              ],
            }))}
          />
        </section>
      )}
    </AdminPage>
  );
}

function Person({ id, name, username }: { id: string; name: string; username: string }) {
  return (
    <a href={`/admin/users/${id}`}>
      {name}{" "}
      <small>
        <NameParts text={`@${username}`} />
      </small>
    </a>
  );
}

function FlagForm({ id, name, action }: { id: string; name: string; action: "addition" | "removal" }) {
  const { t } = useTexts("admin");
  return (
    <form method="post" action={`/admin/featured/${id}/${action}`}>
      <button type="submit" className="second-button row-button">
        {t(`featured.${action}`)} <span className="hidden-visually">{name}</span>
      </button>
    </form>
  );
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: loaderData?.title }];
}
