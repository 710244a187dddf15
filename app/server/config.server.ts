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
import { parseAmount } from "../domain/money/minor.ts";
import { PAYMENT_TYPES, type Providers } from "../domain/payments/provider-port.ts";
import type { ConfiguredProvider } from "../domain/payments/providers/provider-kind.ts";
import { PROVIDER_KINDS } from "../domain/payments/providers/providers.server.ts";
import { sandboxSettings } from "../domain/payments/providers/sandbox.server.ts";
import { RULE_RANGES } from "../domain/settings/price-rules.schema.ts";
import type { SettingsEnvironment } from "../domain/settings/settings.server.ts";
import { type ViesSettings, viesSettings, viesSettingsOf } from "../domain/tax/vat-id.schema.ts";
import type { MoneyModel } from "../domain/users/money-model.schema.ts";
import { limitTable } from "../http/limit-table.ts";
import type { S3Settings } from "../media/s3-store.server.ts";
import { productRules } from "../product-rules.ts";
import { defaultSettings } from "../product-settings.ts";
import { liveProblems, operatorSettings } from "./live-settings.server.ts";

const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:/, "write an address as in postgresql://role:password@host/name");

const databaseSettings = {
  DATABASE_URL: postgresUrl.optional().meta({
    fallback: "the embedded PostgreSQL",
    is_live: true,
    description: "PostgreSQL 15 or later, encoding UTF8.",
  }),
  DATABASE_MIGRATION_URL: postgresUrl.optional().meta({
    fallback: "`DATABASE_URL`",
    description: "The same by the tables' owner, so that the product's role cannot change the ledger.",
  }),
  DATABASE_DIRECT_URL: postgresUrl.optional().meta({
    fallback: "`DATABASE_URL`",
    description:
      "The same past a [pooler](operations.md#a-pooler): cache news, jobs, locks, commands and migrations.",
  }),
  DATABASE_READ_URL: postgresUrl.optional().meta({
    description: "One streaming [replica](operations.md#a-replica) for reading pages.",
  }),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(20).meta({
    description: "Connections per process; jobs, limits and cache news take ten more, and more above 40.",
  }),
  DATABASE_STATEMENTS: z.enum(["named", "unnamed"]).default("named").meta({
    description: "`unnamed` behind a pooler without prepared statements (PgBouncer before 1.21).",
  }),
};

const withoutBlanks = (text: string) => text.replace(/\s/g, "").toUpperCase();

const ROUTE = /^(([A-Z_]+)(?:\/[A-Z]{3})?)=([\w-]+)$/;

const ORIGIN_ONLY = "write scheme, host and port alone, as in https://tips.example, with no slash at the end";

function isOrigin(url: string): boolean {
  return URL.canParse(url) && new URL(url).origin === url;
}

const { tip } = productRules;

