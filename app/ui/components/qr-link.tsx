import { lazy, type MouseEvent, type ReactNode, Suspense, useRef, useState } from "react";
import { useIsApp } from "../shells/hydration.ts";
import { SecondLink } from "./main-button.tsx";

const QrDialog = lazy(async () => ({ default: (await import("./qr-dialog.tsx")).QrDialog }));

export function QrLink({
  username,
  kind,
  children,
}: {
  username: string;
  kind: "drawer-entry" | "second";
  children: ReactNode;
}) {
  const isApp = useIsApp();
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLElement>(null);
  const open = (event: MouseEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    opener.current = event.currentTarget;
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  // On guest pages the light script opens the dialog.
  const link = { href: `/${username}/qr`, ...(isApp ? { onClick: open } : { "data-dialog": "500" }) };
  return (
    <>
      {kind === "second" ? (
        <SecondLink {...link}>{children}</SecondLink>
      ) : (
        <a className={kind} {...link}>
          {children}
        </a>
      )}
      {isOpen ? (
        <Suspense>
          <QrDialog username={username} onClose={close} />
        </Suspense>
      ) : null}
    </>
  );
}
