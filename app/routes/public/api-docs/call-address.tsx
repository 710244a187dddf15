import { NameParts } from "../../../ui/components/name-parts.tsx";

export function CallAddress({ method, path }: { method: string; path: string }) {
  return (
    <code className="call-address">
      <b>{method}</b> <NameParts text={path} />
    </code>
  );
}
