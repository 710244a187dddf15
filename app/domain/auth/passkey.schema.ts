import { z } from "zod";
import { productRules } from "../../product-rules.ts";
import { cleanLine } from "../typed-text/typed-text.schema.ts";

const { name_characters } = productRules.passkey;

/** What an authenticator answered, as JSON that the script puts there. */
const passkey = z
  .string("errors.passkey.refused")
  .min(1, "errors.passkey.refused")
  .max(16_000, "errors.passkey.refused");

/** An answer by a passkey of the account. */
export const passkeyForm = z.object({ passkey });

/** A new passkey, by the name that its owner gives it. */
export const newPasskeyForm = z.object({
  name: z
    .string("errors.passkey.name")
    .overwrite(cleanLine)
    .min(1, "errors.passkey.name")
    .max(name_characters, "errors.passkey.long"),
  // A script fills it: an answer that is none is refused with the form.
  passkey: passkey.catch(""),
});
