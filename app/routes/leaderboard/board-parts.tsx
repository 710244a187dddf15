import type { SubmissionResult } from "@conform-to/react";
import type { ReactNode } from "react";
import { INTERVALS, type Interval, RANGES, type Range } from "../../domain/leaderboard/leaderboard.schema.ts";
import type { Movement } from "../../domain/leaderboard/leaderboard.server.ts";
import { productRules } from "../../product-rules.ts";
import { Avatar } from "../../ui/components/avatar.tsx";
import { Card } from "../../ui/components/card.tsx";
import { ErrorSummary } from "../../ui/components/error-summary.tsx";
import { GroupAvatar } from "../../ui/components/group-avatar.tsx";
import { SecondButton } from "../../ui/components/main-button.tsx";
import { SelectField } from "../../ui/components/text-field.tsx";
import { Title } from "../../ui/components/title.tsx";
import { useFeatures } from "../../ui/shells/layout-data.ts";
import { shownForm } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";

export interface BoardAddress {
  kind: "creators" | "grouplists";
  range?: Range;
  page?: number;
  interval?: Interval;
}

export function boardUrl({ kind, range = "month", page = 1, interval }: BoardAddress): string {
  const query = new URLSearchParams();
  if (interval) query.set("interval", interval);
  else if (range !== "month") query.set("range", range);
  if (page > 1) query.set("page", String(page));
  return query.size > 0 ? `/leaderboard/${kind}?${query}` : `/leaderboard/${kind}`;
}

const KINDS = ["creators", "grouplists"] as const;

export function BoardFrame({ at, children }: { at: BoardAddress; children: ReactNode }) {
  const { t } = useTexts("leaderboard");
  const { groups } = useFeatures();
  const { kind, range = "month", interval } = at;
  return (
    <div className="board">
      <Title order={1}>{t("title")}</Title>
      <nav className="tabs" aria-label={t("kinds.label")}>
        {KINDS.filter((each) => groups || each !== "grouplists").map((each) => (
          <Here key={each} href={boardUrl({ kind: each, range })} isHere={each === kind}>
            {t(`kinds.${each}`)}
          </Here>
        ))}
      </nav>
      <p className="help">{interval ? t("history.text") : t("intro")}</p>
      {interval ? (
        <nav className="tabs" aria-label={t("intervals.label")}>
          {INTERVALS.map((each) => (
            <Here key={each} href={boardUrl({ kind, interval: each })} isHere={each === interval}>
              {t(`intervals.${each}`)}
            </Here>
          ))}
        </nav>
      ) : (
        <nav className="tabs" aria-label={t("ranges.label")}>
          {RANGES.map((each) => (
            <Here key={each} href={boardUrl({ kind, range: each })} isHere={each === range}>
              {t(`ranges.${each}`)}
            </Here>
          ))}
        </nav>
      )}
      {children}
    </div>
  );
}

function Here({ href, isHere, children }: { href: string; isHere: boolean; children: ReactNode }) {
  return (
    <a href={href} {...(isHere ? { "aria-current": "page" as const } : {})}>
      {children}
    </a>
  );
}

export function Pages(props: { current: number; before: string | null; after: string | null }) {
  const { t } = useTexts("leaderboard");
  const { current, before, after } = props;
  if (before === null && after === null) return null;
  return (
    <nav className="board-pages" aria-label={t("pages.label")}>
      {before === null ? <span /> : <a href={before}>{t("pages.before")}</a>}
      <span>{t("pages.current", { page: current })}</span>
      {after === null ? <span /> : <a href={after}>{t("pages.after")}</a>}
    </nav>
  );
}

export interface ShownPlace {
  id: string;
  rank: string;
  movement: Movement | null;
  href: string;
  name: string;
  ownName: string | null;
  avatar_id: string | null;
  facts: readonly string[];
  isOnline: boolean;
}

const IN_SIGHT = 6;

interface PlacesProps {
  places: readonly ShownPlace[];
  isGroups?: boolean;
  hasPodium: boolean;
  ownId: string | null;
}

export function Places({ places, isGroups = false, hasPodium, ownId }: PlacesProps) {
  const { t } = useTexts("leaderboard");
  const first = hasPodium ? places.slice(0, productRules.leaderboard.podium) : [];
  const rest = places.slice(first.length);
  return (
    <>
      {first.length > 0 ? (
        <ol className="podium" aria-label={t("podium")}>
          {first.map((place) => (
            <Place key={place.id} {...{ place, isGroups, ownId }} isOnPodium />
          ))}
        </ol>
      ) : null}
      {rest.length > 0 ? (
        <ol className="places" aria-label={t("list")}>
          {rest.map((place, index) => (
            <Place key={place.id} {...{ place, isGroups, ownId }} lazy={index >= IN_SIGHT} />
          ))}
        </ol>
      ) : null}
    </>
  );
}

