import { hueOf } from "./avatar.tsx";
import { MediaPicture } from "./media-picture.tsx";

export function SmallCover(props: { name: string; headerId: string | null; lazy?: boolean }) {
  return (
    <span className="cover" style={{ "--hue": hueOf(props.name) }}>
      {props.headerId ? (
        <MediaPicture id={props.headerId} renditions={["s"]} width={720} height={240} lazy={props.lazy} />
      ) : null}
    </span>
  );
}
