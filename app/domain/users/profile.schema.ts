import { z } from "zod";
import { productRules } from "../../product-rules.ts";
import { vatId } from "../tax/vat-id.schema.ts";
import { cleanLine, nullableLine } from "../typed-text.schema.ts";
import { isDisplayName, isUsername } from "./names.ts";

/** One answer for taken, reserved and malformed names. */
export function completeForm(isFree: (username: string) => Promise<boolean>) {
  return z.object({
    username: z
      .string("errors.username.invalid")
      .trim()
      .refine(async (text) => isUsername(text) && (await isFree(text)), "errors.username.invalid"),
    name: z
      .string("errors.display_name.required")
      .overwrite(cleanLine)
      .refine((text) => isDisplayName(text), "errors.display_name.invalid"),
    country_id: z.coerce.number("errors.country.required").int("errors.country.required"),
  });
}

const wholeNumber = (key: string) =>
  z.union(
    [
      z
        .string()
        .trim()
        .regex(/^\d{0,4}$/, key)
        .transform((text) => (text === "" ? null : Number(text))),
      z.int().min(0).max(9999),
      z.null(),
    ],
    key,
  );

const NAMES = {
  username: z
    .string("errors.username.invalid")
    .trim()
    .refine((text) => isUsername(text), "errors.username.invalid"),
  name: z
    .string("errors.display_name.required")
    .overwrite(cleanLine)
    .refine((text) => isDisplayName(text), "errors.display_name.invalid"),
};

const PERSON = {
  firstname: nullableLine(80),
  lastname: nullableLine(80),
  country_id: wholeNumber("errors.country.required"),
  company: nullableLine(120),
  eu_ust_id: vatId,
  address: nullableLine(160),
  zipcode: nullableLine(16),
  city: nullableLine(80),
};

const BIRTHDAY = {
  date_of_birth_day: wholeNumber("errors.date_of_birth.invalid"),
  date_of_birth_month: wholeNumber("errors.date_of_birth.invalid"),
  date_of_birth_year: wholeNumber("errors.date_of_birth.invalid"),
};

export function profileForm(today: string) {
  return z
    .object({ ...NAMES, ...z.object({ ...PERSON, ...BIRTHDAY }).partial().shape })
    .refine(...birthdayRule(today))
    .transform((form) => {
      const { username, name, ...person } = form;
      return {
        username,
        name,
        firstname: person.firstname ?? null,
        lastname: person.lastname ?? null,
        country_id: person.country_id ?? null,
        company: person.company ?? null,
        eu_ust_id: person.eu_ust_id ?? null,
        address: person.address ?? null,
        zipcode: person.zipcode ?? null,
        city: person.city ?? null,
        date_of_birth: readBirthday(form),
      };
    });
}

const { company: _company, eu_ust_id: _vat_id, ...NEEDED } = PERSON;

/** Absent fields stay; a date of birth is whole. */
export function personForm(today: string) {
  return z
    .object({ ...NEEDED, ...BIRTHDAY })
    .partial()
    .refine(...birthdayRule(today))
    .transform(withBirthday);
}

export function profileChange(today: string) {
  return z
    .object({ ...NAMES, ...PERSON, ...BIRTHDAY })
    .partial()
    .refine(...birthdayRule(today))
    .transform(withBirthday);
}

function withBirthday<Change extends Birthday>(change: Change) {
  const { date_of_birth_day: day, date_of_birth_month: month, date_of_birth_year: year, ...rest } = change;
  if (day === undefined && month === undefined && year === undefined) return rest;
  return { ...rest, date_of_birth: readBirthday(change) };
}

const part = z.number().nullish();
const birthday = z.object({ date_of_birth_day: part, date_of_birth_month: part, date_of_birth_year: part });
type Birthday = z.infer<typeof birthday>;

function birthdayRule(today: string): Parameters<z.ZodType<Birthday>["refine"]> {
  return [
    (given) => birthdayProblem(given, today) === null,
    {
      path: ["date_of_birth_day"],
      error: (issue) => birthdayProblem(birthday.parse(issue.input), today) ?? undefined,
      when: (payload) => birthday.safeParse(payload.value).success,
    },
  ];
}

function birthdayProblem(given: Birthday, today: string): string | null {
  if (isEmpty(given)) return null;
  const born = readBirthday(given);
  if (born === null) return "errors.date_of_birth.invalid";
  return isOfAge(born, today) ? null : "errors.date_of_birth.young";
}

const isEmpty = (given: Birthday) => Object.values(birthday.parse(given)).every((each) => each == null);

function readBirthday(given: Birthday): string | null {
  const { date_of_birth_day: day, date_of_birth_month: month, date_of_birth_year: year } = given;
  return dateOf(day ?? null, month ?? null, year ?? null);
}

function dateOf(day: number | null, month: number | null, year: number | null): string | null {
  if (day === null || month === null || year === null || year < 1900) return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.toISOString().slice(0, 10) : null;
}

/** 18, on "2026-02-28" in Berlin. Born on 29 February: 1 March (docs/product.md, 6.8). */
export function isOfAge(born: string, today: string): boolean {
  const latest = `${Number(today.slice(0, 4)) - productRules.age_minimum}${today.slice(4)}`;
  return born <= latest;
}

export const countryCall = z.object({
  country_id: wholeNumber("errors.country.required").pipe(z.number("errors.country.required")),
});

/** 1 monthly, 2 manual; bank or Paxum. Absent ones stay. */
export const payoutTypeChange = z
  .object({
    payout_type_id: wholeNumber("errors.payout_type.failed").pipe(
      z.literal([1, 2], "errors.payout_type.failed"),
    ),
    payout_method: z.enum(["BANK", "PAXUM"], "errors.payout_type.failed"),
  })
  .partial();
