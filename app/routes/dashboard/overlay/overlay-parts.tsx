import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Form, Link, useRevalidator } from "react-router";
import { productRules } from "../../../product-rules.ts";
import { Card } from "../../../ui/components/card.tsx";
import { CopyTextButton } from "../../../ui/components/copy-text-button.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import type { ShownAlert } from "./queue.server.ts";

const PAGES = { alerts: "", goal: "/goal", supporters: "/supporters" } as const;

export function ButtonRow({ children }: { children: ReactNode }) {
  return <div style={{ display: "flex", flexWrap: "wrap", gap: 10, margin: "14px 0" }}>{children}</div>;
}

/** The secret is folded: a broadcast may show this page. */
export function Addresses({ address, children }: { address: string; children: ReactNode }) {
  const { t } = useTranslation("overlay");
  return (
    <Card title={t("address.title")}>
      <p>{t("address.text")}</p>
      <ButtonRow>
        <CopyTextButton text={address} label={t("address.copy")} copied={t("address.copied")} />
        <a
          className="second-button"
          style={{ textDecoration: "none", color: "inherit" }}
          href="/dashboard/overlay/file"
          download
        >
          {t("address.file")}
        </a>
      </ButtonRow>
      <p className="help">{t("address.fileHelp")}</p>
      <details style={{ margin: "14px 0" }}>
        <summary>{t("address.show")}</summary>
        <p className="help">{t("address.secret")}</p>
        <dl>
          {(["alerts", "goal", "supporters"] as const).map((kind) => (
            <div key={kind}>
              <dt>{t(`address.${kind}`)}</dt>
              <dd className="share-link">
                <code>{address + PAGES[kind]}</code>
              </dd>
            </div>
          ))}
        </dl>
      </details>
      {children}
    </Card>
  );
}

/** While alerts wait, they go one after the other. */
export function useFreshQueue(waitingCount: number) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (waitingCount === 0) return;
    const look = () => void (document.visibilityState === "visible" && revalidate());
    const looking = setInterval(look, productRules.viewer_refresh_seconds * 1000);
    return () => clearInterval(looking);
  }, [waitingCount, revalidate]);
}

export function AlertList({ alerts }: { alerts: readonly ShownAlert[] }) {
  return alerts.length > 0 ? (
    <ul className="rows">
      {alerts.map((alert) => (
        <AlertRow key={alert.key} alert={alert} />
      ))}
    </ul>
  ) : null;
}

function AlertRow({ alert }: { alert: ShownAlert }) {
  const { t } = useTranslation("overlay");
  const { status, at, amount, name, words, tip_id, has_image, has_words_to_read } = alert;
  const last = status === "WAITING" ? ("skip" as const) : ("replay" as const);
  const acts = has_words_to_read ? (["approve", "refuse", last] as const) : [last];
  return (
    <li>
      <span>
        <b>{amount ?? t("sample.title")}</b> {name}
        <small>
          <time dateTime={at.at}>{at.full}</time>
          {status === "SKIPPED" ? ` · ${t("queue.skipped")}` : null}
        </small>
        {words ? <small>{words}</small> : null}
        {has_image && tip_id ? <Link to={`/dashboard/tips/${tip_id}`}>{t("queue.picture")}</Link> : null}
      </span>
      <ButtonRow>
        {acts.map((intent) => (
          <Form key={intent} method="post" action="/dashboard/overlay">
            <input type="hidden" name="alert" value={alert.key} />
            <SubmitButton kind="second" intent={intent}>
              {t(`act.${intent}`)}
            </SubmitButton>
          </Form>
        ))}
      </ButtonRow>
    </li>
  );
}
