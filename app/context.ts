import type { Kysely } from "kysely";
import { createContext } from "react-router";
import type { ReadReplica } from "../db/read-replica.ts";
import type { DB } from "../db/schema.ts";
import type { Encryption, Tokens, VoucherCodes } from "./crypto/crypto.server.ts";
import type { Announcements } from "./domain/announcements/announcements.server.ts";
import type { Networks } from "./domain/microblog/network-port.ts";
import type { Locale } from "./domain/money/minor.ts";
import type { Providers } from "./domain/payments/provider-port.ts";
import type { TrafficCounter } from "./domain/tracking/traffic.server.ts";
import type { AddressCountries } from "./http/address-countries.server.ts";
import type { createSessionCookie } from "./http/cookies.server.ts";
import type { Limits } from "./http/limits.server.ts";
import type { Jobs } from "./jobs/jobs.server.ts";
import type { MailOutlet, MailSamples } from "./mail/mail.server.ts";
import type { MediaStore } from "./media/media-store.ts";
import type { Sandbox } from "./sandbox-provider/sandbox.server.ts";
import type { Config } from "./server/config.server.ts";
import type { Logger } from "./server/log.server.ts";
import type { Metrics } from "./server/metrics.server.ts";
import type { StandIns } from "./server/networks.server.ts";
import type { Readiness } from "./server/readiness.server.ts";

/** What the process hands to every request: parts that live as long as the process. */
export interface Services {
  /** The primary: all that decides, and all that writes. */
  db: Kysely<DB>;
  /** What may be read elsewhere, by the handle that http/reader.server.ts chooses; null where there is no replica. */
  replica: ReadReplica | null;
  config: Config;
  clock: () => Date;
  newId: () => string;
  /** Where the world reaches us, such as https://tribute.example; no slash at the end. */
  publicUrl: string;
  /** Our own name and address, as statements say them, line by line. */
  issuer: readonly string[];
  /** From which worth of a day's acts on an operator needs another, in minor units of EUR; null where one works alone. */
  second_operator_from_minor: number | null;
  /** Where a payment provider sends its notices. */
  noticeUrl: (provider: string) => string;
  /** The words that no username may be, from the map of routes. */
  reservedNames: ReadonlySet<string>;
  tokens: Tokens;
  sessionCookie: ReturnType<typeof createSessionCookie>;
  encryption: Encryption;
  voucherCodes: VoucherCodes;
  jobs: Jobs;
  providers: Providers;
  /** The microblogging networks that are set up here. */
  networks: Networks;
  media: MediaStore;
  mail: MailOutlet;
  mailSamples: MailSamples;
  /** Whose current codes of the second factor /dev/mail shows; none in earnest. */
  demoOperatorEmails: readonly string[];
  /** The built-in provider, an outside party that happens to live here; null when it is switched off. */
  sandbox: Sandbox | null;
  standIns: StandIns;
  limits: Limits;
  /** The country of an address, to save a choice. */
  addressCountries: AddressCountries;
  metrics: Metrics;
  readiness: Readiness;
  /** The notices and the event of a moment; what cannot be read is not there. */
  announcements: (locale: Locale, now: Date) => Promise<Announcements>;
  /** Counts which pages are seen. */
  traffic: TrafficCounter;
  /** The pattern of the route that a path belongs to, which names nobody. */
  pathShape: (path: string) => string;
  log: Logger;
}

export const servicesContext = createContext<Services>();

/** Ties the log lines of one request together; also shown on the 500 page. */
export const requestIdContext = createContext<string>();

/** The address of the caller, after trusted proxies. Not set for a page that is made for everybody. */
export const clientAddressContext = createContext<string>();

/** What a trusted proxy says of the caller's country, as it wrote it; null where none does. */
export const proxyCountryContext = createContext<string | null>(null);

/**
 * Set for a page that is made for everybody, of nothing that its visitor sent but what the page cache keeps apart: how
 * many seconds that visitor has to wait for it, null for none, and whether they have read that often enough; and whether the
 * replica may lack what it was dropped for.
 */
export const pageForAllContext = createContext<{
  waitSeconds: number | null;
  isRefusedAgain: boolean;
  readsPrimary: boolean;
} | null>(null);

/** How the body of a request arrives: looked at while others wait for room (http/body-budget.server.ts). */
export interface BodyArrival {
  receivedBytes(): number;
  isWhole(): boolean;
  /** Ends the connection: nothing is answered. */
  cut(): void;
}
export const bodyArrivalContext = createContext<BodyArrival | null>(null);

/** Set when the database or the pictures' storage could not do a request's work: the answer is 503 then, not 500. */
export const unavailableContext = createContext<boolean>(false);

/** The Set-Cookie of a page, where a redirect would bring its own. */
export const ownCookieContext = createContext<string | null>(null);

/** Set when a request came too early: so many seconds to wait. */
export const retryAfterContext = createContext<number | null>(null);

/**
 * The page that was rendered for a request, with the answer that carries its status and headers. The answer's own body
 * is empty: a text that goes through a Response is copied three times on its way, a tenth of a page's cost.
 */
export const pageContext = createContext<{ answer: Response; body: Buffer } | null>(null);
