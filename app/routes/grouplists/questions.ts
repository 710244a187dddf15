import { useTranslation } from "react-i18next";

export interface Question {
  title: string;
  text: string;
  button: string;
  back: string;
  fields?: Readonly<Record<string, string>>;
}

export type MemberAct = "approve" | "decline" | "remove";

export function useQuestions() {
  const { t } = useTranslation("grouplists");
  const backToEdit = t("backToEdit");
  const backToList = t("backToList");
  return {
    renewal: (): Question => ({
      title: t("invites.renewTitle"),
      text: t("invites.renewText"),
      button: t("invites.renewNow"),
      back: backToEdit,
    }),
    ranking: (isOn: boolean): Question => ({
      title: t(isOn ? "ranking.offTitle" : "ranking.onTitle"),
      text: t(isOn ? "ranking.offText" : "ranking.onText"),
      button: t(isOn ? "ranking.turnOff" : "ranking.turnOn"),
      back: backToEdit,
      fields: { enabled: isOn ? "off" : "on" },
    }),
    deletion: (group: string): Question => ({
      title: t("deletion.title"),
      text: t("deletion.text", { group }),
      button: t("deletion.now"),
      back: backToEdit,
    }),
    leave: (isMember: boolean, group: string): Question =>
      isMember
        ? {
            ...{ title: t("leave.title", { group }), text: t("leave.text") },
            ...{ button: t("leave.now"), back: backToList },
          }
        : {
            ...{ title: t("leave.withdrawTitle"), text: t("leave.withdrawText", { group }) },
            ...{ button: t("leave.withdrawNow"), back: backToList },
          },
    member: (act: MemberAct, person: string): Question => ({
      title: t(`members.${act}Title`, { person }),
      text: t(`members.${act}Text`, { person }),
      button: t(`members.${act}`),
      back: t("members.back"),
    }),
  };
}
