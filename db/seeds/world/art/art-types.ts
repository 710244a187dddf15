import type { hairs, skins, Tone } from "./tones.ts";

/** What stands behind a face or an emblem: a pattern in two colours. */
export interface AvatarGround {
  readonly pattern:
    | "plain"
    | "sun"
    | "rays"
    | "stripes"
    | "dots"
    | "hills"
    | "arch"
    | "leaves"
    | "confetti"
    | "stars"
    | "tiles";
  readonly colours: readonly [Tone, Tone];
}

export type HairStyle =
  | "bald"
  | "buzz"
  | "crop"
  | "quiff"
  | "side-part"
  | "tousled"
  | "bob"
  | "bob-fringe"
  | "waves"
  | "long"
  | "curls"
  | "afro"
  | "bun"
  | "braids"
  | "tower";

export type HatStyle =
  | "none"
  | "beanie"
  | "flat-cap"
  | "captain"
  | "straw"
  | "porkpie"
  | "headwrap"
  | "bandana"
  | "blossoms";
export type BeardStyle = "none" | "stubble" | "moustache" | "goatee" | "full";
export type GlassesStyle = "none" | "round" | "square" | "cat-eye";
export type MouthStyle = "calm" | "smile" | "grin" | "laugh" | "painted";
export type EyeStyle = "open" | "happy" | "lashes" | "glamour";
export type ClothesStyle =
  | "crew"
  | "turtleneck"
  | "collar"
  | "hoodie"
  | "dungarees"
  | "striped"
  | "blazer"
  | "apron"
  | "sequins"
  | "fair-isle";
export type Extra =
  | "freckles"
  | "studs"
  | "hoops"
  | "headphones"
  | "headset"
  | "pencil"
  | "flour"
  | "tape-measure"
  | "scarf"
  | "pearls"
  | "wrinkles";

/** A portrait, put together from its parts. */
export interface FaceAvatar {
  readonly kind: "face";
  readonly ground: AvatarGround;
  readonly skin: keyof typeof skins;
  readonly shape: "oval" | "round" | "long" | "square";
  readonly hair: { readonly style: HairStyle; readonly colour: keyof typeof hairs };
  readonly eyes: EyeStyle;
  readonly mouth: MouthStyle;
  readonly clothes: { readonly style: ClothesStyle; readonly colour: Tone; readonly second: Tone };
  readonly beard?: BeardStyle;
  readonly glasses?: { readonly style: GlassesStyle; readonly colour: Tone };
  readonly hat?: { readonly style: HatStyle; readonly colour: Tone; readonly second: Tone };
  readonly extras?: readonly Extra[];
}

export type EmblemMotif =
  | "sousaphone"
  | "kettle"
  | "moth"
  | "robot"
  | "knight"
  | "duck"
  | "owl"
  | "cat"
  | "train"
  | "mushroom";

/** An animal or a thing in a person's place. */
export interface EmblemAvatar {
  readonly kind: "emblem";
  readonly motif: EmblemMotif;
  readonly ground: AvatarGround;
}

export type AvatarArt = FaceAvatar | EmblemAvatar;

export type HeaderScene =
  | "hills"
  | "meadow"
  | "city"
  | "shelf"
  | "waves"
  | "stars"
  | "alps"
  | "stage"
  | "gradient"
  | "river"
  | "forest"
  | "bakery"
  | "workshop"
  | "rails"
  | "curtain"
  | "pixels"
  | "knit"
  | "chess"
  | "watercolour"
  | "rain"
  | "library"
  | "jazz"
  | "harbour"
  | "wardrobe";

export type HeaderPalette =
  | "dusk"
  | "dawn"
  | "noon"
  | "night"
  | "forest"
  | "sea"
  | "rose"
  | "ember"
  | "hearth"
  | "frost";

/** A wide picture above a profile; the seed moves what nature would place by chance. */
export interface HeaderArt {
  readonly scene: HeaderScene;
  readonly palette: HeaderPalette;
  readonly seed: number;
}

export type ItemMotif =
  | "anchor"
  | "beer"
  | "binoculars"
  | "biscuits"
  | "book"
  | "boots"
  | "bread"
  | "brush"
  | "buttons"
  | "cake"
  | "camera"
  | "candle"
  | "cassette"
  | "cat-food"
  | "coffee"
  | "disco-ball"
  | "fabric"
  | "film"
  | "flour"
  | "glacier"
  | "gpu"
  | "headphones"
  | "hive"
  | "honey"
  | "ink"
  | "keyboard"
  | "knight"
  | "lamp"
  | "lens"
  | "lipstick"
  | "microphone"
  | "mushroom"
  | "notebook"
  | "paint"
  | "pastry"
  | "pawn"
  | "piano"
  | "pizza"
  | "plane"
  | "plant"
  | "rosin"
  | "rubber-duck"
  | "scissors"
  | "seeds"
  | "server"
  | "sewing-machine"
  | "sourdough"
  | "spool"
  | "strings"
  | "teapot"
  | "telescope"
  | "thermometer"
  | "ticket"
  | "trumpet"
  | "umbrella"
  | "van"
  | "vinyl"
  | "violin"
  | "wig"
  | "yarn";

export type ItemGround =
  | "apricot"
  | "rose"
  | "butter"
  | "sage"
  | "mint"
  | "lagoon"
  | "sky"
  | "lilac"
  | "sand"
  | "coral"
  | "plum"
  | "night"
  | "denim"
  | "clay";

/** A thing to tip for, on a soft ground of two tones; the tint recolours its main part. */
export interface ItemArt {
  readonly motif: ItemMotif;
  readonly ground: ItemGround;
  readonly tint?: Tone;
}
