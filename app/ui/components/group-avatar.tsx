import { initials } from "../../domain/users/initials.ts";
import { hueOf } from "./avatar.tsx";
import { PeopleGlyph } from "./icons.tsx";
import { MediaPicture } from "./media-picture.tsx";

export function GroupAvatar({
  name,
  avatarId,
  small,
}: {
  name: string | null;
  avatarId: string | null;
  small?: boolean;
}) {
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
