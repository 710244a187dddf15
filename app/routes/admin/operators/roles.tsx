import { useTranslation } from "react-i18next";
import { OPERATOR_ROLES } from "../../../domain/operator-roles.schema.ts";
import { Facts } from "../../../ui/components/data-table.tsx";

export function useRoleOptions() {
  const { t } = useTranslation("operators");
  return OPERATOR_ROLES.map((value) => ({ value, label: t(`role.${value}`) }));
}

export function RoleFacts() {
  const { t } = useTranslation("operators");
  return <Facts facts={OPERATOR_ROLES.map((role) => [t(`role.${role}`), t(`roleHelp.${role}`)])} />;
}
