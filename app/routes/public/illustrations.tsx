import type { ReactNode } from "react";

export function Illustration({ children }: { children: ReactNode }) {
  return (
    <svg className="scene" viewBox="0 0 240 140" width="240" height="140" fill="none" aria-hidden="true">
      <rect className="s-ground" width="240" height="140" rx="14" />
      {children}
    </svg>
  );
}

export function ChooseScene() {
  return (
    <Illustration>
      <rect className="s-card" x="82" y="14" width="76" height="140" rx="12" />
      <circle className="s-soft" cx="120" cy="40" r="13" />
      <rect className="s-line" x="98" y="60" width="44" height="5" rx="2.500" />
      <rect className="s-soft" x="91" y="76" width="26" height="15" rx="7.500" />
      <rect className="s-accent" x="123" y="76" width="26" height="15" rx="7.500" />
      <rect className="s-soft" x="91" y="97" width="26" height="15" rx="7.500" />
      <rect className="s-soft" x="123" y="97" width="26" height="15" rx="7.500" />
      <path className="s-stroke" d="M146 88l5 20 5-7 8 4-4-8 7-4z" />
    </Illustration>
  );
}

export function SayScene() {
  return (
    <Illustration>
      <path
        className="s-card"
        d="M62 34a12 12 0 0 1 12-12h92a12 12 0 0 1 12 12v50a12 12 0 0 1-12 12h-58l-22 20v-20h-12a12 12 0 0 1-12-12z"
      />
      <rect className="s-line" x="80" y="42" width="66" height="6" rx="3" />
      <rect className="s-line" x="80" y="57" width="80" height="6" rx="3" />
      <rect className="s-line" x="80" y="72" width="40" height="6" rx="3" />
      <path
        className="s-accent"
        d="M172 112c-16-11-22-18-22-26a12 12 0 0 1 22-7 12 12 0 0 1 22 7c0 8-6 15-22 26z"
      />
    </Illustration>
  );
}

export function PayScene() {
  return (
    <Illustration>
      <rect className="s-card" x="68" y="28" width="84" height="84" rx="12" />
      <path className="s-accent" d="M68 40a12 12 0 0 1 12-12h60a12 12 0 0 1 12 12v10h-84z" />
      <path className="s-text" d="M104 72l9-7h4v32M106 97h20" />
      <circle className="s-good" cx="164" cy="98" r="21" />
      <path className="s-tick" d="M154 98l7 8 13-15" />
    </Illustration>
  );
}

export function ServerScene() {
  return (
    <Illustration>
      <rect className="s-card" x="30" y="16" width="180" height="108" rx="12" />
      <circle className="s-soft" cx="62" cy="44" r="14" />
      <circle className="s-accent" cx="62" cy="84" r="14" />
      <rect className="s-line" x="88" y="38" width="82" height="7" rx="3.500" />
      <rect className="s-line" x="88" y="78" width="102" height="7" rx="3.500" />
      <path className="s-tick" d="M55 84l6 6 10-11" />
      <path className="s-stroke" d="M178 92l5 20 5-7 8 4-4-8 7-4z" />
    </Illustration>
  );
}

export function AllowScene() {
  return (
    <Illustration>
      <rect className="s-card" x="58" y="12" width="124" height="118" rx="12" />
      <circle className="s-good" cx="82" cy="40" r="10" />
      <path className="s-tick" d="M77 40l4 4 7-8" />
      <rect className="s-line" x="100" y="37" width="64" height="7" rx="3.500" />
      <circle className="s-soft" cx="82" cy="68" r="10" />
      <rect className="s-line" x="100" y="65" width="50" height="7" rx="3.500" />
      <rect className="s-accent" x="74" y="94" width="92" height="22" rx="11" />
    </Illustration>
  );
}

export function SlashScene({ command }: { command: string }) {
  return (
    <Illustration>
      <rect className="s-card" x="24" y="18" width="192" height="62" rx="10" />
      <circle className="s-accent" cx="44" cy="38" r="9" />
      <rect className="s-line" x="62" y="34" width="74" height="7" rx="3.500" />
      <circle className="s-soft" cx="44" cy="62" r="9" />
      <rect className="s-line" x="62" y="58" width="110" height="7" rx="3.500" />
      <rect className="s-card" x="24" y="90" width="192" height="34" rx="17" />
      <text className="s-word" x="44" y="112">{`/${command}`}</text>
    </Illustration>
  );
}

export function ChannelScene() {
  return (
    <Illustration>
      <rect className="s-card" x="24" y="14" width="192" height="112" rx="12" />
      <path className="s-text" d="M46 34l-5 20M58 34l-5 20M38 40h26M36 48h26" />
      <rect className="s-line" x="74" y="40" width="72" height="7" rx="3.500" />
      <circle className="s-soft" cx="50" cy="92" r="14" />
      <path
        className="s-accent"
        d="M50 101c-8-5-11-9-11-13a6 6 0 0 1 11-3.500 6 6 0 0 1 11 3.500c0 4-3 8-11 13z"
      />
      <rect className="s-line" x="74" y="80" width="118" height="7" rx="3.500" />
      <rect className="s-line" x="74" y="96" width="76" height="7" rx="3.500" />
    </Illustration>
  );
}
