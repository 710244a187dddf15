import type { ReactElement, ReactNode } from "react";
import { StepHead } from "../../../ui/components/step-head.tsx";
import { useTexts } from "../../../ui/texts.ts";

export function VoucherStep({
  amount,
  backHref,
  backText,
  step,
  steps,
  question,
  children,
}: {
  amount: string;
  backHref: string;
  backText: string;
  step: 2 | 3;
  steps: number;
  question: string;
  children: ReactNode;
}): ReactElement {
  const { t } = useTexts("vouchers");
  return (
    <section className="card steps">
      <div className="to">
        <b>{t("steps.of", { amount })}</b>
        <a href={backHref}>{backText}</a>
      </div>
      <StepHead step={step} steps={steps} question={question} isPageTitle />
      {children}
    </section>
  );
}
