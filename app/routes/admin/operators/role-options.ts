import { useTranslation } from "react-i18next";
import { OPERATOR_ROLES } from "../../../domain/operator-roles.schema.ts";

/** Each role with what it may do. */
export function useRoleOptions() {
  const { t } = useTranslation("operators");
  return OPERATOR_ROLES.map((value) => {
    const help = t(`roleHelp.${value}`);
    return { value, label: `${t(`role.${value}`)}: ${help}` };
  });
}
