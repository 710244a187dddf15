import type { ReactElement } from "react";
import { useTexts } from "../texts.ts";
import { Title } from "./title.tsx";

const STEPS = 4;

export function StepHead({
  step,
  question,
  isPageTitle,
  steps = STEPS,
}: {
  step: 1 | 2 | 3 | typeof STEPS;
  question: string;
  isPageTitle: boolean;
  steps?: number | undefined;
}): ReactElement {
  const { t } = useTexts("tip");
  return (
    <>
      <div className="step">
        {t("steps.progress", { step, steps })}
        <span className="bar">
          <span style={{ width: `${(step / steps) * 100}%` }} />
        </span>
      </div>
      <Title order={isPageTitle ? 1 : 2} className="step-title">
        {question}
      </Title>
    </>
  );
}
