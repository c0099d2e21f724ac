import { storeFor } from '#app/components/frame/app-store.ts';
import { memberNow } from '#app/components/frame/member-state.ts';
import { QUALITIES, type Quality } from '#app/player/sources/replay.ts';
import { SHARED_KEYS } from '#app/storage-keys.ts';
import { Quality as AccountQuality } from '#shared/enums.ts';

/** Initial quality: the choice stored in this browser, else for a member on a phone the account setting. */
export function firstQuality(): Quality {
  const kept = keptQuality();
  if (kept !== undefined) return kept;
  const account = memberNow()?.user?.mobileDefaultResolution;
  if (account === undefined || storeFor(navigator.userAgent) === null) return 'auto';
  return account === AccountQuality.HD ? 'hd' : 'sd';
}

function keptQuality(): Quality | undefined {
  try {
    const kept = localStorage.getItem(SHARED_KEYS.replayQuality);
    return QUALITIES.find((one) => one === kept);
  } catch {
    return undefined;
  }
}

export function keepQuality(quality: Quality): void {
  try {
    localStorage.setItem(SHARED_KEYS.replayQuality, quality);
  } catch {
    // The choice applies to this page only.
  }
}
