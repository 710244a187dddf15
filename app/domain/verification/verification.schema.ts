import { z } from "zod";
import { productRules } from "../../product-rules.ts";
import { truth } from "../typed-text/tick.schema.ts";
import { cleanWords, reasonText } from "../typed-text/typed-text.schema.ts";
import { DOCUMENT_KINDS } from "./requirements.ts";

/** The forms of verification and of its back office; messages are keys of texts. */

const { reason_characters_maximum } = productRules;

/** Handing in; the photo may be skipped by a tick. */
export const handInForm = z.object({
  skip_photo: truth("errors.api.truth")
    .optional()
    .transform((skips) => skips ?? false),
});

/** Why an account is locked: its creator reads it. */
export const lockForm = z.object({
  reason: reasonText(reason_characters_maximum),
});

/** What is wrong with each document; at least one of them. */
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
