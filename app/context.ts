import type { ServerResponse } from "node:http";
import type { Kysely } from "kysely";
import { createContext } from "react-router";
import type { ReadReplica } from "../db/read-replica.ts";
import type { DB } from "../db/schema.ts";
import type { Encryption, Tokens, VoucherCodes } from "./crypto/crypto.server.ts";
import type { Announcements } from "./domain/announcements/announcements.server.ts";
import type { Webhooks } from "./domain/creator-events/webhooks-port.ts";
import type { Jobs } from "./domain/jobs.ts";
import type { Media } from "./domain/media/media-port.ts";
import type { Networks } from "./domain/microblog/network-port.ts";
import type { Locale } from "./domain/money/minor.ts";
import type { Providers } from "./domain/payments/provider-port.ts";
import type { TrafficCounter } from "./domain/tracking/traffic.server.ts";
import type { AddressCountries } from "./http/address-countries.server.ts";
import type { createSessionCookie } from "./http/cookies.server.ts";
import type { Limits, Spent } from "./http/limits.server.ts";
import type { OverlayLines } from "./http/overlay-source.ts";
import type { MailOutlet, MailSamples } from "./mail/mail.server.ts";
import type { Settings } from "./product-settings.ts";
import type { Sandbox } from "./sandbox-provider/sandbox.server.ts";
import type { Config } from "./server/config.server.ts";
import type { Logger } from "./server/log.server.ts";
import type { Metrics } from "./server/metrics.server.ts";
import type { StandIns } from "./server/networks.server.ts";
import type { Readiness } from "./server/readiness.server.ts";
import type { SettingsHolder } from "./server/settings-holder.server.ts";

export interface Services {
  db: Kysely<DB>;
  /** Read through http/reader.server.ts. */
  replica: ReadReplica | null;
  config: Config;
  clock: () => Date;
  newId: () => string;
  publicUrl: string;
  readonly issuer: readonly string[];
  settings: SettingsHolder;
  /** An operator's daily sum, in minor units of EUR; null for never. */
  second_operator_from_minor: number | null;
  noticeUrl: (provider: string) => string;
  reservedNames: ReadonlySet<string>;
  tokens: Tokens;
  sessionCookie: ReturnType<typeof createSessionCookie>;
  encryption: Encryption;
  voucherCodes: VoucherCodes;
  jobs: Jobs;
  providers: Providers;
  networks: Networks;
  webhooks: Webhooks;
  media: Media;
  mail: MailOutlet;
  mailSamples: MailSamples;
  /** /dev/mail shows their codes; empty in live mode. */
  demoOperatorEmails: readonly string[];
  sandbox: Sandbox | null;
  standIns: StandIns;
  limits: Limits;
  addressCountries: AddressCountries;
  metrics: Metrics;
  readiness: Readiness;
  announcements: (locale: Locale, now: Date) => Promise<Announcements>;
  traffic: TrafficCounter;
  overlayStreams: OverlayLines;
  pathShape: (path: string) => string;
  log: Logger;
}

export const servicesContext = createContext<Services>();

/** Constant within a request, though an operator changes them. */
export const settingsContext = createContext<Settings>();

export const requestIdContext = createContext<string>();

/** After trusted proxies; unset for shared pages. */
export const clientAddressContext = createContext<string>();

export const proxyCountryContext = createContext<string | null>(null);

/**
 * Set for a shared page, which uses only the cache key: the wait in seconds (null for none), whether refusals
 * are exceeded, whether the replica may lag.
 */
export const pageForAllContext = createContext<{
  waitSeconds: number | null;
  isRefusedAgain: boolean;
  readsPrimary: boolean;
} | null>(null);

/** Watched while others wait (http/body-budget.server.ts). */
export interface BodyArrival {
  receivedBytes(): number;
  isWhole(): boolean;
  cut(): void;
}
export const bodyArrivalContext = createContext<BodyArrival | null>(null);

/** Database or storage failed temporarily: 503 instead of 500. */
export const unavailableContext = createContext<boolean>(false);

/** A redirect would set its own. */
export const ownCookieContext = createContext<string | null>(null);

export const formOriginsContext = createContext<readonly string[]>([]);

export const spentContext = createContext<readonly Spent[]>([]);

export const retryAfterContext = createContext<number | null>(null);

/** A text in a Response is copied three times, a tenth of a page's cost. */
export const pageContext = createContext<{ answer: Response; body: Buffer } | null>(null);

/** Takes over an answer that stays open, once its head is sent. */
export const streamContext = createContext<((out: ServerResponse) => void) | null>(null);
