import type { ReactElement } from "react";
import { hueOf } from "./avatar.tsx";
import { MediaPicture } from "./media-picture.tsx";

/** A creator's header picture cut to a strip, or their own colours where there is none; for lists and small cards. */
export function SmallCover(props: { name: string; headerId: string | null; lazy?: boolean }): ReactElement {
  return (
    <span className="cover" style={{ "--hue": hueOf(props.name) }}>
      {props.headerId ? (
        <MediaPicture id={props.headerId} renditions={["s"]} width={720} height={240} lazy={props.lazy} />
      ) : null}
    </span>
  );
}
