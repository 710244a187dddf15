import { MantineProvider } from "@mantine/core";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { theme } from "../theme.ts";
import { RefusalsProvider } from "./refusals.tsx";

export function AppProvider(props: { theme: "dark" | "light" | null; children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme={props.theme ?? "auto"}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <Toasts />
      <RefusalsProvider>{props.children}</RefusalsProvider>
    </MantineProvider>
  );
}

const Notifications = lazy(async () => {
  const { Notifications: Component } = await import("@mantine/notifications");
  return { default: Component };
});

const TOAST_MS = 3000;

export const TOAST_EVENT = "tribute:toast";

function Toasts() {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const show = () => setWanted(true);
    window.addEventListener(TOAST_EVENT, show);
    return () => window.removeEventListener(TOAST_EVENT, show);
  }, []);
  return isWanted ? (
    <Suspense>
      <Notifications autoClose={TOAST_MS} position="bottom-center" />
    </Suspense>
  ) : null;
}
