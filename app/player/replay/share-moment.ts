import { notify } from '#app/components/shell/dialogs.ts';
import { shareOrCopy } from '#app/components/article/share-or-copy.ts';
import { paths } from '#app/paths.ts';
import { heardNowMs } from '#app/player/player.store.ts';
import type { ReplaySource } from '#app/player/sources/replay.ts';
import { replayText } from '#app/text/zh-hk/replay.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { clockHk } from '#shared/hk-time.ts';

/** A shareable link to a moment of a replay. */
export function sharedMoment({ title, details }: ReplaySource, atMs: number, siteUrl: string) {
  if (details === null) return null;
  // Moments are whole seconds: none after the last.
  const momentMs = Math.min(Math.max(atMs, details.startsAtMs), details.endsAtMs - 1_000);
  return {
    title: replayText.share.titleOf(title, timeText.date(details.dayHk), clockHk(new Date(momentMs))),
    url: siteUrl + paths.replay(details.archiveId, { atMs: momentMs }),
  };
}

/** Shares the current moment: with the device's share sheet, else as a link. */
export async function shareMoment(source: ReplaySource): Promise<void> {
  const atMs = heardNowMs();
  const moment = atMs === null ? null : sharedMoment(source, atMs, location.origin);
  if (moment === null) return;
  const how = await shareOrCopy(moment);
  if (how === 'copied') notify(replayText.share.copied(clockHk(new Date(atMs ?? 0))));
  if (how === 'failed') notify(replayText.share.failed, 'info');
}
