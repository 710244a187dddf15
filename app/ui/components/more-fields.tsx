import { type ReactElement, type ReactNode, useState } from "react";

/** Fields that few need, folded away. */
export function MoreFields({
  title,
  isNeeded,
  children,
}: {
  title: string;
  /** True where one of them is filled in or has an error. */
  isNeeded: boolean;
  children: ReactNode;
}): ReactElement {
  const [isOpen, setOpen] = useState(isNeeded);
  return (
    <details
      className="more"
      open={isOpen || isNeeded}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{title}</summary>
      <div className="fields">{children}</div>
    </details>
  );
}
