import type { FormEvent, ReactNode } from "react";
import { Form } from "react-router";

/** Applies at once; without script by the button. */
export function applySelect({ target, currentTarget }: FormEvent<HTMLFormElement>): void {
  if (target instanceof HTMLSelectElement) currentTarget.requestSubmit();
}

export function SearchForm({
  action,
  name = "q",
  label,
  words,
  go,
  children,
}: {
  action: string;
  name?: string;
  label: string;
  words: string;
  go: string;
  children?: ReactNode;
}) {
  return (
    <Form method="get" action={action} className="search" onChange={applySelect}>
      {children}
      <label>
        {label}
        <input
          key={words}
          type="search"
          name={name}
          className="plain-input"
          defaultValue={words}
          maxLength={254}
        />
      </label>
      <button type="submit" className="second-button">
        {go}
      </button>
    </Form>
  );
}
