import type { z } from "zod";
import type { accessCall } from "./tracking.schema.ts";

/** What is counted of one view of a page: nothing that names a person, a tip or a token. */
export interface ViewKey {
  pattern: string;
  step: string;
  creator: string;
  asked_locale: string;
  locale: string;
  referrer_host: string;
}

const STEP = /^[a-z][a-z-]{0,19}$/;
const CREATOR = /^[a-z0-9._-]{1,40}$/i;
const LOCALE = /^[a-z]{2}$/;

/** Reduces a view to what is kept of it (docs/product.md, 9.13): the pattern, three fields of the query, a host. */
export function reducedView(
  call: z.infer<typeof accessCall>,
  given: { pattern: string; locale: string; ownHost: string },
): ViewKey {
  const query = queryOf(call.query);
  const asked = (name: string, form: RegExp) => {
    const value = query.get(name) ?? "";
    return form.test(value) ? value.toLowerCase() : "";
  };
  return {
    pattern: given.pattern,
    step: asked("step", STEP),
    creator: asked("creator", CREATOR),
    asked_locale: asked("locale", LOCALE),
    locale: given.locale,
    referrer_host: hostOf(call.referrer ?? "", given.ownHost),
  };
}

function queryOf(query: z.infer<typeof accessCall>["query"]): URLSearchParams {
  if (query === undefined || typeof query === "string") return new URLSearchParams(query);
  return new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((each) => [name, each])),
  );
}

/** The host of an address, without what stands before the port or behind; nothing for our own. */
function hostOf(referrer: string, ownHost: string): string {
  if (!/^https?:\/\//i.test(referrer) || !URL.canParse(referrer)) return "";
  const { host, hostname } = new URL(referrer);
  return host === ownHost || hostname.length > 100 ? "" : hostname;
}
