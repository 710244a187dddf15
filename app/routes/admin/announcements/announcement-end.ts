import { redirect } from "react-router";
import { endAnnouncement } from "../../../domain/announcements/announcements.server.ts";
import { formStandsOn, takesPost } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/announcements/:id";

export const loader = formStandsOn(PAGE);

/** Ends what is on, and deletes what has not begun. */
export const action = takesPost(PAGE, async ({ services, id, operator_id }) => {
  const done = await endAnnouncement(services, { id, operator_id });
  return redirect(`/admin/announcements?done=${done}`, 303);
});

export default RefusedAct;
