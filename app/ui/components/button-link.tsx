import { Button } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import { Link } from "react-router";

/** A link of a hydrated page that looks like a button: "go" for the main way on, "second" for another. */
export function ButtonLink(props: { to: string; kind?: "go" | "second"; children: ReactNode }): ReactElement {
  return (
    <Button component={Link} to={props.to} className={props.kind ?? "second"}>
      {props.children}
    </Button>
  );
}
