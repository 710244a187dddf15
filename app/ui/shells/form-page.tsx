import type { ReactElement, ReactNode } from "react";
import { Title } from "../components/title.tsx";

/** A page with one thing to do: its title, what it is about, and the form. */
export function FormPage({
  title,
  intro,
  children,
}: {
  title: string;
  intro?: ReactNode;
  children?: ReactNode;
}): ReactElement {
  return (
    <section className="card steps">
      <Title order={1} className="form-title">
        {title}
      </Title>
      {intro ? <p className="help">{intro}</p> : null}
      {children}
    </section>
  );
}
