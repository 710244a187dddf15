import type { ReactElement } from "react";
import { useTexts } from "../../ui/texts.ts";

export interface ShownGoal {
  title: string;
  percent: number;
  reached: string;
  amount: string;
}

/** Refunded money does not count. */
export function GoalBar({ goal }: { goal: ShownGoal }): ReactElement {
  const { t } = useTexts("tip");
  const sum = t("goal.sum", { reached: goal.reached, amount: goal.amount });
  return (
    <section className="goal" aria-labelledby="goal-title">
      <h2 id="goal-title">{goal.title}</h2>
      <progress value={goal.percent} max={100} aria-labelledby="goal-title" aria-describedby="goal-sum" />
      <p id="goal-sum">
        <b>{sum}</b> {goal.percent === 100 ? t("goal.done") : null}
      </p>
    </section>
  );
}
