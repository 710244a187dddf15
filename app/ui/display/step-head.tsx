import { Progress, Title } from "@mantine/core";
import type { ReactElement } from "react";
import { useTexts } from "../texts.ts";

/** Where one is in the four steps, and what this one asks. */
export function StepHead({
  step,
  question,
  isPageTitle,
}: {
  step: 1 | 2 | 3 | 4;
  question: string;
  isPageTitle: boolean;
}): ReactElement {
  const { t } = useTexts("tip");
  const progress = t("steps.progress", { step });
  return (
    <>
      <div className="step">
        <span>{progress}</span>
        <Progress value={step * 25} className="bar" aria-label={progress} />
      </div>
      <Title order={isPageTitle ? 1 : 2} className="step-title">
        {question}
      </Title>
    </>
  );
}
