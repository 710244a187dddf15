import { Button } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import { useNavigation } from "react-router";

interface SubmitButtonProps {
  /** "go" for the one main action of a form, "second" for a lesser one. */
  kind?: "go" | "second";
  /** Tells the forms of a page, or the choices of a form, apart: sent as the field `name`. */
  intent?: string;
  name?: string;
  children: ReactNode;
}

/** Sends its form; while the form is on its way, it says so and takes no second press. */
export function SubmitButton({
  kind = "go",
  name = "intent",
  intent,
  children,
}: SubmitButtonProps): ReactElement {
  const { formData } = useNavigation();
  const isPending = formData !== undefined && (intent === undefined || formData.get(name) === intent);
  return (
    <Button
      type="submit"
      className={kind}
      loading={isPending}
      {...(intent === undefined ? {} : { name, value: intent })}
    >
      {children}
    </Button>
  );
}
