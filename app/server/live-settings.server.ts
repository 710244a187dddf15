import { demoNameIn, OPERATOR_SETTINGS } from "./operator-details.server.ts";

/** Settings as they were given, or as they are when nobody gave them. */
export interface LiveSettings {
  PUBLIC_URL?: string | undefined;
  MAIL_FROM: string;
  CONTACT_EMAIL: string;
  REMOVAL_EMAIL: string;
  STATEMENT_ISSUER: readonly string[];
}

const ADDRESSES = ["MAIL_FROM", "CONTACT_EMAIL", "REMOVAL_EMAIL"] as const;

/** What signs, encrypts or opens a door, the payment providers' own settings aside. */
const SECRETS = ["APP_SECRET", "DATA_KEY", "METRICS_TOKEN"];
/** So a provider calls what is secret among its settings. */
const PROVIDER_SECRET = /_(KEY|SECRET|TOKEN)$/;
/** `openssl rand -hex 8` has fewer in one of three million. */
const DIFFERENT_CHARACTERS = 5;

/** Reserved for examples (RFC 2606): nobody reads mail there. */
const EXAMPLE_DOMAIN = /(^|\.)(example|example\.(com|net|org))$/;
const ADDRESS = /^[^\s<>@]+@([^\s<>@]+)$/;
/** As VAT ids are written: a country's letters, then seven digits or more. */
const VAT_ID = /\b[A-Z]{2,3}[ -]?[A-Z]?(?:\d[ .]?){7,12}/;
const MADE_UP = /\b[A-Z]{2}0{7,}\b/;
const THIS_MACHINE = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * All that a live product must not start with, each as a line that names its setting and never shows a secret. `given` is
 * the environment, `providerSettings` the names of what payment providers read of it.
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

/** One character or one word over and over, however long. */
function isGuessable(secret: string): boolean {
  return new Set(secret).size < DIFFERENT_CHARACTERS || /^(.+?)\1+$/s.test(secret);
}

/** Of "Tribute <hello@tips.example>", or of the address alone. */
function domainOf(sender: string): string | null {
  const address = /<([^<>]*)>\s*$/.exec(sender)?.[1] ?? sender;
  return ADDRESS.exec(address.trim())?.[1]?.toLowerCase().replace(/\.$/, "") ?? null;
}