const environmentSchema = z.object({
  APP_MODE: z.enum(["demo", "live"]).optional().meta({
    fallback: "`live` with `DATABASE_URL`, else `demo`",
    description:
      "`demo`: demo world, sandbox, mails on `/dev/mail`, stand-ins of X and Discord. `live` needs what is marked *live*.",
  }),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000).meta({ description: "Port of the pages." }),
  HOST: z.string().default("0.0.0.0").meta({ description: "Address to listen on." }),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .refine(isOrigin, ORIGIN_ONLY)
    .optional()
    .meta({
      fallback: "`http://localhost:PORT`",
      is_live: true,
      description:
        "The product's address: scheme, host and port, without a slash at the end; `https` unless local. Links, origin check and HSTS follow it.",
    }),
  DATA_DIR: z.string().optional().meta({
    fallback: "`./data`",
    description: "Folder of pictures and documents; in a demo also database and secret.",
  }),
  ...databaseSettings,
  APP_SECRET: z.string().min(32).optional().meta({
    fallback: "demo: made once, kept in `DATA_DIR`",
    is_live: true,
    description: "32 characters or more; signs links and sessions, which a new one ends.",
  }),
  DATA_KEY: z.string().min(32).optional().meta({
    fallback: "`APP_SECRET`",
    description:
      "32 characters or more; encrypts documents, second factors and payout data. Set your own, so that `APP_SECRET` can change, and keep it with the backups: they need it. Live mode refuses a key that opens nothing stored.",
  }),
  DATA_KEY_PREVIOUS: z
    .string()
    .default("")
    .transform((list) =>
      list
        .split(",")
        .map((key) => key.trim())
        .filter(Boolean),
    )
    .refine((keys) => keys.every((key) => key.length >= 32), "each key needs 32 characters or more")
    .meta({
      description: "Earlier keys. See [Changing keys](operations.md#changing-keys).",
    }),
  PAYMENT_PROVIDER: z
    .string()
    .transform((list) => [...new Set(list.split(",").map((name) => name.trim()))])
    .pipe(z.array(z.enum(PROVIDER_KINDS.map(({ name }) => name))))
    .optional()
    .meta({
      fallback: "`sandbox` in a demo",
      is_live: true,
      description:
        "Providers, preferred first: `stripe`, `inetcash`, and `sandbox` without real money. A replaced one stays last until its payments are through.",
    }),
  MONEY_MODEL: z.enum(["held", "direct"]).default("held").meta({
    description:
      "Of new creators. `held`: you pay their tips out. `direct`: fans pay the creator's account at the provider; vouchers are off until `/admin/settings` switches them on. See [licences](licences.md).",
  }),
  DIRECT_GROUPS: z.enum(["off", "transfers"]).default("off").meta({
    description:
      "Direct groups. `off`: no tips. `transfers`: tips come to your account, which passes shares on at once: see [licences](licences.md#groups).",
  }),
  VERIFICATION: z.enum(["own", "stripe"]).default("own").meta({
    description: "`own`: operators review documents; `stripe`: Stripe's check of the connected account.",
  }),
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
    })
    .meta({
      description:
        "Methods of one provider alone: `INETCASH_DD=stripe`, for one currency `INETCASH_CC/USD=stripe`.",
    }),
  ...botSettings,
  DEMO_NETWORKS: z.enum(["stand-ins", "none"]).default("stand-ins").meta({
    description: "`none`: no stand-ins of X and Discord (`/dev/networks`).",
  }),
  ...sandboxSettings,
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({
      fallback: "none: kept in `DATA_DIR`",
      description: "S3-compatible [storage](operations.md#storage); all five `S3_` settings or none.",
    }),
  S3_BUCKET: z.string().optional().meta({ description: "The bucket." }),
  S3_REGION: z.string().optional().meta({ description: "The region." }),
  S3_ACCESS_KEY_ID: z.string().optional().meta({ description: "The access key." }),
  S3_SECRET_ACCESS_KEY: z.string().optional().meta({ description: "The access key's secret." }),
  REFERENCE_RATES_URL: z.url().optional().meta({
    fallback: "none: the shipped snapshot; in `compose.yaml` the bank's own",
    description:
      "The ECB's daily file, `https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml`. Live mode uses no rates older than seven days: without it fans pay only in the creator's currency. See [rates](operations.md#reference-rates).",
  }),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:/)
    .optional()
    .meta({
      fallback: "demo: the mail page",
      is_live: true,
      description: "`smtp://user:password@host:587` or `smtps://…`",
    }),
  MAIL_FROM: z.string().default("Tribute <hello@tribute.example>").meta({
    is_live: true,
    description: "Sender of all mails; a name wins over `/admin/settings`.",
  }),
  CONTACT_EMAIL: z.email().default("hello@tribute.example").meta({
    is_live: true,
    description: "In the footer and `/.well-known/security.txt`; wins over `/admin/settings`.",
  }),
  REMOVAL_EMAIL: z.email().default("removal@tribute.example").meta({
    is_live: true,
    description: "In the footer, for removal requests.",
  }),
  TIP_PRESETS: z
    .string()
    .optional()
    .transform((list, context): readonly number[] => {
      if (list === undefined) return tip.presets_minor;
      const amounts = list.split(",").map((text) => parseAmount(text, "en", "EUR") ?? 0);
      const { minimum, maximum } = tip.own_amounts;
      const { tip_least_minor, tip_most_minor } = RULE_RANGES;
      const isFit =
        amounts.length >= minimum &&
        amounts.length <= maximum &&
        new Set(amounts).size === amounts.length &&
        amounts.every((each) => each >= tip_least_minor && each <= tip_most_minor);
      if (!isFit) context.addIssue("write three to six different amounts from 0.50 to 5000, as in 5,10,25");
      return amounts.sort((a, b) => a - b);
    })
    .meta({
      fallback: "`5,10,25,50,100`",
      description:
        "Amounts on offer without a creator's own: three to six, in each currency; win over `/admin/settings` (docs/product.md, 3.3).",
    }),
  SEASON_DATE: z.iso
    .date()
    .transform((day) => new Date(`${day}T12:00:00Z`))
    .optional()
    .meta({
      fallback: "today",
      description:
        "Day of the seasonal decoration (snow in December, a ghost from 25 October to 1 November).",
    }),
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
    )
    .meta({
      fallback: "none; in a demo examples",
      description: "Footer links: `Label=https://…`. Wins over `/admin/settings`.",
    }),
  TRUSTED_PROXIES: z
    .string()
    .default("")
    .transform((list) =>
      list
        .split(",")
        .map((entry) => entry.trim())
        .filter(Boolean),
    )
    .meta({
      description: "Addresses and networks (`10.0.0.0/8`), whose `X-Forwarded-For` is believed.",
    }),
  COUNTRY_HEADER: z
    .string()
    .regex(/^[\w-]+$/)
    .toLowerCase()
    .optional()
    .meta({
      description:
        "A trusted proxy's header with the visitor's country, such as `CF-IPCountry`. The proxy must remove what the visitor sent.",
    }),
  COUNTRY_DATABASE: z.string().optional().meta({
    fallback: "the shipped one",
    description:
      "A MaxMind file (`country_code` or `country.iso_code`), read once, that preselects countries.",
  }),
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
    )
    .meta({
      description: "Sites whose pages may call the API, without cookies: `https://shop.example`.",
    }),
  POSTS_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(1)
    .default(limitTable.posts.points)
    .meta({ description: "Posts of an address per minute." }),
  CROWD_FACTOR: z.coerce.number().int().min(1).max(1_000_000).default(1).meta({
    description: "Multiplies budgets marked × ([limits](limits.md)), for load tests and shared addresses.",
  }),
  METRICS_TOKEN: z.string().min(16).optional().meta({
    fallback: "none: no `/metrics` on the public port",
    description: "16 characters or more; the bearer of `/metrics` (Prometheus).",
  }),
  OPS_PORT: z.coerce.number().int().min(1).max(65_535).optional().meta({
    description:
      "Port of `/healthz`, `/readyz` and `/metrics`, also of a worker; on the public port these are then 404. Metrics are open there without `METRICS_TOKEN`.",
  }),
  OPS_HOST: z.string().default("127.0.0.1").meta({ description: "Address of `OPS_PORT`." }),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(60).default(0).meta({
    description: "How long a stop still answers while `/readyz` says 503, such as `5`.",
  }),
  PAYOUT_ACCOUNT_OWNER: z.string().trim().min(1).max(70).optional().meta({
    fallback: "demo: an example",
    description: "Owner of the payout account. Live mode needs all three `PAYOUT_` settings for SEPA.",
  }),
  PAYOUT_IBAN: z
    .string()
    .transform(compactAccount)
    .refine(isIban, "this is no IBAN")
    .optional()
    .meta({ fallback: "demo: an example", description: "Its IBAN." }),
  PAYOUT_BIC: z
    .string()
    .transform(withoutBlanks)
    .refine(isValidBIC, "this is no BIC")
    .optional()
    .meta({ fallback: "demo: an example", description: "Its BIC." }),
  SECOND_OPERATOR_FROM: z
    .string()
    .regex(/^(?:none|\d{1,9}(?:\.\d{2})?)$/, 'write an amount in EUR, as in 1000.00, or "none"')
    .optional()
    .meta({
      fallback: "`1000.00`",
      description: "A day's worth in EUR from which acts need a second operator; `0` always, `none` never.",
    }),
  STATEMENT_ISSUER: z
    .string()
    .default("Tribute (demo); Beispielstraße 1; 10115 Berlin; DE000000000")
    .transform((lines) =>
      lines
        .split(";")
        .map((line) => line.trim())
        .filter(Boolean),
    )
    .meta({
      fallback: "a made-up company in a demo",
      is_live: true,
      description:
        "Issuer of receipts and statements: name, street, town and VAT id, separated by semicolons. Old receipts keep theirs. Wins over `/admin/settings`.",
    }),
  /** For imprint and privacy page (operator-details.server.ts). */
  ...operatorSettings,
  ...datevSettings,
  ...viesSettings,
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).optional().meta({
    fallback: "`info`; on a terminal `warn`",
    description: "`fatal`, `error`, `warn`, `info`, `debug` or `silent`.",
  }),
});

