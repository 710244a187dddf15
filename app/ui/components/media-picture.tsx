/** WebP with a JPEG fallback. `renditions`: `srcset` entries such as "s 720w"; old browsers get the first. */
export function MediaPicture(props: {
  id: string;
  renditions: readonly string[];
  sizes?: string;
  width: number;
  height: number;
  className?: string;
  lazy?: boolean;
}) {
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
