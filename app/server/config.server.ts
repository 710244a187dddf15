import { isValidBIC } from "ibantools";
import { z } from "zod";
import { OperatorError } from "../../db/operator-error.ts";
import {
  type DatevSettings,
  datevProblems,
  datevSettings,
  datevSettingsOf,
} from "../domain/ledger/datev-settings.schema.ts";
import { botSettings } from "../domain/microblog/networks/discord.server.ts";
import { NETWORK_KINDS } from "../domain/microblog/networks/list.server.ts";
import type { ConfiguredNetwork } from "../domain/microblog/networks/network-kind.server.ts";
import { compactAccount, isIban } from "../domain/money/iban.ts";
import { PAYMENT_TYPES } from "../domain/payments/provider-port.ts";
import type { ConfiguredProvider } from "../domain/payments/providers/provider-kind.ts";
import { PROVIDER_KINDS } from "../domain/payments/providers/providers.server.ts";
import { sandboxSettings } from "../domain/payments/providers/sandbox.server.ts";
import { type ViesSettings, viesSettings, viesSettingsOf } from "../domain/tax/vies-settings.schema.ts";
import { limitTable } from "../http/limit-table.ts";
import type { S3Settings } from "../media/s3-store.server.ts";
import { productRules } from "../product-rules.ts";
import { databaseProblem, databaseSettings } from "./database-settings.ts";
import { liveProblems } from "./live-settings.server.ts";
import { operatorSettings } from "./operator-details.server.ts";
import { Faults, type Given } from "./setting-faults.server.ts";

const withoutBlanks = (text: string) => text.replace(/\s/g, "").toUpperCase();

const ROUTE = /^(([A-Z_]+)(?:\/[A-Z]{3})?)=([\w-]+)$/;

const ORIGIN_ONLY = "write scheme, host and port alone, as in https://tips.example, with no slash at the end";

/** True for an address without a path, as a browser writes it in its Origin header. */
function isOrigin(url: string): boolean {
  return URL.canParse(url) && new URL(url).origin === url;
}

