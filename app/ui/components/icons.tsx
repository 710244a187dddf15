import type { ReactNode } from "react";

function Icon({ size = 18, children }: { size?: number; children: ReactNode }) {
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
      {children}
    </svg>
  );
}

export const CheckGlyph = ({ size }: { size?: number }) => (
  <Icon size={size}>
    <path d="M5 12l5 5l10 -10" />
  </Icon>
);
export const HeartGlyph = ({ size }: { size?: number }) => (
  <Icon size={size}>
    <path d="M19.500 12.572l-7.500 7.428l-7.500 -7.428a5 5 0 1 1 7.500 -6.566a5 5 0 1 1 7.500 6.572" />
  </Icon>
);
export const ClockGlyph = ({ size }: { size?: number }) => (
  <Icon size={size}>
    <path d="M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0" />
    <path d="M12 7v5l3 3" />
  </Icon>
);
export const PeopleGlyph = ({ size }: { size?: number }) => (
  <Icon size={size}>
    <path d="M5 7a4 4 0 1 0 8 0a4 4 0 1 0 -8 0" />
    <path d="M3 21v-2a4 4 0 0 1 4 -4h4a4 4 0 0 1 4 4v2" />
    <path d="M16 3.130a4 4 0 0 1 0 7.750M21 21v-2a4 4 0 0 0 -3 -3.850" />
  </Icon>
);
export const PencilGlyph = ({ size }: { size?: number }) => (
  <Icon size={size}>
    <path d="M4 20h4l10.500 -10.500a2.828 2.828 0 1 0 -4 -4l-10.500 10.500v4" />
    <path d="M13.500 6.500l4 4" />
  </Icon>
);
export const CrossGlyph = ({ size }: { size?: number }) => (
  <Icon size={size}>
    <path d="M18 6l-12 12M6 6l12 12" />
  </Icon>
);
