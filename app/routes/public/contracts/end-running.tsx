import type { ReactElement } from "react";
import { MainButton, SecondLink } from "../../../ui/components/main-button.tsx";
import { FormPage } from "../../../ui/shells/form-page.tsx";
import { useTexts } from "../../../ui/texts.ts";
import type { shownRunning } from "./end-running.server.ts";

type Shown = Awaited<ReturnType<typeof shownRunning>>;

export function EndRunning(shown: Shown): ReactElement {
  const { t } = useTexts("contracts");
  const { rows, asked, hasEnded, contract, until } = shown;
  const isDone = hasEnded || rows.length === 0;
  const intro =
    rows.length === 0 ? t("all.done") : until === null ? t("all.now") : t("all.nowNot", { until });
  return (
    <FormPage title={isDone ? t("all.doneTitle") : shown.title} intro={intro}>
      {shown.lacksChoice ? (
        <p className="note" role="alert">
          {t("all.choose")}
        </p>
      ) : null}
      {asked.map(({ id, amount, day }) => (
        <p className="note" key={id}>
          {t("all.asked", { amount, day })}
        </p>
      ))}
      {contract !== null && rows.length > 0 ? <p>{t("all.said", { contract })}</p> : null}
      {rows.length > 0 ? (
        <form method="post" className="fields" data-once="">
          {rows.map(({ id, isChosen, ...row }) => (
            <label className="tick" key={id}>
              <input type="checkbox" name="series" value={id} defaultChecked={isChosen} />
              <span>
                <Row {...row} />
              </span>
            </label>
          ))}
          <div className="actions">
            <MainButton>{t("all.go")}</MainButton>
            <SecondLink href="/">{t("all.keep")}</SecondLink>
          </div>
        </form>
      ) : (
        <p className="more-links">
          <a href="/">{t("all.home")}</a>
        </p>
      )}
    </FormPage>
  );
}

function Row({
  name,
  total,
  back,
  isRunning,
  isUnderWay,
}: Pick<Shown["rows"][number], "name" | "total" | "back" | "isRunning" | "isUnderWay">): string {
  const { t } = useTexts("contracts");
  const what = t(isRunning ? "all.each" : "all.over", { name, total });
  if (isUnderWay) return `${what}. ${t("all.backLater")}`;
  return back === null ? what : `${what}. ${t("all.back", { back })}`;
}