/** The settings of the process; those of payment providers stand beside each. */
const environmentSchema = z.object({
  APP_MODE: z.enum(["demo", "live"]).optional(),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default("0.0.0.0"),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .refine(isOrigin, ORIGIN_ONLY)
    .optional(),
  DATA_DIR: z.string().optional(),
  ...databaseSettings,
  APP_SECRET: z.string().min(32).optional(),
  /** Encrypts documents and second factors at rest; the secret's own where none is given. */
  DATA_KEY: z.string().min(32).optional(),
  /** Keys that encrypted things before, separated by commas: what they encrypted still opens. */
  DATA_KEY_PREVIOUS: z
    .string()
    .default("")
    .transform((list) =>
      list
        .split(",")
        .map((key) => key.trim())
        .filter(Boolean),
    )
    .refine((keys) => keys.every((key) => key.length >= 32), "each key needs 32 characters or more"),
  /** Who takes the fans' money: names separated by commas, the preferred first. */
  PAYMENT_PROVIDER: z
    .string()
    .transform((list) => [...new Set(list.split(",").map((name) => name.trim()))])
    .pipe(z.array(z.enum(PROVIDER_KINDS.map(({ name }) => name))))
    .optional(),
  /** Ways to pay that one of them alone serves, as in "INETCASH_CC/USD=stripe, INETCASH_DD=sandbox". */
  PAYMENT_ROUTES: z
    .string()
    .default("")
    .transform((list, context) => {
      const entries = list
        .split(",")
        .map((entry) => entry.trim())
        .filter(Boolean);
      return new Map(
        entries.map((entry): [string, string] => {
          const [, way = "", type = "", name = ""] = ROUTE.exec(entry) ?? [];
          if (!PAYMENT_TYPES.some((each) => each === type))
            context.addIssue(`"${entry}" is not INETCASH_CC=name or INETCASH_CC/EUR=name`);
          return [way, name];
        }),
      );
    }),
  ...botSettings,
  /** Whether the demo serves stand-ins for X and Discord where neither is set up. */
  DEMO_NETWORKS: z.enum(["stand-ins", "none"]).default("stand-ins"),
  /** The sandbox as the outside party that this process runs. */
  ...sandboxSettings,
  /** Where pictures and documents are kept instead of in DATA_DIR; all five or none. */
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  REFERENCE_RATES_URL: z.url().optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:/)
    .optional(),
  MAIL_FROM: z.string().default("Tribute <hello@tribute.example>"),
  /** Shown in the footer. */
  CONTACT_EMAIL: z.email().default("hello@tribute.example"),
  REMOVAL_EMAIL: z.email().default("removal@tribute.example"),
  /** The day that the seasonal decoration takes for today: to look at it, and for tests. */
  SEASON_DATE: z.iso
    .date()
    .transform((day) => new Date(`${day}T12:00:00Z`))
    .optional(),
  /** Our own pages elsewhere, as "Label=https://…", separated by commas. */
  SOCIAL_LINKS: z
    .string()
    .default("")
    .transform((list, context) =>
      list
        .split(",")
        .map((entry) => entry.trim())
        .filter(Boolean)
        .map((entry) => {
          const [label = "", ...url] = entry.split("=");
          if (!/^https:\/\//.test(url.join("="))) context.addIssue(`"${entry}" is not Label=https://…`);
          return { label, url: url.join("=") };
        }),
    ),
  TRUSTED_PROXIES: z
    .string()
    .default("")
    .transform((list) =>
      list
        .split(",")
        .map((entry) => entry.trim())
        .filter(Boolean),
    ),
  /** The header in which a trusted proxy tells the caller's country. */
  COUNTRY_HEADER: z
    .string()
    .regex(/^[\w-]+$/)
    .toLowerCase()
    .optional(),
  /** Another file of countries by address than the one that is shipped. */
  COUNTRY_DATABASE: z.string().optional(),
  /** Sites whose pages may call the API, by token or as guests, as in "https://shop.example, https://blog.example". */
  API_ORIGINS: z
    .string()
    .default("")
    .transform((list) =>
      list
        .split(",")
        .map((entry) => entry.trim())
        .filter(Boolean),
    )
    .refine(
      (origins) => origins.every((each) => URL.parse(each)?.origin === each),
      "write origins such as https://shop.example, with commas between them",
    ),
  /** Posts that one address may send in a minute. */
  POSTS_PER_MINUTE: z.coerce.number().int().min(1).default(limitTable.posts.points),
  /** How many times as many pages, tips and payments may be begun (docs/limits.md): for load tests. */
  CROWD_FACTOR: z.coerce.number().int().min(1).max(1_000_000).default(1),
  /** Opens /metrics to whoever bears it; without one there is no such page. */
  METRICS_TOKEN: z.string().min(16).optional(),
  /** /healthz, /readyz and /metrics are served here alone, when it is set. */
  OPS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  OPS_HOST: z.string().default("127.0.0.1"),
  /** How long a stop goes on answering while /readyz says 503, so that a balancer notices. */
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(60).default(0),
  /** Our own account, from which creators are paid by SEPA; in a demo there is one. */
  PAYOUT_ACCOUNT_OWNER: z.string().trim().min(1).max(70).optional(),
  PAYOUT_IBAN: z.string().transform(compactAccount).refine(isIban, "this is no IBAN").optional(),
  PAYOUT_BIC: z.string().transform(withoutBlanks).refine(isValidBIC, "this is no BIC").optional(),
  /** From which worth a day, in EUR, an operator needs another; 0 is always, "none" is for one who works alone. */
  SECOND_OPERATOR_FROM: z
    .string()
    .regex(/^(?:none|\d{1,9}(?:\.\d{2})?)$/, 'write an amount in EUR, as in 1000.00, or "none"')
    .optional(),
  /** Who issues receipts and statements, as "Name; street; town; VAT id"; in a demo a made-up company does. */
  STATEMENT_ISSUER: z
    .string()
    .default("Tribute (demo); Example Street 1; 10115 Berlin; VAT ID DE000000000")
    .transform((lines) =>
      lines
        .split(";")
        .map((line) => line.trim())
        .filter(Boolean),
    ),
  /** Who runs the installation, as imprint and privacy page say it (operator-details.server.ts). */
  ...operatorSettings,
  ...datevSettings,
  ...viesSettings,
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).optional(),
});

