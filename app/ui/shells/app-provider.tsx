import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import type { ReactElement, ReactNode } from "react";
import { theme } from "../theme.ts";
import { RefusalsProvider } from "./refusals.tsx";

/** Mantine and its toasts around a hydrated page. */
export function AppProvider(props: { theme: "dark" | "light" | null; children: ReactNode }): ReactElement {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme={props.theme ?? "auto"}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <Notifications autoClose={TOAST_MS} position="bottom-center" />
      <RefusalsProvider>{props.children}</RefusalsProvider>
    </MantineProvider>
  );
}

/** How long a toast is shown (docs/product.md, 9.7). */
const TOAST_MS = 3000;
