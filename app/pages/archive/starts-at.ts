import { isFreeAt } from '#app/components/archive/replay-view.ts';
import type { ReplayStart } from '#app/components/archive/replay-link.tsx';
import type { ChannelId } from '#shared/enums.ts';
import type { LaneBlock } from './archives.server.ts';

/** What was on air on each channel at a moment, if it can be played from there. */
export function startsAt(
  lanes: readonly { channelId: ChannelId; blocks: readonly LaneBlock[] }[],
  atMs: number,
): { channelId: ChannelId; title: string; start: ReplayStart }[] {
  return lanes.flatMap(({ channelId, blocks }) => {
    const replay = blocks.find(({ startsAtMs, endsAtMs }) => startsAtMs <= atMs && atMs < endsAtMs)?.replay;
    const part = replay?.parts.find(({ startsAtMs, endsAtMs }) => startsAtMs <= atMs && atMs < endsAtMs);
    if (!replay || replay.isEnded || part === undefined) return [];
    const start = { archiveId: replay.id, sectionId: part.id, atMs, isFree: isFreeAt(part, atMs) };
    return [{ channelId, title: replay.title, start }];
  });
}
