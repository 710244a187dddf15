import { data } from "react-router";
import type { AskedStep, HeldForm } from "../ui/shells/asked-code.ts";
import { readTexts, refuseCheck } from "./body.server.ts";
import { isSecretField } from "./forms.server.ts";
import { pageUrl } from "./page-url.server.ts";
import { keepsForms } from "./path-kinds.ts";

/** The longest form: legal texts in all languages. */
const BYTES_MAXIMUM = 1024 * 1024;

export const PROOFS = { confirm_code: "code", confirm_passkey: "passkey" } as const;

const OF_BUTTONS = new Set([
  ...["intent", "act", "id", "kind", "about", "currency", "rail", "mail", "picture", "provider", "report"],
  ...["creator_id", "refund_id", "return_to", "seen", "seen_left"],
]);

export interface PostedTexts {
  fields: FormData;
  hadFiles: boolean;
}

export async function postedTexts(request: Request): Promise<PostedTexts> {
  refuseCheck(request);
  return await readTexts(request.clone(), BYTES_MAXIMUM);
}

/** Held until the form can be sent again; null for a button. Secrets are typed again. */
export function heldForm(request: Request, { fields, hadFiles }: PostedTexts): HeldForm | null {
  const typed = [...fields].flatMap(([name, value]): [string, string][] =>
    typeof value !== "string" || name in PROOFS || isSecretField(name) ? [] : [[name, value]],
  );
  const { pathname, search } = pageUrl(request);
  const isForm = typed.some(([name, value]) => value !== "" && !OF_BUTTONS.has(name));
  if (!isForm || !keepsForms(pathname)) return null;
  return { typed, to: pathname + search, lacks_file: hadFiles };
}

/** Echoed quotes grow sixfold, and anyone may post here: only as long as their pages' forms. */
const UNCHECKED_BYTES = { operators: 256 * 1024, others: 64 * 1024 };

/** 403 with the form, to be sent again after the missing step. Null for a button. */
export async function holdForm(request: Request, step: AskedStep): Promise<ReturnType<typeof data> | null> {
  if (["GET", "HEAD"].includes(request.method)) return null;
  const isOfOperators = pageUrl(request).pathname.startsWith("/admin/");
  const most = UNCHECKED_BYTES[isOfOperators ? "operators" : "others"];
  // Without a length the body is not read.
  if (!(Number(request.headers.get("Content-Length") ?? Number.NaN) <= most)) return null;
  const posted = await postedTexts(request).catch(() => null);
  const held = posted && heldForm(request, posted);
  return held && data({ ...held, step, passkey: null, errors: {} }, { status: 403 });
}
