import { useTranslation } from "react-i18next";
import { useActionData, useRouteLoaderData } from "react-router";
import type { LayoutData } from "../shells/layout-data.ts";
import { useHasRefusal } from "../shells/refusals.tsx";

/** Starts with a refused form, ends with new tips (docs/product.md, 9.7). */
export function PageTitle(props: { isRefused?: boolean | undefined; children: string }) {
  const { t } = useTranslation();
  const root = useRouteLoaderData<{ frame: LayoutData }>("root");
  const hasNewTips = Boolean(root?.frame.viewer?.latestNewTipId);
  const isRefused = [props.isRefused, isRefusal(useActionData<unknown>()), useHasRefusal()].includes(true);
  const words = [isRefused ? t("form.errorTitle") : "", props.children, hasNewTips ? t("newTipsSuffix") : ""];
  return <title>{words.filter(Boolean).join(" ")}</title>;
}

function isRefusal(answer: unknown): boolean {
  if (typeof answer !== "object" || answer === null) return false;
  if ("reply" in answer) return isRefusal(answer.reply);
  return "status" in answer && answer.status === "error";
}
