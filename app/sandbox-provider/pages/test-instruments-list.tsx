import type { MethodPage } from "../hosted-page.server.ts";
import type { SandboxText } from "./text.ts";

export function TestInstruments({ t, page }: { t: SandboxText; page: MethodPage }) {
  if (page.type === "INETCASH_DB" || page.type === "INETCASH_OB") return null;
  const inUse = page.prefill.number ?? page.prefill.iban;
  return (
    <details className="sp-tests" open>
      <summary>{page.type === "INETCASH_CC" ? t("tests.cards") : t("tests.accounts")}</summary>
      <p className="sp-help">{t("tests.intro")}</p>
      <ul>
        {page.instruments.map((instrument) => (
          <li key={instrument.id}>
            <a
              className="sp-use"
              href={`?use=${instrument.id}`}
              aria-current={instrument.value === inUse ? "true" : undefined}
            >
              <span className="sp-number">{instrument.value}</span>
              <span className="sp-does">{t(instrument.text)}</span>
              <span className="sp-use-word">
                {instrument.value === inUse ? t("tests.used") : t("tests.use")}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
