import { data, type RouterContextProvider } from "react-router";
import { servicesContext, settingsContext } from "../../../context.ts";
import { type LegalPage, PRIVACY_TABLES } from "../../../domain/legal-texts/legal-texts.schema.ts";
import {
  findLegalText,
  versionInForce,
  versionState,
} from "../../../domain/legal-texts/legal-texts.server.ts";
import { readMarkdown, wordsOf } from "../../../domain/legal-texts/markdown.server.ts";
import { cacheTags } from "../../../http/cache-tags.ts";
import { formatsOf } from "../../../http/i18n.server.ts";
import { legalValues } from "../../../http/operator-facts.server.ts";
import { findReader } from "../../../http/reader.server.ts";
import { shownVersions } from "./legal-values.server.ts";
import { privacyFacts } from "./privacy-facts.server.ts";

const TITLES = {
  terms: "legal:titles.terms",
  privacy: "legal:titles.privacy",
  imprint: "legal:titles.imprint",
  faq: "faq:title",
  "complaint-policy": "legal:titles.complaints",
} as const;

/** The text in force; null for our template. */
export async function ownText(request: Request, context: Readonly<RouterContextProvider>, page: LegalPage) {
  const { legal_versions } = context.get(settingsContext);
  const now = context.get(servicesContext).clock();
  const current = versionInForce(legal_versions, page, now);
  return current && (await ownVersion(request, context, page, current.version));
}

export async function ownVersion(
  request: Request,
  context: Readonly<RouterContextProvider>,
  page: LegalPage,
  version: number,
) {
  const { t, day, locale } = formatsOf(context);
  const { legal_versions } = context.get(settingsContext);
  const now = context.get(servicesContext).clock();
  const db = await findReader(request, context);
  const found = await findLegalText(db, { page, version, locale });
  if (!found) return null;
  const isEarlier = version < (versionInForce(legal_versions, page, now)?.version ?? 0);
  // An earlier version keeps its values.
  const values = { ...legalValues(context, locale), ...(isEarlier ? found.filled : {}) };
  const nodes = readMarkdown(found.text, values);
  const own = {
    page,
    ...{ version, nodes, from: day(found.valid_from), published: day(found.published_at) },
    state: versionState(legal_versions, { ...found, page }, now),
    contents: nodes.flatMap((node) =>
      typeof node !== "string" && node.tag === "h2" && node.id !== undefined
        ? [{ id: node.id, title: wordsOf(node.children) }]
        : [],
    ),
    versions: shownVersions(context, page),
    privacy: PRIVACY_TABLES.some((name) => found.text.includes(`{{${name}}}`)) ? privacyFacts(context) : null,
  };
  return data({ title: t(TITLES[page]), own }, { headers: cacheTags() });
}

export type OwnText = NonNullable<Awaited<ReturnType<typeof ownVersion>>>["data"]["own"];
