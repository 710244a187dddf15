import type { ReactElement } from "react";

/**
 * A public picture of ours: WebP for browsers that know it, JPEG for the others, at the size that it takes up on the
 * page. `renditions` are its sizes as `srcset` names them, such as "s 720w"; the first is the one for old browsers.
 */
export function MediaPicture(props: {
  id: string;
  renditions: readonly string[];
  sizes?: string;
  width: number;
  height: number;
  className?: string;
  /** Below the fold: fetched when it comes into sight. */
  lazy?: boolean;
}): ReactElement {
  const { id, renditions, sizes, width, height, className, lazy } = props;
  const address = (rendition: string, format: string) => {
    const [name, ...when] = rendition.split(" ");
    return [`/media/${id}/${name}.${format}`, ...when].join(" ");
  };
  const [first = "s"] = renditions[0]?.split(" ") ?? [];
  return (
    <picture>
      <source
        type="image/webp"
        srcSet={renditions.map((rendition) => address(rendition, "webp")).join(", ")}
        {...(sizes ? { sizes } : {})}
      />
      <img
        {...(className ? { className } : {})}
        src={address(first, "jpg")}
        width={width}
        height={height}
        alt=""
        {...(lazy ? { loading: "lazy" } : {})}
      />
    </picture>
  );
}
