import { type ReactNode, useContext } from "react";
import { useActionData } from "react-router";
import { useIsApp } from "../shells/hydration.ts";
import { FOCUSED, RefusedContext } from "../shells/refused-page.ts";

export function FaultNote({ children }: { children: ReactNode }) {
  const isRefused = useContext(RefusedContext);
  const isApp = useIsApp();
  const reply = useActionData<unknown>();
  const isAnswer = isApp ? reply !== undefined : isRefused;
  return (
    <p className="summary" role="alert" {...(isAnswer ? FOCUSED : {})}>
      {children}
    </p>
  );
}
