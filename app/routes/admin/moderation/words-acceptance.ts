import { acceptWords } from "../../../domain/creator-pages/creator-pages.server.ts";
import { formStandsOn, takesPost } from "../acts.server.ts";
import { wordsQueue } from "../case-queues.server.ts";
import { decideAndGoOn } from "../case-walk.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/words/:id";

export const loader = formStandsOn(PAGE);

/** Accepts words under review. Who comes second is shown what was decided. */
export const action = takesPost(PAGE, async ({ services, id, operator_id }) => {
  const accept = () => acceptWords(services, { words_id: id, operator_id });
  return await decideAndGoOn(wordsQueue(services.db), id, accept, `/admin/words/${id}`);
});

export default RefusedAct;
