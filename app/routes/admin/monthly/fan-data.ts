import { readFanData } from "../../../domain/series/fan-data.server.ts";
import { jsonFileAnswer } from "../../../http/file-response.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { isId } from "../../../http/ids.ts";
import { deskOf } from "../desk.server.ts";
import type { Route } from "./+types/fan-data";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, clock } = deskOf(context);
  const { id: operator_id } = await requireViewer(request, context);
  const { id } = params;
  const found = isId(id) ? await readFanData(db, { series_id: id, operator_id, now: clock() }) : null;
  return jsonFileAnswer(found && { name: "tribute-fan-data", value: found });
}
