import { z } from "zod";
import { productRules } from "../../product-rules.ts";
import { cleanWords, reasonText, truth } from "../typed-text.schema.ts";
import { DOCUMENT_KINDS } from "./requirements.ts";

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
