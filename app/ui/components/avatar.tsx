import { initials } from "../../domain/users/initials.ts";
import { MediaPicture } from "./media-picture.tsx";

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
  small?: boolean;
  lazy?: boolean;
}

export function Avatar({ name, avatarId, isOnline, onlineText, small, lazy }: FaceProps) {
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