function Place(props: {
  place: ShownPlace;
  isGroups: boolean;
  ownId: string | null;
  isOnPodium?: boolean;
  lazy?: boolean;
}) {
  const { place, isGroups, ownId, isOnPodium = false, lazy = false } = props;
  const { t } = useTexts("leaderboard");
  const { name, avatar_id, isOnline } = place;
  return (
    <li data-own={place.id === ownId ? "" : undefined}>
      <span className="place-rank">
        <span className="hidden-visually">{t("rank", { rank: "" })}</span>
        {place.rank}
        <Move movement={place.movement} />
      </span>
      {isGroups ? (
        <GroupAvatar name={place.ownName} avatarId={avatar_id} small={!isOnPodium} />
      ) : (
        <Avatar
          name={name}
          avatarId={avatar_id}
          isOnline={isOnline}
          onlineText={t("online")}
          small={!isOnPodium}
          lazy={lazy}
        />
      )}
      <span className="place-who">
        <a href={place.href}>{name}</a>
        {(isOnPodium ? place.facts : [place.facts.join(" · ")]).map((fact) => (
          <small key={fact}>{fact}</small>
        ))}
      </span>
    </li>
  );
}

const SIGNS = { up: "▲", down: "▼" } as const;

export function Move({ movement }: { movement: Movement | null }) {
  const { t } = useTexts("leaderboard");
  if (movement === null || movement.kind === "same") return null;
  const { kind } = movement;
  if (kind === "new")
    return (
      <span className="move" data-move="new">
        <span aria-hidden="true">{t("move.new")}</span>
        <span className="hidden-visually">{t("move.newLong")}</span>
      </span>
    );
  return (
    <span className="move" data-move={kind}>
      <span aria-hidden="true">
        {SIGNS[kind]}
        {movement.places}
      </span>
      <span className="hidden-visually">{t(`move.${kind}`, { count: movement.places })}</span>
    </span>
  );
}

interface OwnSide {
  isRanked: boolean;
  isActive: boolean;
  text: string;
  movement: Movement | null;
  tips: string | null;
  country: string;
  countries: readonly { value: string; text: string }[];
}

export function OwnPlace({ own }: { own: OwnSide }) {
  const { t } = useTexts("leaderboard");
  return (
    <aside className="own-place" aria-label={t("own.label")}>
      <p>
        <b>{own.text}</b> <Move movement={own.movement} /> {own.tips ? <small>{own.tips}</small> : null}
      </p>
      <a href="#settings">{t("own.change")}</a>
    </aside>
  );
}

export function OwnSettings({
  own,
  range,
  lastResult,
}: {
  own: OwnSide;
  range: Range;
  lastResult: SubmissionResult<string[]> | undefined;
}) {
  const { t } = useTexts("leaderboard");
  const { groups } = useFeatures();
  const [form, fields] = shownForm<{ country_id: string }>({
    id: "place",
    lastResult,
    defaultValue: { country_id: own.country },
  });
  const { country_id, ...others } = form.allErrors;
  const errors = { "": Object.values(others).flat(), ...(country_id && { country_id }) };
  const kept = <input type="hidden" name="range" value={range} />;
  const countries =
    own.country === "" ? [{ value: "", text: t("settings.noCountry") }, ...own.countries] : own.countries;
  return (
    <div id="settings">
      <Card title={t("settings.title")}>
        <p className="help">{t("settings.text")}</p>
        <ErrorSummary formId={form.id} errors={errors} labels={{ country_id: t("settings.country") }} />
        <form method="post" className="switch-row">
          {kept}
          <input type="hidden" name="intent" value="ranking" />
          <span id="ranking-label">{t("settings.switch")}</span>
          <button
            type="submit"
            className="switch"
            role="switch"
            aria-checked={own.isRanked}
            aria-labelledby="ranking-label"
            name="enabled"
            value={own.isRanked ? "off" : "on"}
          >
            <span aria-hidden="true">{t(own.isRanked ? "settings.on" : "settings.off")}</span>
          </button>
        </form>
        <form method="post" noValidate className="fields">
          {kept}
          <input type="hidden" name="intent" value="country" />
          <SelectField field={fields.country_id} label={t("settings.country")} options={countries} />
          <SecondButton>{t("settings.save")}</SecondButton>
        </form>
        {own.isActive && groups ? (
          <p className="help">
            {t("settings.groups")} <a href="/grouplists">{t("settings.groupsLink")}</a>
          </p>
        ) : null}
      </Card>
    </div>
  );
}
