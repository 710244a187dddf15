import type { ReactElement, ReactNode } from "react";
import type { PayPage } from "../hosted-page.server.ts";
import type { FieldErrors, FormFields } from "../pay-form.ts";
import { ErrorSummary, PostForm } from "./field.tsx";
import { SandboxFrame } from "./frame.tsx";
import type { SandboxText } from "./text.ts";

export interface Refusal {
  errors: FieldErrors;
  kept: FormFields;
}

export function OpenPayment(props: {
  t: SandboxText;
  page: PayPage;
  title: string;
  amount: string;
  errors: FieldErrors;
  giveUp: { name: "abort" | "deny"; text: string };
  aside?: ReactElement;
  children: ReactNode;
}) {
  const { t, page, title, amount, errors, giveUp, aside } = props;
  return (
    <SandboxFrame
      t={t}
      locale={page.locale}
      title={title}
      amountLabel={t("page.toPay")}
      amount={amount}
      description={page.description}
      aside={aside}
    >
      <ErrorSummary t={t} errors={errors} />
      <PostForm>{props.children}</PostForm>
      <form method="post">
        <button type="submit" className="sp-button sp-quiet" name={giveUp.name} value="yes">
          {giveUp.text}
        </button>
      </form>
    </SandboxFrame>
  );
}
