import { z } from "zod";
import { productRules } from "../../product-rules.ts";
import { cleanLine } from "../typed-text.schema.ts";

const { name_characters } = productRules.passkey;

const passkey = z
  .string("errors.passkey.refused")
  .min(1, "errors.passkey.refused")
  .max(16_000, "errors.passkey.refused");

export const passkeyForm = z.object({ passkey });

export const newPasskeyForm = z.object({
  name: z
    .string("errors.passkey.name")
    .overwrite(cleanLine)
    .min(1, "errors.passkey.name")
    .max(name_characters, "errors.passkey.long"),
  passkey: passkey.catch(""),
});