/** scripts/settings.ts writes docs/settings.md from it. */
export const settingSchemas: Readonly<Record<string, z.ZodType>> = Object.assign(
  { ...environmentSchema.shape },
  ...[...PROVIDER_KINDS, ...NETWORK_KINDS].map(({ settings }) => settings),
  environmentSchema.shape,
);

type Environment = z.infer<typeof environmentSchema>;
type Settings = Omit<Environment, "APP_MODE">;

export interface Config extends Omit<Environment, "APP_MODE" | "PAYMENT_PROVIDER"> {
  mode: "demo" | "live";
  providers: readonly ConfiguredProvider[];
  networks: readonly ConfiguredNetwork[];
  standIns: Readonly<Record<"x" | "discord", boolean>>;
  moneyModel: MoneyModel;
  secondOperatorFromMinor: number | null;
  settings: SettingsEnvironment;
  /** Still as in a demo; none in live mode. */
  unfitVariables: readonly string[];
  /** Null: no SEPA payments. */
  payoutAccount: { owner: string; iban: string; bic: string } | null;
  /** Null: no DATEV export. */
  datev: DatevSettings | null;
  /** Null: no look-ups of VAT ids. */
  vies: ViesSettings | null;
}

const S3_NAMES = [
  "S3_ENDPOINT",
  "S3_BUCKET",
  "S3_REGION",
  "S3_ACCESS_KEY_ID",
  "S3_SECRET_ACCESS_KEY",
] as const;

