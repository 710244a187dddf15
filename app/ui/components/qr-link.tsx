import { lazy, type MouseEvent, type ReactElement, type ReactNode, Suspense, useRef, useState } from "react";
import { useIsApp } from "../shells/hydration.ts";
import { SecondLink } from "./main-button.tsx";

const QrDialog = lazy(async () => ({ default: (await import("./qr-dialog.tsx")).QrDialog }));

/** The way to the QR code of the user's own page: with script a dialog over this page, without it the code's own page. */
export function QrLink({
  username,
  kind,
  children,
}: {
  username: string;
  /** An entry of the drawer, or a button of the page. */
  kind: "drawer-entry" | "second";
  children: ReactNode;
}): ReactElement {
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
  // On other pages the light script opens the dialog.
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