/** Every setting there is; the README, docs/operations.md and compose.yaml name the same ones. */
export const settingNames: readonly string[] = [
  ...new Set([
    ...Object.keys(environmentSchema.shape),
    ...PROVIDER_KINDS.flatMap((kind) => kind.settingNames),
    ...NETWORK_KINDS.flatMap((kind) => kind.settingNames),
  ]),
];

type Environment = z.infer<typeof environmentSchema>;
type Settings = Omit<Environment, "APP_MODE">;

/** The settings of this process, checked once at the start. */
export interface Config extends Omit<Environment, "APP_MODE" | "PAYMENT_PROVIDER"> {
  mode: "demo" | "live";
  /** The payment providers, the preferred first; in a demo the sandbox, unless others are given. */
  providers: readonly ConfiguredProvider[];
  /** The microblogging networks that creators can link; none where none is set up. */
  networks: readonly ConfiguredNetwork[];
  /** Those that a demo serves itself, since no others are set up. */
  standIns: Readonly<Record<"x" | "discord", boolean>>;
  /** From which worth of a day's acts on an operator needs another, in minor units of EUR; null for never. */
  secondOperatorFromMinor: number | null;
  /** Null when nobody said which: then there are no SEPA payments. */
  payoutAccount: { owner: string; iban: string; bic: string } | null;
  /** Our numbers at an accountant; null when nobody said which: then there is no export for DATEV. */
  datev: DatevSettings | null;
  /** How VAT ids are looked up; null where they are not. */
  vies: ViesSettings | null;
}

const S3_NAMES = [
  "S3_ENDPOINT",
  "S3_BUCKET",
  "S3_REGION",
  "S3_ACCESS_KEY_ID",
  "S3_SECRET_ACCESS_KEY",
] as const;

/** Settings are missing or wrong; its message has a line for each, which the operator reads. */
export class ConfigError extends OperatorError {
  override name = "ConfigError";
}

/**
 * Reads the environment (docs/product.md, 2.1). Demo unless DATABASE_URL is set; live refuses to start without
 * secrets, a provider, SMTP and a public URL. Throws ConfigError with a line for everything that is wrong.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const faults = new Faults();
  const { APP_MODE, ...settings } = faults.read(given, (each) => environmentSchema.parse(each));
  const { PAYMENT_PROVIDER: providerNames = ["sandbox"], ...rest } = settings;
  const providers = PROVIDER_KINDS.filter(({ name }) => providerNames.includes(name))
    .sort((a, b) => providerNames.indexOf(a.name) - providerNames.indexOf(b.name))
    .flatMap((kind) => faults.attempt(() => kind.configure(given)) ?? []);
  const networks = NETWORK_KINDS.flatMap((kind) => faults.attempt(() => kind.configure(given)) ?? []);
  const mode = APP_MODE ?? (settings.DATABASE_URL || faults.has("DATABASE_URL") ? "live" : "demo");
  faults.add(...problemsOf(settings, providerNames));
  if (mode === "live") faults.add(...unfitForLive(settings, [...providers, ...networks], given, faults));
  if (faults.lines.length > 0)
    throw new ConfigError(faults.lines.map((line) => `Configuration: ${line}`).join("\n"));
  return {
    ...rest,
    mode,
    providers,
    networks,
    standIns: standInsOf(settings, given, mode),
    SOCIAL_LINKS: mode === "demo" && !given.SOCIAL_LINKS ? DEMO_SOCIAL_LINKS : settings.SOCIAL_LINKS,
    payoutAccount: payoutAccountOf(settings, mode),
    datev: datevSettingsOf(settings, mode),
    vies: viesSettingsOf(settings, mode),
    secondOperatorFromMinor: secondOperatorFrom(settings.SECOND_OPERATOR_FROM),
  };
}

function secondOperatorFrom(setting: string | undefined): number | null {
  if (setting === undefined) return productRules.second_operator_from_minor;
  if (setting === "none") return null;
  const [whole, cents = "00"] = setting.split(".");
  return Number(`${whole}${cents}`);
}

function standInsOf(settings: Settings, given: Given, mode: Config["mode"]): Config["standIns"] {
  const isDemo = mode === "demo" && settings.DEMO_NETWORKS === "stand-ins";
  return { x: isDemo && !given.X_API_KEY, discord: isDemo && !given.DISCORD_APPLICATION_ID };
}

/** Pages that nobody has, so that a demo's footer is whole. */
const DEMO_SOCIAL_LINKS = [
  { label: "Mastodon", url: "https://mastodon.example" },
  { label: "Bluesky", url: "https://bluesky.example" },
];