export class ConfigError extends OperatorError {
  override name = "ConfigError";
}

/**
 * Demo unless DATABASE_URL is set; live requires secrets, a provider, SMTP and a public URL. Throws
 * ConfigError, a line per problem (docs/product.md, 2.1).
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
    moneyModel: MODEL_OF[settings.MONEY_MODEL],
    standIns: standInsOf(settings, given, mode),
    settings: settingsOf(settings, given, mode),
    unfitVariables: liveProblems(settings, given, []).map((line) => line.split(":")[0] ?? ""),
    payoutAccount: payoutAccountOf(settings, mode),
    datev: datevSettingsOf(settings, mode),
    vies: viesSettingsOf(settings, mode),
    secondOperatorFromMinor: secondOperatorFrom(settings.SECOND_OPERATOR_FROM),
  };
}

const MODEL_OF = { held: "HELD", direct: "DIRECT" } as const;

export function moneyNotice({ mode, moneyModel }: Pick<Config, "mode" | "moneyModel">): string | null {
  if (mode === "demo") return null;
  return moneyModel === "DIRECT"
    ? "MONEY_MODEL is direct: fans pay new creators' own accounts. What that means: docs/licences.md"
    : "MONEY_MODEL is held: you hold creators' money, which may take a licence: docs/licences.md";
}

/** Throws where live creators could not be paid. */
export function requireDirect(
  {
    mode,
    MONEY_MODEL,
    DIRECT_GROUPS,
    VERIFICATION,
  }: Pick<Config, "mode" | "MONEY_MODEL" | "DIRECT_GROUPS" | "VERIFICATION">,
  { all, directGroups }: Pick<Providers, "all" | "directGroups">,
): void {
  if (mode === "demo") return;
  const lacksAccounts = all.every(({ accounts }) => !accounts);
  const problems = [
    MONEY_MODEL === "direct" && lacksAccounts ? "MONEY_MODEL: direct" : null,
    DIRECT_GROUPS === "transfers" && directGroups === null ? "DIRECT_GROUPS: transfers" : null,
    VERIFICATION === "stripe" && lacksAccounts ? "VERIFICATION: stripe" : null,
  ].filter((problem) => problem !== null);
  if (problems.length === 0) return;
  const lines = problems.map(
    (problem) => `Configuration: ${problem} needs a provider that pays creators directly`,
  );
  throw new ConfigError(lines.join("\n"));
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

function settingsOf(settings: Settings, given: Given, mode: Config["mode"]): Config["settings"] {
  const sender = /^\s*"?([^"<]*[^"<\s])"?\s*</.exec(settings.MAIL_FROM)?.[1];
  const fixed = {
    ...(given.CONTACT_EMAIL ? { support_email: settings.CONTACT_EMAIL } : {}),
    ...(given.MAIL_FROM && sender ? { mail_sender: sender } : {}),
    ...(given.STATEMENT_ISSUER ? { issuer: settings.STATEMENT_ISSUER } : {}),
    ...(given.SOCIAL_LINKS ? { social_links: settings.SOCIAL_LINKS } : {}),
  };
  const social_links = mode === "demo" ? DEMO_SOCIAL_LINKS : [];
  const presets_minor = given.TIP_PRESETS ? settings.TIP_PRESETS : null;
  const features = { ...defaultSettings.features, vouchers: settings.MONEY_MODEL === "held" };
  return { defaults: { ...defaultSettings.brand, social_links }, features, fixed, presets_minor };
}

const DEMO_SOCIAL_LINKS = [
  { label: "Mastodon", url: "https://mastodon.example" },
  { label: "Bluesky", url: "https://bluesky.example" },
];

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
  const secrets = kinds.flatMap(({ settings }) => Object.keys(settings));
  const problems = [
    ...liveProblems(settings, given, secrets),
    // Without a provider none of its settings is missing.
    ...(settings.PAYMENT_PROVIDER ? parties.flatMap(({ liveProblem }) => liveProblem ?? []) : []),
  ];
  return [
    ...(missing.length > 0 ? [`live mode needs ${missing.join(", ")}`] : []),
    ...problems.filter((line) => !known.has(line.split(":")[0] ?? "")),
  ];
}

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

