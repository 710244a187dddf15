import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { RefusedClick } from "../../../ui/components/form-errors.tsx";
import { Title } from "../../../ui/components/title.tsx";
import { focusHeading } from "../../../ui/keep-focus.ts";
import { NOTIFICATIONS, type Refusal } from "./optimistic-tip.ts";

export const CHOICES = ["AT_ONCE", "DAILY", "OFF"] as const;

export function NotificationsChoice({ page }: { page: string }) {
  const { t } = useTranslation("dashboard");
  const choosing = useFetcher<Refusal>({ key: NOTIFICATIONS });
  if (choosing.state !== "idle") return null;
  return (
    <section className="card ask">
      <Title order={2}>{t("notifications.title")}</Title>
      <RefusedClick id="notifications" refusal={choosing.data} />
      <choosing.Form
        method="post"
        action={page}
        className="letter-acts"
        onSubmit={({ currentTarget }) => focusHeading(currentTarget.closest(".account-page"))}
      >
        <input type="hidden" name="intent" value="notifications" />
        {CHOICES.map((choice) => (
          <button
            key={choice}
            type="submit"
            name="email_notifications"
            value={choice}
            className="second-button"
          >
            {t(`choice.${choice}`)}
          </button>
        ))}
      </choosing.Form>
      <p className="help">{t("notifications.help")}</p>
    </section>
  );
}
