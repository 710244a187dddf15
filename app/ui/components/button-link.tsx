import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";

export function ButtonLink(props: { to: string; kind?: "go" | "second"; children: ReactNode }) {
  return (
    <Button component={Link} to={props.to} className={props.kind ?? "second"}>
      {props.children}
    </Button>
  );
}
