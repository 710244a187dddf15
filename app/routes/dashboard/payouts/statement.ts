import { servicesContext } from "../../../context.ts";
import { readStatement } from "../../../domain/payouts/statements/statements.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getLocale } from "../../../http/i18n.server.ts";
import { isId } from "../../../http/ids.ts";
import { statementAnswer } from "../../statement-answer.server.ts";
import type { Route } from "./+types/statement";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const facts = isId(params.id)
    ? await readStatement(db, { user_id: viewer.id, payout_id: params.id })
    : null;
  return await statementAnswer(context, viewer.id, facts, viewer.locale ?? getLocale(context));
}