/** The account that German manuals show as an example. */
const DEMO_ACCOUNT = { owner: "Tribute Demo", iban: "DE02120300000000202051", bic: "BYLADEM1001" };

function payoutAccountOf(settings: Settings, mode: Config["mode"]): Config["payoutAccount"] {
  const { PAYOUT_ACCOUNT_OWNER: owner, PAYOUT_IBAN: iban, PAYOUT_BIC: bic } = settings;
  if (owner && iban && bic) return { owner, iban, bic };
  const isUnset = !owner && !iban && !bic;
  return mode === "demo" && isUnset ? DEMO_ACCOUNT : null;
}

function unfitForLive(
  settings: Settings,
  parties: readonly { liveProblem: string | null }[],
  given: Given,
  known: Faults,
): string[] {
  const required = ["DATABASE_URL", "APP_SECRET", "PUBLIC_URL", "SMTP_URL", "PAYMENT_PROVIDER"] as const;
  const missing = required.filter((name) => settings[name] === undefined && !known.has(name));
  const kinds = [...PROVIDER_KINDS, ...NETWORK_KINDS];
  const secrets = kinds.flatMap(({ settingNames }) => settingNames);
  const problems = [
    ...liveProblems(settings, given, secrets),
    // No provider is chosen yet, so none of its settings is missing.
    ...(settings.PAYMENT_PROVIDER ? parties.flatMap(({ liveProblem }) => liveProblem ?? []) : []),
  ];
  return [
    ...(missing.length > 0 ? [`live mode needs ${missing.join(", ")}`] : []),
    ...problems.filter((line) => !known.has(line.split(":")[0] ?? "")),
  ];
}

/** What does not go together, in whatever mode. */
function problemsOf(settings: Settings, providerNames: readonly string[]): string[] {
  const unknown = [...settings.PAYMENT_ROUTES.values()].filter((name) => !providerNames.includes(name));
  const missing = S3_NAMES.filter((name) => settings[name] === undefined);
  const isHalfS3 = missing.length > 0 && missing.length < S3_NAMES.length;
  return [
    ...unknown.map((name) => `PAYMENT_ROUTES: PAYMENT_PROVIDER does not name "${name}"`),
    isHalfS3 ? `storage in S3 needs ${missing.join(", ")}` : null,
    databaseProblem(settings),
    ...datevProblems(settings),
    settings.DISCORD_PUBLIC_KEY && !settings.DISCORD_APPLICATION_ID
      ? "DISCORD_PUBLIC_KEY needs DISCORD_APPLICATION_ID"
      : null,
    settings.OPS_PORT === settings.PORT ? "OPS_PORT and PORT have to differ" : null,
  ].filter((problem) => problem !== null);
}

/** The bucket that pictures and documents are kept in; null when they are kept in DATA_DIR. */
export function s3Settings(config: Config): S3Settings | null {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config;
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_REGION || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return null;
  return {
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  };
}
