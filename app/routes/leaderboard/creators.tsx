import { data, type RouterContextProvider, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { creatorsQuery, rangeField, rankingSwitch } from "../../domain/leaderboard/leaderboard.schema.ts";
import { listCreators } from "../../domain/leaderboard/leaderboard.server.ts";
import { isCountry } from "../../domain/tax/countries.server.ts";
import { countryCall } from "../../domain/users/profile.schema.ts";
import { saveProfile } from "../../domain/users/profile.server.ts";
import { setRanking } from "../../domain/users/settings.server.ts";
import { hasFullAccess, stageOf } from "../../domain/users/viewer.ts";
import { readCheckableForm } from "../../http/body.server.ts";
import { CREATORS_TAG, cacheTags } from "../../http/cache-tags.ts";
import { doneHeaders, takeDone } from "../../http/done-notes.server.ts";
import { type FormReply, parseForm } from "../../http/forms.server.ts";
import { requireCreator } from "../../http/guards.server.ts";
import { isSavingData } from "../../http/guest-script.server.ts";
import { getTexts } from "../../http/i18n.server.ts";
import { findReader } from "../../http/reader.server.ts";
import { findRequestViewer } from "../../http/sessions.server.ts";
import { productRules } from "../../product-rules.ts";
import { Title } from "../../ui/components/title.tsx";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/creators";
import { findOwnSide, pagesAround, readQuery, shownCreators, shownHistory } from "./board.server.ts";
import { BoardFrame, Pages } from "./board-frame.tsx";
import { boardUrl } from "./board-url.ts";
import { OwnPlace, OwnSettings } from "./own-side.tsx";
import { Places } from "./places.tsx";

export const handle = { isForEverybody: true };

/** docs/product.md, 8.3. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { clock } = context.get(servicesContext);
  const t = getTexts(context, "leaderboard");
  const { range, page, interval } = readQuery(creatorsQuery, url);
  const isSaving = isSavingData(request.headers);
  const reader = await findReader(request, context);
  const description = t("description");
  if (interval) {
    const history = await shownHistory(context, reader, interval, isSaving);
    const shown = { kind: "creators", interval, title: t("titleOf.history"), description, history } as const;
    return data({ ...shown, board: null }, { headers: cacheTags(CREATORS_TAG) });
  }
  const viewer = await findRequestViewer(context);
  const { places, hasMore } = await listCreators(reader, { range, page }, clock());
  const done = viewer && (await takeDone(request, context, ["country_saved", "ranking_on", "ranking_off"]));
  const found = { rows: places.length, hasMore };
  const last = productRules.leaderboard.pages_maximum;
  const board = {
    range,
    places: shownCreators(context, places, isSaving),
    pages: pagesAround({ kind: "creators", range, page }, found, last),
    own: await findOwnSide(context, reader, viewer, range),
    note: done && t(`done.${done.act}`),
  };
  const shown = { kind: "creators", title: t("titleOf.creators"), description, board } as const;
  return data({ ...shown, interval: undefined, history: null }, { headers: cacheTags(CREATORS_TAG) });
}

export async function action({ request, context }: Route.ActionArgs) {
  return await changeOwnSide(request, context);
}

export default function Creators({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("leaderboard");
  const { board, history, interval } = loaderData;
  if (board === null)
    return (
      <BoardFrame at={{ kind: "creators", interval }}>
        {history.length === 0 ? <p className="board-empty">{t("empty.history")}</p> : null}
        {history.map(({ first_day, name, places }) => (
          <section key={first_day}>
            <Title order={2}>{name}</Title>
            <Places places={places} hasPodium={false} ownId={null} />
          </section>
        ))}
        <p className="more-links">
          <a href={boardUrl({ kind: "creators" })}>{t("history.back")}</a>
        </p>
      </BoardFrame>
    );
  const { range, places, pages, own, note } = board;
  return (
    <BoardFrame at={{ kind: "creators", range }}>
      {note === null ? null : (
        <p className="note" role="status" data-toast="">
          {note}
        </p>
      )}
      {places.length === 0 ? <p className="board-empty">{t(`empty.${range}`)}</p> : null}
      <Places places={places} hasPodium={pages.current === 1} ownId={own?.id ?? null} />
      <Pages {...pages} />
      <p className="more-links">
        <a href={boardUrl({ kind: "creators", interval: "day" })}>{t("history.title")}</a>
      </p>
      {own ? <OwnPlace own={own} /> : null}
      {own ? <OwnSettings own={own} range={range} lastResult={actionData} /> : null}
    </BoardFrame>
  );
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  return [{ name: "description", content: loaderData.description }];
}

async function changeOwnSide(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Response | FormReply> {
  const posted = await readCheckableForm(request);
  const viewer = await requireCreator(request, context);
  const isIn = hasFullAccess(viewer) && viewer.status !== "LOCKED" && stageOf(viewer) === null;
  if (!isIn) throw data(null, { status: 403 });
  const page = boardUrl({ kind: "creators", range: rangeField.parse(posted.get("range")) });
  const back = async (done: "ranking_on" | "ranking_off" | "country_saved") =>
    redirect(page, { status: 303, headers: await doneHeaders(context, done) });
  const { db, clock, reservedNames } = context.get(servicesContext);
  if (posted.get("intent") === "ranking") {
    const form = parseForm(request, context, posted, rankingSwitch, {}, "errors.ranking.update_failed");
    if (!form.ok) return form.reply;
    await setRanking(db, viewer.id, form.value.enabled, clock());
    return back(form.value.enabled ? "ranking_on" : "ranking_off");
  }
  const form = parseForm(request, context, posted, countryCall, {}, "errors.country.update_failed");
  if (!form.ok) return form.reply;
  const { country_id } = form.value;
  if (!(await isCountry(db, country_id))) return form.refuse({ country_id: "errors.country.required" });
  await saveProfile(db, viewer.id, { country_id }, reservedNames, clock());
  return back("country_saved");
}