type Given = Readonly<Record<string, string | undefined>>;

class Faults {
  readonly lines: string[] = [];
  readonly #settings = new Set<string>();

  add(...lines: readonly string[]): void {
    this.lines.push(...lines.filter((line) => !this.lines.includes(line)));
  }

  has(setting: string): boolean {
    return this.#settings.has(setting);
  }

  /** Notes faults and reads their settings as unset. */
  read<Read>(given: Given, parse: (given: Given) => Read): Read {
    const read = this.attempt(() => parse(given));
    if (read !== undefined) return read;
    return parse(Object.fromEntries(Object.entries(given).filter(([name]) => !this.has(name))));
  }

  attempt<Read>(read: () => Read): Read | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error;
      for (const { path, message } of error.issues) {
        const setting = String(path[0]);
        if (!this.has(setting)) this.add(`${path.join(".")}: ${message}`);
        this.#settings.add(setting);
      }
      return undefined;
    }
  }
}

function databaseProblem(settings: {
  DATABASE_URL?: string | undefined;
  DATABASE_DIRECT_URL?: string | undefined;
  DATABASE_READ_URL?: string | undefined;
}): string | null {
  if (settings.DATABASE_URL) return null;
  const alone = (["DATABASE_DIRECT_URL", "DATABASE_READ_URL"] as const).find((name) => settings[name]);
  return alone ? `${alone} needs DATABASE_URL` : null;
}
