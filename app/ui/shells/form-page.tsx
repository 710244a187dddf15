import type { ReactNode } from "react";
import { PageTitle } from "../components/page-title.tsx";
import { Title } from "../components/title.tsx";
import { useIsApp } from "./hydration.ts";

export function FormPage({
  title,
  intro,
  children,
}: {
  title: string;
  intro?: ReactNode;
  children?: ReactNode;
}) {
  const isApp = useIsApp();
  return (
    <section className="card steps">
      {isApp ? <PageTitle>{title}</PageTitle> : null}
      <Title order={1} className="form-title">
        {title}
      </Title>
      {intro ? <p className="help">{intro}</p> : null}
      {children}
    </section>
  );
}
