import { data, type RouterContextProvider } from "react-router";
import { servicesContext, settingsContext } from "../../../context.ts";
import { LEGAL_PAGES, type LegalPage } from "../../../domain/legal-texts/legal-texts.schema.ts";
import {
  type VersionState,
  versionInForce,
  versionState,
} from "../../../domain/legal-texts/legal-texts.server.ts";
import { cacheTags } from "../../../http/cache-tags.ts";
import { formatsOf } from "../../../http/i18n.server.ts";
import { operatorOf } from "../../../http/operator-facts.server.ts";

/** Update with every change of a legal text. */
const CHANGED = "2026-11-28";

type LegalName = "terms" | "privacy" | "imprint" | "imprint2" | "complaints" | "accessibility";

/** Cacheable: a change of settings empties the cache. */
export function legalData<More extends object>(
  context: Readonly<RouterContextProvider>,
  page: LegalName,
  more: More,
) {
  const { t, day } = formatsOf(context);
  const facts = {
    title: t(`legal:titles.${page}`),
    intro: t(`legal:intros.${page}`),
    changed: day(CHANGED),
    values: operatorOf(context),
    ...templateFacts(context, LEGAL_PAGES.find((each) => each === PATHS[page]) ?? null),
  };
  return data({ ...facts, ...more }, { headers: cacheTags() });
}

const PATHS: Partial<Record<LegalName, string>> = {
  ...{ terms: "terms", privacy: "privacy", imprint: "imprint", complaints: "complaint-policy" },
};

export interface ShownVersion {
  version: number;
  state: VersionState;
  from: string;
  href: string;
}

export function templateFacts(context: Readonly<RouterContextProvider>, page: LegalPage | null) {
  const isLive = context.get(servicesContext).config.mode === "live";
  return {
    isUnaccepted: isLive && page !== null,
    versions: page === null ? [] : shownVersions(context, page),
  };
}

export function shownVersions(context: Readonly<RouterContextProvider>, page: LegalPage): ShownVersion[] {
  const { legal_versions } = context.get(settingsContext);
  const now = context.get(servicesContext).clock();
  const { day } = formatsOf(context);
  const current = versionInForce(legal_versions, page, now)?.version ?? 0;
  const all = legal_versions
    .filter((each) => each.page === page)
    .map((each): ShownVersion => {
      const { version, valid_from } = each;
      const state = versionState(legal_versions, each, now);
      const href = state === "inForce" ? `/${page}` : `/${page}/${version}`;
      return { version, state, from: day(valid_from), href };
    })
    .reverse();
  return all.length === 1 && current === 1 ? [] : all;
}
