import { declineWords } from "../../../domain/creator-pages/creator-pages.server.ts";
import { declineContentForm } from "../../../domain/moderation/moderation.schema.ts";
import { formStandsOn, takesForm } from "../acts.server.ts";
import { wordsQueue } from "../case-queues.server.ts";
import { decideAndGoOn } from "../case-walk.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/words/:id";

export const loader = formStandsOn(PAGE);

/** Declines words under review, for a reason. Who comes second is shown what was decided. */
export const action = takesForm(
  PAGE,
  declineContentForm,
  async ({ services, id, operator_id }, { reason }) => {
    const decline = () => declineWords(services, { words_id: id, operator_id, reason });
    return await decideAndGoOn(wordsQueue(services.db), id, decline, `/admin/words/${id}`);
  },
);

export default RefusedAct;
