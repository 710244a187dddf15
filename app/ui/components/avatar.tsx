import type { ReactElement } from "react";
import { initials } from "../../domain/users/initials.ts";
import { MediaPicture } from "./media-picture.tsx";

/** A hue of one's own, from the name: the colour of initials and fallback covers. */
export function hueOf(name: string): number {
  let hue = 0;
  for (const letter of name) hue = (hue * 31 + (letter.codePointAt(0) ?? 0)) % 360;
  return hue;
}

interface FaceProps {
  name: string;
  avatarId: string | null;
  isOnline?: boolean;
  onlineText?: string;
  /** Small beside a line of text, else the large one of a profile. */
  small?: boolean;
  /** Below the fold: fetched when it comes into sight. */
  lazy?: boolean;
}

/** An avatar, or the initials where there is none. */
export function Avatar({ name, avatarId, isOnline, onlineText, small, lazy }: FaceProps): ReactElement {
  return (
    <span className={small ? "face face-small" : "face ring"}>
      {avatarId ? (
        <MediaPicture
          id={avatarId}
          renditions={small ? ["s"] : ["s 1x", "m 2x"]}
          className="face-pic"
          width={small ? 44 : 120}
          height={small ? 44 : 120}
          lazy={lazy}
        />
      ) : (
        <span className="face-pic" aria-hidden="true" style={{ "--hue": hueOf(name) }}>
          {initials(name)}
        </span>
      )}
      {isOnline ? <span className="dot" role="img" aria-label={onlineText} /> : null}
    </span>
  );
}
