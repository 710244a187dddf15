import { data } from "react-router";
import { MainLink } from "../../../ui/components/main-button.tsx";
import { Title } from "../../../ui/components/title.tsx";
import { sendClick } from "../../../ui/lost-connection.ts";
import { useTexts } from "../../../ui/texts.ts";

export const GONE = { isGone: true } as const;

/** Reports a missing item over the list and reloads it. */
export async function sendItemAct(call: Parameters<typeof sendClick>[0]): Promise<unknown> {
  const answer = await sendClick(call);
  if (typeof answer !== "object" || answer === null || !("isGone" in answer)) return answer;
  const { toastError } = await import("../../../ui/toasts.tsx");
  toastError("errors.item.gone");
  // React Router does not revalidate after an error status.
  return data(null, { status: 200 });
}

export function ItemGone() {
  const { t } = useTexts("items");
  return (
    <section className="card steps">
      <Title order={1}>{t("gone.title")}</Title>
      <p>{t("gone.text")}</p>
      <div className="actions">
        <MainLink href="/dashboard/items">{t("gone.back")}</MainLink>
      </div>
    </section>
  );
}
