import { Title } from "@mantine/core";
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
  return (
    <>
      <div className="step">
        {t("steps.progress", { step })}
        <span className="bar">
          <span style={{ width: `${step * 25}%` }} />
        </span>
      </div>
      <Title order={isPageTitle ? 1 : 2} className="step-title">
        {question}
      </Title>
    </>
  );
}
