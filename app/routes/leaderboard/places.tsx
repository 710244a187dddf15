import type { Movement } from "../../domain/leaderboard/leaderboard.server.ts";
import { productRules } from "../../product-rules.ts";
import { Avatar } from "../../ui/components/avatar.tsx";
import { GroupAvatar } from "../../ui/components/group-avatar.tsx";
import { useTexts } from "../../ui/texts.ts";

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
        {/* The podium is narrow, so each fact has its line. */}
        {(isOnPodium ? place.facts : [place.facts.join(" · ")]).map((fact) => (
          <small key={fact}>{fact}</small>
        ))}
      </span>
    </li>
  );
}

const SIGNS = { up: "▲", down: "▼", same: "=" } as const;

export function Move({ movement }: { movement: Movement | null }) {
  const { t } = useTexts("leaderboard");
  if (movement === null) return null;
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
        {kind === "same" ? null : movement.places}
      </span>
      <span className="hidden-visually">
        {kind === "same" ? t("move.same") : t(`move.${kind}`, { count: movement.places })}
      </span>
    </span>
  );
}
