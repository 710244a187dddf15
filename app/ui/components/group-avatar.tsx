import type { ReactElement } from "react";
import { initials } from "../../domain/users/names.ts";
import { hueOf } from "./avatar.tsx";
import { MediaPicture } from "./media-picture.tsx";

/** A group's picture, or two letters of its name; without either the sign of several people. */
export function GroupAvatar({
  name,
  avatarId,
  small,
}: {
  name: string | null;
  avatarId: string | null;
  /** Small beside a line of text, else the large one of a page. */
  small?: boolean;
}): ReactElement {
  const edge = small ? 44 : 120;
  return (
    <span className={small ? "face face-small" : "face ring"}>
      {avatarId ? (
        <MediaPicture
          id={avatarId}
          renditions={small ? ["s"] : ["m"]}
          className="face-pic"
          width={edge}
          height={edge}
        />
      ) : (
        <span className="face-pic" aria-hidden="true" style={{ "--hue": hueOf(name ?? "") }}>
          {name === null ? <PeopleGlyph size={edge / 2} /> : initials(name)}
        </span>
      )}
    </span>
  );
}

/** Tabler's users. */
function PeopleGlyph({ size }: { size: number }): ReactElement {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M5 7a4 4 0 1 0 8 0a4 4 0 1 0 -8 0" />
      <path d="M3 21v-2a4 4 0 0 1 4 -4h4a4 4 0 0 1 4 4v2" />
      <path d="M16 3.130a4 4 0 0 1 0 7.750M21 21v-2a4 4 0 0 0 -3 -3.850" />
    </svg>
  );
}
