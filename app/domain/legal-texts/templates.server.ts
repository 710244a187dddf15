import type { Locale } from "../../../locales/index.ts";
import { textOf } from "../../../locales/text-of.ts";
import {
  FAQ_GROUPS,
  FAQ_QUESTIONS,
  LEGAL_SECTIONS,
  type LegalPage,
  PRIVACY_TABLES,
} from "./legal-texts.schema.ts";

/** With placeholders: an operator's starting point. */
export function templateOf(page: LegalPage, locale: Locale): string {
  const text = (key: string) => textOf(locale, key);
  return blocksOf(page, text).join("\n\n");
}

type TextOf = (key: string) => string;

function blocksOf(page: LegalPage, text: TextOf): string[] {
  switch (page) {
    case "faq":
      return faqBlocks(text);
    case "imprint":
      return imprintBlocks(text);
    default: {
      const area = page === "complaint-policy" ? "complaints" : page;
      const tables: readonly string[] = page === "privacy" ? PRIVACY_TABLES : [];
      const sections = LEGAL_SECTIONS[area].flatMap((id) => [
        ...sectionBlocks(id, text(`legal:${area}.${id}.title`), text(`legal:${area}.${id}.text`)),
        ...(tables.includes(id) ? [`{{${id}}}`] : []),
      ]);
      return [text(`legal:intros.${area}`), ...sections];
    }
  }
}

const sectionBlocks = (id: string, title: string, text: string) => [`## ${title} {#${id}}`, paragraphs(text)];

function faqBlocks(text: TextOf): string[] {
  const questions = FAQ_GROUPS.flatMap((group) => [
    `## ${text(`faq:groups.${group}`)} {#${group}}`,
    ...FAQ_QUESTIONS[group].flatMap((name) => [
      `### ${text(`faq:${name}.question`)} {#answer-${name}}`,
      paragraphs(text(`faq:${name}.answer`)),
    ]),
  ]);
  return [text("faq:intro"), ...questions];
}

const IMPRINT_FACTS = [
  ...([
    ["provider", "operator"],
    ["address", "address"],
    ["email", "contact"],
    ["register", "register"],
  ] as const),
  ...([
    ["vatId", "vatId"],
    ["responsible", "responsible"],
    ["dataProtection", "dataProtection"],
    ["authority", "supervision"],
  ] as const),
];

function imprintBlocks(text: TextOf): string[] {
  const facts = IMPRINT_FACTS.map(([label, fact]) => `- **${text(`legal:imprint.${label}`)}:** {{${fact}}}`);
  return [
    text("legal:intros.imprint"),
    facts.join("\n"),
    ...sectionBlocks("contacts", text("legal:imprint.contacts.title"), text("legal:imprint.contacts.text")),
  ];
}

/** A line is a paragraph; list points stay together. */
function paragraphs(text: string): string {
  return text.replace(/\n(?!- )/g, "\n\n").replace(/(^|\n)(?!- )(.+)\n- /g, "$1$2\n\n- ");
}
