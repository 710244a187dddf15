import { data, type RouterContextProvider, redirect } from "react-router";
import { z } from "zod";
import { clientAddressContext, retryAfterContext, servicesContext } from "../../../context.ts";
import { formatMomentInBerlin } from "../../../domain/money/formats.ts";
import { askForSeries } from "../../../domain/series/declarations.server.ts";
import { declarationForm } from "../../../domain/series/series.schema.ts";
import { networkKey } from "../../../http/address-keys.ts";
import { readCheckableForm } from "../../../http/body.server.ts";
import { mayMail, recipientKey } from "../../../http/budgets.server.ts";
import { cacheTags } from "../../../http/cache-tags.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { getLocale, getTexts } from "../../../http/i18n.server.ts";

type Context = Readonly<RouterContextProvider>;

const words = z.object({
  name: z.string().nullable(),
  email: z.string(),
  contract: z.string().nullable(),
  until: z.string().nullable(),
  reason: z.string().nullable(),
  at: z.iso.datetime(),
  /** False when the address used up its mails. */
  is_mailed: z.boolean().optional(),
});
export type Words = z.output<typeof words>;

const RECEIVED = "received";

/** Binds the ciphertext to these addresses. */
const HOLDER = "address";

function encryptWords(context: Context, said: Words): string {
  const { encryption } = context.get(servicesContext);
  return encryption.encrypt("declaration", HOLDER, Buffer.from(JSON.stringify(said))).toString("base64url");
}

/** Null for a missing or changed value. */
export function openWords(context: Context, url: URL): Words | null {
  const encrypted = url.searchParams.get(RECEIVED);
  if (encrypted === null) return null;
  try {
    const { encryption } = context.get(servicesContext);
    const bytes = encryption.decrypt("declaration", HOLDER, Buffer.from(encrypted, "base64url"));
    return words.parse(JSON.parse(bytes.toString()));
  } catch {
    return null;
  }
}

export function declarationPage(context: Context, url: URL, days: number, titled: "cancel" | "withdraw") {
  const t = getTexts(context, "contracts");
  const said = openWords(context, url);
  if (!said) {
    const title = titled === "cancel" ? t("cancel.title") : t("withdraw.title");
    return data({ days, title, received: null }, { headers: cacheTags() });
  }
  const received = { ...said, at: formatMomentInBerlin(said.at, getLocale(context)) };
  return data({ days, title: t("received"), received }, { headers: {} });
}

/** Never refused. Answers alike for every address, with the moment of receipt. */
export async function takeDeclaration(
  { request, url, context }: { request: Request; url: URL; context: Context },
  kind: "CANCEL" | "WITHDRAW",
) {
  const form = parseForm(request, context, await readCheckableForm(request), declarationForm);
  if (!form.ok) return form.reply;
  const { name, email, contract = null, until = null, reason = null } = form.value;
  const recipient = recipientKey(email);
  const network = networkKey(context.get(clientAddressContext));
  const is_mailed = await mayMail(context, [
    { budget: "declaration_mail", key: `${recipient} ${network}` },
    { budget: "declaration_mail_all", key: recipient },
  ]);
  context.set(retryAfterContext, null);
  const services = context.get(servicesContext);
  const at = services.clock().toISOString();
  const said = { name, email, contract, until, reason };
  const isLimited = contract !== null || until !== null;
  await askForSeries(services, {
    ...{ ...said, id: services.newId(), kind, locale: getLocale(context), received_at: at },
    is_mailed,
    words_encrypted: isLimited ? encryptWords(context, { ...said, name: null, reason: null, at }) : null,
  });
  return redirect(`${url.pathname}?${RECEIVED}=${encryptWords(context, { ...said, at, is_mailed })}`, 303);
}
