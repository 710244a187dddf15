import { data, type RouterContextProvider } from "react-router";
import { servicesContext } from "../../../context.ts";
import { formatMomentInBerlin } from "../../../domain/money/formats.ts";
import { askForSeries } from "../../../domain/series/declarations.server.ts";
import { declarationForm } from "../../../domain/series/series.schema.ts";
import { readCheckableForm } from "../../../http/body.server.ts";
import { mayMail, recipientKey } from "../../../http/budgets.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { getLocale } from "../../../http/i18n.server.ts";

/** The same answer for every address; it names when the declaration came in. */
export async function takeDeclaration(
  request: Request,
  context: Readonly<RouterContextProvider>,
  kind: "CANCEL" | "WITHDRAW",
) {
  const form = parseForm(request, context, await readCheckableForm(request), declarationForm);
  if (!form.ok) return form.reply;
  const { name, email, contract = null, until = null, reason = null } = form.value;
  if (!(await mayMail(context, [{ budget: "series_mail", key: recipientKey(email) }])))
    return form.refuse({ "": "errors.forgot.blocked" });
  const services = context.get(servicesContext);
  const locale = getLocale(context);
  const received_at = services.clock();
  const said = { name, email, contract, until, reason };
  const id = services.newId();
  await askForSeries(services, { ...said, id, kind, locale, received_at: received_at.toISOString() });
  return data({ received: { ...said, at: formatMomentInBerlin(received_at, locale) } });
}
