/** What a group's page is asked for in its address: an amount, who shares, and the draft that the fan came back from. */
export interface GroupChoice {
  /** As it stands in the address. */
  amount: string | undefined;
  step: string | null;
  /** Usernames, in the order in which they were chosen; none is everybody. */
  chosen: readonly string[];
  /** The draft's token. */
  tip: string | null;
}

/** The address of a group's page with that choice. */
export function groupUrl(slug: string, { amount, step, chosen, tip }: GroupChoice): string {
  const query = new URLSearchParams();
  if (step !== null) query.set("step", step);
  for (const username of chosen) query.append("creator", username);
  // Who comes back from a draft has its members chosen, unless the address says that it is for all.
  if (chosen.length === 0 && tip !== null) query.set("creator", "");
  if (tip !== null) query.set("tip", tip);
  const path = amount === undefined ? `/gl/${slug}` : `/gl/${slug}/${encodeURIComponent(amount)}`;
  return query.size === 0 ? path : `${path}?${query}`;
}

/** The same choice with one creator more, or one less. */
export function toggled(choice: GroupChoice, username: string): GroupChoice {
  const isChosen = choice.chosen.includes(username);
  const chosen = isChosen ? choice.chosen.filter((each) => each !== username) : [...choice.chosen, username];
  return { ...choice, chosen };
}
