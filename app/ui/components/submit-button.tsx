import { Button } from "@mantine/core";
import type { MouseEvent, ReactElement, ReactNode } from "react";
import { useNavigation } from "react-router";

interface SubmitButtonProps {
  /** "go" for the one main action of a form, "second" for a lesser one, "warn" for one that is hard to take back. */
  kind?: "go" | "second" | "warn";
  /** Tells the forms of a page apart: the hidden field `intent` of its form, so that Enter in a line sends it, too. */
  intent?: string;
  /** What this button of several in its form chooses: sent as the field of this name. */
  choice?: { name: string; value: string };
  children: ReactNode;
}

/**
 * The field that had the focus is left only once the press is over: an error that appears below it would move the button
 * away from under the pointer, and the press would be none.
 */
const stay = (event: MouseEvent) => event.preventDefault();
const take = (event: MouseEvent<HTMLButtonElement>) => event.currentTarget.focus();

/** Sends its form; while the form is on its way, it says so and takes no second press. */
export function SubmitButton({ kind = "go", intent, choice, children }: SubmitButtonProps): ReactElement {
  const { formData } = useNavigation();
  const isPending =
    formData !== undefined &&
    (intent === undefined || formData.get("intent") === intent) &&
    (choice === undefined || formData.get(choice.name) === choice.value);
  return (
    <>
      {intent === undefined ? null : <input type="hidden" name="intent" value={intent} />}
      <Button
        type="submit"
        className={kind === "warn" ? "second warn" : kind}
        loading={isPending}
        onMouseDown={stay}
        onClick={take}
        {...choice}
      >
        {children}
      </Button>
    </>
  );
}
