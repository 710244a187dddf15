import { redirect } from "react-router";
import { removePageWords } from "../../../domain/creator-pages/creator-pages.server.ts";
import { removeWordsForm } from "../../../domain/moderation/moderation.schema.ts";
import { formStandsOn, takesForm } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/users/:id/page";

export const loader = formStandsOn(PAGE);

/** Takes the text or the goal off a creator's page, for a reason that the creator reads. */
export const action = takesForm(
  PAGE,
  removeWordsForm,
  async ({ services, id, operator_id }, { kind, reason }) => {
    const done = await removePageWords(services, { user_id: id, kind, reason, operator_id });
    return redirect(`/admin/users/${id}/page?done=${done}`, 303);
  },
);

export default RefusedAct;
