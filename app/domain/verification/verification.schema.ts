import { z } from "zod";
import { productRules } from "../../product-rules.ts";
import { cleanWords, reasonText, truth } from "../typed-text.schema.ts";
import { isOfAge } from "../users/profile.schema.ts";

/** In the order of the page (docs/product.md, 6.8). */
export const DOCUMENT_KINDS = [
  "mediafile_pass",
  "mediafile_passback",
  "mediafile_shootout",
  "mediafile_invoice",
] as const;

export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** In the page's order (docs/product.md, 6.8). */
const VERIFICATION_NEEDS = [
  "names",
  "address",
  "date_of_birth",
  "social_link",
  "terms",
  ...DOCUMENT_KINDS,
  "photo",
] as const;

export type VerificationNeed = (typeof VERIFICATION_NEEDS)[number];

export interface VerificationFacts {
  firstname: string | null;
  lastname: string | null;
  address: string | null;
  zipcode: string | null;
  city: string | null;
  country_id: number | null;
  date_of_birth: string | null;
  has_social_link: boolean;
  has_accepted_terms: boolean;
  has_photo: boolean;
  documents: readonly string[];
}

export function missingRequirements(
  facts: VerificationFacts,
  today: string,
  { skipsPhoto = false, waived }: { skipsPhoto?: boolean; waived: readonly DocumentKind[] },
): VerificationNeed[] {
  const met: Record<VerificationNeed, boolean> = {
    names: isFilled(facts.firstname, facts.lastname),
    address: isFilled(facts.address, facts.zipcode, facts.city) && facts.country_id !== null,
    date_of_birth: facts.date_of_birth !== null && isOfAge(facts.date_of_birth, today),
    social_link: facts.has_social_link,
    terms: facts.has_accepted_terms,
    mediafile_pass: facts.documents.includes("mediafile_pass"),
    mediafile_passback: facts.documents.includes("mediafile_passback"),
    mediafile_shootout: facts.documents.includes("mediafile_shootout"),
    mediafile_invoice: facts.documents.includes("mediafile_invoice"),
    photo: facts.has_photo || skipsPhoto,
  };
  return VERIFICATION_NEEDS.filter((need) => !met[need] && !waived.some((kind) => kind === need));
}

function isFilled(...texts: (string | null)[]): boolean {
  return texts.every((text) => text !== null && text.trim() !== "");
}

const DAY_MS = 86_400_000;

export interface Processing {
  days_left: number;
  percent: number;
}

/** Working time in Berlin, Monday to Friday. */
export function processingAt(handedInAt: Date, now: Date): Processing {
  const { working_days, percent_maximum } = productRules.verification;
  const worked = workingTime(berlinWallClock(handedInAt), berlinWallClock(now));
  const percent = Math.trunc((worked * 100) / (working_days * DAY_MS));
  return {
    days_left: Math.max(0, working_days - Math.trunc(worked / DAY_MS)),
    percent: Math.min(percent_maximum, percent),
  };
}

function workingTime(from: number, to: number): number {
  let worked = 0;
  let at = from;
  const end = Math.min(to, from + 31 * DAY_MS);
  while (at < end) {
    const midnight = (Math.trunc(at / DAY_MS) + 1) * DAY_MS;
    const weekday = new Date(at).getUTCDay();
    if (weekday !== 0 && weekday !== 6) worked += Math.min(midnight, end) - at;
    at = midnight;
  }
  return worked;
}

const wallClock = new Intl.DateTimeFormat("sv-SE", {
  dateStyle: "short",
  timeStyle: "medium",
  timeZone: "Europe/Berlin",
});

/** Berlin time as if UTC, so that days are whole. */
function berlinWallClock(at: Date): number {
  return Date.parse(`${wallClock.format(at).replace(" ", "T")}Z`);
}

const { reason_characters_maximum } = productRules;

export const handInForm = z.object({
  skip_photo: truth("errors.api.truth")
    .optional()
    .transform((skips) => skips ?? false),
});

export const lockForm = z.object({
  reason: reasonText(reason_characters_maximum),
});

export const declineForm = z
  .object(
    Object.fromEntries(
      DOCUMENT_KINDS.map((kind) => [
        kind,
        z.string().overwrite(cleanWords).max(reason_characters_maximum, "errors.reason.long").optional(),
      ]),
    ),
  )
  .refine((reasons) => DOCUMENT_KINDS.some((kind) => reasons[kind]), {
    path: [DOCUMENT_KINDS[0]],
    message: "errors.reason.one",
  });
