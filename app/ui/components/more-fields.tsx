import { type ReactNode, useState } from "react";

export function MoreFields({
  title,
  isNeeded,
  children,
}: {
  title: string;
  isNeeded: boolean;
  children: ReactNode;
}) {
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
