import { Illustration } from "./illustrations.tsx";

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
