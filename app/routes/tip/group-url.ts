export interface GroupChoice {
  amount: string | undefined;
  step: string | null;
  /** In order of choice; empty means all. */
  chosen: readonly string[];
  tip: string | null;
}

export function groupUrl(slug: string, { amount, step, chosen, tip }: GroupChoice): string {
  const query = new URLSearchParams();
  if (step !== null) query.set("step", step);
  for (const username of chosen) query.append("creator", username);
  // Without a parameter the draft's members would be restored.
  if (chosen.length === 0 && tip !== null) query.set("creator", "");
  if (tip !== null) query.set("tip", tip);
  const path = amount === undefined ? `/gl/${slug}` : `/gl/${slug}/${encodeURIComponent(amount)}`;
  return query.size === 0 ? path : `${path}?${query}`;
}

export function toggled(choice: GroupChoice, username: string): GroupChoice {
  const isChosen = choice.chosen.includes(username);
  const chosen = isChosen ? choice.chosen.filter((each) => each !== username) : [...choice.chosen, username];
  return { ...choice, chosen };
}
