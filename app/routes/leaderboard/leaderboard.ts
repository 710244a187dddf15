import { redirect } from "react-router";

/** The leaderboard begins with its creators. */
export function loader() {
  return redirect("/leaderboard/creators", 303);
}
