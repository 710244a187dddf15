import type { ReactElement, ReactNode } from "react";
import type { PayPage } from "../hosted-page.server.ts";
import type { FieldErrors, FormFields } from "../pay-form.ts";
import { ErrorSummary, PostForm } from "./field.tsx";
import type { SandboxText } from "./text.ts";

export function SandboxFrame(props: {
  t: SandboxText;
  locale: string;
  title: string;
  amountLabel: string;
  amount: string;
  description: string;
  children: ReactNode;
  aside?: ReactNode;
}) {
  const { t, locale, title, amountLabel, amount, description, children, aside } = props;
  return (
    <div className="sp-page" lang={locale}>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <header className="sp-header">
        <p className="sp-brand">
          <BrandMark />
          {t("brand.name")}
        </p>
        <p className="sp-badge">{t("brand.badge")}</p>
      </header>
      <main className="sp-main" id="main">
        <h1 className="sp-order">
          <span className="sp-order-label">{amountLabel}</span> <span className="sp-amount">{amount}</span>{" "}
          <span className="sp-description">{description}</span>
        </h1>
        <div className="sp-card">{children}</div>
        {aside}
      </main>
      <footer className="sp-footer">{t("brand.footer")}</footer>
    </div>
  );
}

function BrandMark() {
  return (
    <svg className="sp-mark" width="28" height="28" viewBox="0 0 28 28" aria-hidden="true">
      <rect width="28" height="28" rx="7" stroke="none" />
      <path
        d="M7 11.5c2.3-2 4.7-2 7 0s4.7 2 7 0M7 17c2.3-2 4.7-2 7 0s4.7 2 7 0"
        fill="none"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
    </svg>
  );
}

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
