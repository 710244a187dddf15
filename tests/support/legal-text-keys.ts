import { CALLS, CALLS_BY_GROUP } from "../../app/api/calls.ts";
import { callName } from "../../app/api/openapi.server.ts";
import { DECISIONS, REASONS } from "../../app/domain/content-cases/content-case.schema.ts";
import { PRIVACY_GROUP_NAMES } from "../../app/domain/retention/privacy-groups.ts";
import { COOKIE_NAMES } from "../../app/http/cookie-names.ts";
import faq from "../../locales/en/faq.ts";

const LEGAL_PAGES = ["terms", "privacy", "imprint", "imprint2", "complaints", "accessibility"];

const QUESTIONS = Object.keys(faq).filter((name) => !["title", "intro", "groups"].includes(name));

/** The parts of each legal page. */
const LEGAL = {
  terms: "parties fans withdrawal creators payouts unwanted locking liability ending law",
  privacy: "controller visit tip creator notices recipients cookies periods rights",
  complaints: "report deciding complaining outside payments",
  accessibility: "state gaps feedback",
};

const words = (text: string): readonly string[] => text.split(" ");

/** The keys of legal pages, questions and the privacy page's tables that are put together while the program runs. */
export const LEGAL_KEYS: Record<string, readonly string[]> = {
  "legal:titles.*": LEGAL_PAGES,
  "legal:intros.*": LEGAL_PAGES,
  ...Object.fromEntries(
    Object.entries(LEGAL).flatMap(([page, parts]) =>
      ["title", "text"].map((each) => [`legal:${page}.*.${each}`, words(parts)]),
    ),
  ),
  ...Object.fromEntries(
    ["what", "until", "after"].map((part) => [`legal:periods.*.${part}`, PRIVACY_GROUP_NAMES]),
  ),
  ...Object.fromEntries(["purposes", "times"].map((part) => [`legal:cookies.${part}.*`, COOKIE_NAMES])),
  ...Object.fromEntries(["question", "answer"].map((part) => [`faq:*.${part}`, QUESTIONS])),
  "faq:groups.*": ["fans", "creators", "money", "together", "more"],
};

/** The keys of the page about the API. */
export const API_KEYS: Record<string, readonly string[]> = {
  ...Object.fromEntries(
    ["title", "text"].map((each) => [
      `api:about.*.${each}`,
      words("signIn answers refusals repeating sites"),
    ]),
  ),
  "api:groups.*": Object.keys(CALLS_BY_GROUP),
  "api:calls.*": CALLS.map(callName),
  "api:who.*": words("anyone user unlocked member creator active"),
  "api:places.*": words("path query"),
  "api:types.*": words("string number integer boolean uuid email date moment binary object unknown null"),
};

/** The keys of notices about content. */
export const REPORT_KEYS: Record<string, readonly string[]> = {
  "report:reasons.*": REASONS,
  "report:case.states.*": ["OPEN", "DECIDED", "COMPLAINT"],
  "report:case.decisions.*": DECISIONS,
  "report:admin.states.*": ["OPEN", "DECIDED", "COMPLAINT"],
  "report:admin.views.*": ["open", "all"],
  "report:admin.complaintOf.*": ["REPORTER", "CREATOR"],
  "report:admin.done.*": ["decided", "other_operator", "gone"],
  "mail:contentDecision.side.*": ["REPORTER", "CREATOR"],
  "mail:contentDecision.decision.*": DECISIONS,
};
