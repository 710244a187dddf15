import type { ReactElement, ReactNode } from "react";
import { formatList } from "../../domain/money/formats.ts";
import type { Locale } from "../../domain/money/minor.ts";
import { Avatar } from "../../ui/components/avatar.tsx";
import { StepHead } from "../../ui/components/step-head.tsx";
import { type Texts, useTexts } from "../../ui/texts.ts";
import type { StepDraft } from "./tip-steps.server.ts";

/** Each sharing member of a group reads the address. */
export function addressReaders(
  { receiver, sharers }: StepDraft,
  locale: Locale,
): { count: number; name: string } {
  const names = sharers?.names ?? [receiver.name];
  return { count: names.length, name: formatList(names, locale) };
}

export function shareText(t: Texts<"tip">["t"], locale: Locale, draft: StepDraft): string {
  return t("payment.share", addressReaders(draft, locale));
}

export function TipStep({
  receiver,
  isMonthly = false,
  amount,
  sum,
  backHref,
  backText,
  step,
  steps,
  question,
  children,
}: {
  receiver: StepDraft["receiver"];
  isMonthly?: boolean;
  amount: string;
  sum: string | null;
  backHref: string;
  backText: string;
  step: 2 | 3 | 4;
  steps?: number;
  question: string;
  children: ReactNode;
}): ReactElement {
  const { t } = useTexts("tip");
  return (
    <section className="card steps">
      <RecipientLine
        name={receiver.name}
        avatarId={receiver.avatar_id}
        text={t(isMonthly ? "monthly.for" : "steps.for", { amount, name: receiver.name })}
        sum={sum}
        backHref={backHref}
        backText={backText}
      />
      <StepHead step={step} steps={steps} question={question} isPageTitle />
      {children}
    </section>
  );
}

function RecipientLine(props: {
  name: string;
  avatarId: string | null;
  text: string;
  sum: string | null;
  backHref: string;
  backText: string;
}) {
  return (
    <div className="to">
      <Avatar name={props.name} avatarId={props.avatarId} small />
      <b>{props.text}</b>
      <a href={props.backHref}>{props.backText}</a>
      <p className="help money" id="sum">
        {props.sum}
      </p>
    </div>
  );
}
