import { z } from "zod";
import { productRules } from "../../product-rules.ts";
import { amountProblem, type Locale, type Minor, parseAmount } from "../money/minor.ts";
import { lineOrNull } from "../typed-text.schema.ts";

const { about_characters, goal } = productRules.creator_page;

const line = (maximum: number, message: string) =>
  lineOrNull(maximum, message)
    .nullish()
    .transform((text) => text ?? null);

const blankToNull = (value: unknown) =>
  typeof value === "string" && value.trim() === "" ? null : (value ?? null);

export const GOAL_COUNTS = ["TIPS", "MONTHLY"] as const;

const ticked = z.preprocess((value) => value === "1" || value === "on", z.boolean());

function earliest(today: string): string {
  return new Date(Date.parse(`${today}T00:00:00Z`) - goal.days_back * 86_400_000).toISOString().slice(0, 10);
}

/** `began`: present beginnings, which may be old. */
export function creatorPageForm(
  currency: string,
  locale: Locale,
  today: string,
  began: readonly string[] = [],
) {
  return z
    .object({
      about: line(about_characters, "errors.page.about"),
      goal_title: line(goal.title_characters, "errors.page.goal_title"),
      goal_amount: z.preprocess(
        blankToNull,
        z
          .string("errors.page.goal_amount")
          .max(40, "errors.page.goal_amount")
          .nullable()
          .transform((text, context): Minor | null => {
            if (text === null) return null;
            const amount = parseAmount(text, locale, currency);
            if (amount !== null && amount >= goal.minimum_minor && amount <= goal.maximum_minor)
              return amount;
            const message = amountProblem(text, locale, currency, "errors.page.goal_amount");
            context.addIssue({ code: "custom", message });
            return z.NEVER;
          }),
      ),
      goal_from: z.preprocess(
        blankToNull,
        z.iso
          .date("errors.page.goal_from")
          .refine(
            (day) => began.includes(day) || (day <= today && day >= earliest(today)),
            "errors.page.goal_from",
          )
          .nullable(),
      ),
      goal_counts: z.enum(GOAL_COUNTS, "errors.api.field").optional(),
      goal_anew: ticked,
      show_supporters: ticked,
    })
    .superRefine((form, context) => {
      const isGoal = form.goal_title !== null || form.goal_amount !== null;
      const missing = (path: string, message: string) =>
        context.addIssue({ code: "custom", path: [path], message });
      if (isGoal && form.goal_title === null) missing("goal_title", "errors.page.goal_title_missing");
      if (isGoal && form.goal_amount === null) missing("goal_amount", "errors.page.goal_amount");
    })
    .transform(({ about, goal_title, goal_amount, goal_from, goal_counts, goal_anew, show_supporters }) => ({
      about,
      goal:
        goal_title === null || goal_amount === null
          ? null
          : {
              ...{ title: goal_title, amount_minor: goal_amount, is_monthly: goal_counts === "MONTHLY" },
              from: goal_anew ? today : (goal_from ?? today),
            },
      show_supporters,
    }));
}
