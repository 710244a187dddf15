import type { ReactElement } from "react";
import { useTexts } from "../texts.ts";
import { Title } from "./title.tsx";

const STEPS = 4;

/** Where one is in the four steps, and what this one asks. */
export function StepHead({
  step,
  question,
  isPageTitle,
}: {
  step: 1 | 2 | 3 | typeof STEPS;
  question: string;
  isPageTitle: boolean;
}): ReactElement {
  const { t } = useTexts("tip");
  return (
    <>
      <div className="step">
        {t("steps.progress", { step, steps: STEPS })}
        <span className="bar">
          <span style={{ width: `${(step / STEPS) * 100}%` }} />
        </span>
      </div>
      <Title order={isPageTitle ? 1 : 2} className="step-title">
        {question}
      </Title>
    </>
  );
}
