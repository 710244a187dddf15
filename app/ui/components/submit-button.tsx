import { Button } from "@mantine/core";
import type { MouseEvent, ReactNode } from "react";
import { useNavigation } from "react-router";

interface SubmitButtonProps {
  kind?: "go" | "second" | "warn";
  /** A hidden field, so that Enter sends it too. */
  intent?: string;
  choice?: { name: string; value: string };
  children: ReactNode;
}

/** Focus would leave the field and show an error below it, which moves the button and loses the click. */
const stay = (event: MouseEvent) => event.preventDefault();
const take = (event: MouseEvent<HTMLButtonElement>) => event.currentTarget.focus();

/** Ignores presses while pending. */
export function SubmitButton({ kind = "go", intent, choice, children }: SubmitButtonProps) {
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
