import { storeFor } from '#app/components/frame/app-store.ts';
import { memberNow } from '#app/components/frame/member-state.ts';
import type { Ladder } from '#app/player/player.state.ts';
import { SHARED_KEYS } from '#app/storage-keys.ts';
import { Quality as AccountQuality } from '#shared/enums.ts';

/** Renditions of films and events, best first: output profile number and typical bitrate. */
const PICTURES = [
  { profile: 21, rendition: 'v21', lines: 1080, bitsPerSecond: 4_500_000 },
  { profile: 24, rendition: 'v24', lines: 720, bitsPerSecond: 2_300_000 },
  { profile: 25, rendition: 'v25', lines: 360, bitsPerSecond: 900_000 },
] as const;

interface QualityChoice {
  rendition: string;
  lines: number;
  gigabytesAnHour: number;
}

const BITS_PER_GIGABYTE = 8_000_000_000;

/** Manual choices and their data rate, as measured by the engine if it was. */
export const choicesOf = (profiles: readonly number[], ladder: Ladder | null): QualityChoice[] =>
  PICTURES.filter(({ profile }) => profiles.includes(profile)).map(({ rendition, lines, bitsPerSecond }) => {
    const rung = ladder?.rungs.find((one) => one.rendition === rendition);
    return { rendition, lines, gigabytesAnHour: ((rung?.bitsPerSecond ?? bitsPerSecond) * 3_600) / BITS_PER_GIGABYTE };
  });

export const linesOf = (rendition: string | null): number | null =>
  PICTURES.find((one) => one.rendition === rendition)?.lines ?? null;

/** Initial rendition: the choice stored in this browser, else for a member on a phone the account setting. */
export function firstRendition(): string | null {
  const kept = keptChoice();
  if (kept !== undefined) return kept;
  const account = memberNow()?.user?.mobileDefaultResolution;
  if (account === undefined || storeFor(navigator.userAgent) === null) return null;
  return account === AccountQuality.HD ? 'v24' : 'v25';
}

const AUTOMATIC = 'auto';

/** Undefined: no choice. */
function keptChoice(): string | null | undefined {
  try {
    const kept = localStorage.getItem(SHARED_KEYS.filmQuality);
    if (kept === AUTOMATIC) return null;
    return PICTURES.find(({ rendition }) => rendition === kept)?.rendition;
  } catch {
    return undefined;
  }
}

export function keepRendition(rendition: string | null): void {
  try {
    localStorage.setItem(SHARED_KEYS.filmQuality, rendition ?? AUTOMATIC);
  } catch {
    // The choice applies to this page only.
  }
}
