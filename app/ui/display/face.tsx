import type { ReactElement } from "react";
import { initials } from "../../domain/accounts/names.ts";

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
}

/** An avatar, or the initials where there is none. */
export function Face({ name, avatarId, isOnline, onlineText, small }: FaceProps): ReactElement {
  return (
    <span className={small ? "face face-small" : "face ring"}>
      {avatarId ? (
        <img
          className="face-pic"
          src={`/media/${avatarId}/${small ? "s" : "m"}.webp`}
          {...(small ? {} : { srcSet: `/media/${avatarId}/s.webp 1x, /media/${avatarId}/m.webp 2x` })}
          width={small ? 44 : 120}
          height={small ? 44 : 120}
          alt=""
        />
      ) : (
        <span className="face-pic" aria-hidden="true" style={{ ["--hue" as string]: hueOf(name) }}>
          {initials(name)}
        </span>
      )}
      {isOnline ? <span className="dot" role="img" aria-label={onlineText} /> : null}
    </span>
  );
}
