import { z } from "zod";

const line = (demo: string) => z.string().trim().min(1).max(300).default(demo);

export const operatorSettings = {
  OPERATOR_NAME: line("Tribute Demo GmbH").meta({
    is_live: true,
    description: "Company of the imprint.",
  }),
  OPERATOR_ADDRESS: line("Beispielstraße 1, 10115 Berlin, Germany").meta({
    is_live: true,
    description: "Its address.",
  }),
  OPERATOR_REGISTER: line("Amtsgericht Charlottenburg, HRB 000000").meta({
    is_live: true,
    description: "Its register entry.",
  }),
  OPERATOR_VAT_ID: line("DE000000000").meta({ is_live: true, description: "Its VAT id." }),
  OPERATOR_RESPONSIBLE: line("Erika Mustermann, Beispielstraße 1, 10115 Berlin").meta({
    is_live: true,
    description: "Responsible for content.",
  }),
  OPERATOR_DATA_PROTECTION: line("Max Mustermann, privacy@tribute.example").meta({
    is_live: true,
    description: "Data protection contact.",
  }),
  OPERATOR_AUTHORITY: line(
    "Berliner Beauftragte für Datenschutz und Informationsfreiheit, Alt-Moabit 59–61, 10555 Berlin",
  ).meta({ is_live: true, description: "Data protection authority." }),
  OPERATOR_SUPERVISION: line("Bezirksamt Mitte von Berlin, Ordnungsamt, 13341 Berlin").meta({
    is_live: true,
    description: "Supervising authority of the service.",
  }),
  OPERATOR_PROCESSORS: z
    .string()
    .default("Beispiel-Hosting GmbH, Berlin=Hosting")
    .transform((list, context) =>
      list
        .split(";")
        .map((entry) => entry.trim())
        .filter(Boolean)
        .map((entry) => {
          const [who = "", ...purpose] = entry.split("=").map((part) => part.trim());
          if (who === "" || purpose.join("=") === "")
            context.addIssue(`"${entry}" is not "Company, place=what for"`);
          return { who, purpose: purpose.join("=") };
        }),
    )
    .meta({
      fallback: "`Beispiel-Hosting GmbH, Berlin=Hosting`",
      is_live: true,
      description: "Processors for the privacy page: `Company, place=purpose`, separated by semicolons.",
    }),
};

export const OPERATOR_SETTINGS: readonly string[] = Object.keys(operatorSettings);

/** Real authorities, which a live product may share with the demo. */
const REAL = ["OPERATOR_AUTHORITY", "OPERATOR_SUPERVISION"];

/** In any spelling; null for none. */
function demoNameIn(setting: string, value: string): string | null {
  if (REAL.includes(setting)) return null;
  const typed = folded(value);
  return DEMO_NAMES.find((name) => typed.includes(folded(name))) ?? null;
}

/** One of these marks a value as the demo's. */
const DEMO_NAMES = [
  ...["Tribute Demo GmbH", "Beispielstraße 1, 10115 Berlin", "HRB 000000", "DE000000000"],
  ...["Erika Mustermann", "Max Mustermann", "privacy@tribute.example", "Beispiel-Hosting GmbH"],
];

const folded = (text: string) => text.toLowerCase().replace(/[\s,;]+/g, " ");

export interface LiveSettings {
  PUBLIC_URL?: string | undefined;
  MAIL_FROM: string;
  CONTACT_EMAIL: string;
  REMOVAL_EMAIL: string;
  STATEMENT_ISSUER: readonly string[];
}

const ADDRESSES = ["MAIL_FROM", "CONTACT_EMAIL", "REMOVAL_EMAIL"] as const;

const SECRETS = ["APP_SECRET", "DATA_KEY", "METRICS_TOKEN"];
const PROVIDER_SECRET = /_(KEY|SECRET|TOKEN)$/;
/** One in three million outputs of `openssl rand -hex 8` has fewer. */
const DIFFERENT_CHARACTERS = 5;

/** RFC 2606: no mailbox exists there. */
const EXAMPLE_DOMAIN = /(^|\.)(example|example\.(com|net|org))$/;
const ADDRESS = /^[^\s<>@]+@([^\s<>@]+)$/;
/** Country letters, then at least seven digits. */
const VAT_ID = /\b[A-Z]{2,3}[ -]?[A-Z]?(?:\d[ .]?){7,12}/;
const MADE_UP = /\b[A-Z]{2}0{7,}\b/;
const THIS_MACHINE = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * One line per problem, with the setting and never a secret. `providerSettings`: names that providers read.
 */
export function liveProblems(
  settings: LiveSettings,
  given: Readonly<Record<string, string | undefined>>,
  providerSettings: readonly string[],
): string[] {
  const url = settings.PUBLIC_URL === undefined ? null : new URL(settings.PUBLIC_URL);
  const secrets = [...SECRETS, ...providerSettings.filter((each) => PROVIDER_SECRET.test(each))];
  return [
    url && url.protocol !== "https:" && !THIS_MACHINE.has(url.hostname)
      ? "PUBLIC_URL: live mode needs https, unless the host is this machine"
      : null,
    ...secrets.map((name) => secretProblem(name, given[name])),
    ...ADDRESSES.map((name) => addressProblem(name, settings[name])),
    ...OPERATOR_SETTINGS.map((name) => operatorProblem(name, given[name]?.trim())),
    issuerProblem(settings.STATEMENT_ISSUER),
  ].filter((problem) => problem !== null);
}

function secretProblem(name: string, secret: string | undefined): string | null {
  if (secret === undefined || !isGuessable(secret)) return null;
  return `${name}: it is too easy to guess; make one with "openssl rand -hex 32"`;
}

function addressProblem(name: string, sender: string): string | null {
  const domain = domainOf(sender);
  if (domain === null) return `${name}: there is no email address in it`;
  return EXAMPLE_DOMAIN.test(domain) ? `${name}: live mode needs an address of yours, not the example` : null;
}

function operatorProblem(name: string, value: string | undefined): string | null {
  if (!value) return `${name}: imprint and privacy page name who runs the product; live mode needs yours`;
  const demo = demoNameIn(name, value);
  return demo === null ? null : `${name}: "${demo}" is the demo's; live mode needs who runs the product`;
}

function issuerProblem(issuer: readonly string[]): string | null {
  const isWhole =
    issuer.length >= 3 &&
    issuer.some((line) => VAT_ID.test(line)) &&
    !issuer.some((line) => MADE_UP.test(line));
  return isWhole
    ? null
    : 'STATEMENT_ISSUER: receipts name who issues them; write "Company; street; town; VAT id"';
}

function isGuessable(secret: string): boolean {
  return new Set(secret).size < DIFFERENT_CHARACTERS || /^(.+?)\1+$/s.test(secret);
}

function domainOf(sender: string): string | null {
  const address = /<([^<>]*)>\s*$/.exec(sender)?.[1] ?? sender;
  return ADDRESS.exec(address.trim())?.[1]?.toLowerCase().replace(/\.$/, "") ?? null;
}
