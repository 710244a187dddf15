import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useFetcher } from "react-router";

interface PostButtonProps {
  action: string;
  kind: "go" | "second" | "plain-button";
  children: ReactNode;
}

export function PostButton({ action, kind, children }: PostButtonProps) {
  const fetcher = useFetcher();
  const isPending = fetcher.state !== "idle";
  return (
    <fetcher.Form method="post" action={action}>
      {kind === "plain-button" ? (
        <button type="submit" className={kind} disabled={isPending}>
          {children}
        </button>
      ) : (
        <div className="actions">
          <Button type="submit" className={kind} loading={isPending}>
            {children}
          </Button>
        </div>
      )}
    </fetcher.Form>
  );
}
