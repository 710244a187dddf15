import { readCancellationAsOperator } from "../../../domain/payouts/statements/statements.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { isId } from "../../../http/ids.ts";
import { cancellationAnswer } from "../../statement-answer.server.ts";
import { deskOf } from "../desk.server.ts";
import type { Route } from "./+types/cancellation";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, locale } = deskOf(context);
  const viewer = await requireViewer(request, context);
  const facts = isId(params.id)
    ? await readCancellationAsOperator(db, { operator_id: viewer.id, payout_id: params.id })
    : null;
  return await cancellationAnswer(context, viewer.id, facts, locale);
}
