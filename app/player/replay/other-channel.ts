import { memberNow } from '#app/components/frame/member-state.ts';
import type { Telling } from '#app/components/member/member-call.ts';
import { notify } from '#app/components/shell/dialogs.ts';
import { calls } from '#app/paths.ts';
import { call } from '#app/player/channel/channel-feed.ts';
import { vodOf } from '#app/player/player.state.ts';
import { heardNowMs, playerSnapshot, playReplay } from '#app/player/player.store.ts';
import { isReplay } from '#app/player/sources/replay.ts';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { replayText } from '#app/text/zh-hk/replay.ts';
import type { ArchiveSectionWire, MomentReplyWire } from '#domain/archive/archive.schema.ts';
import { CHANNEL_IDS, isChannelId, type ChannelId } from '#shared/enums.ts';
import { clockHk } from '#shared/hk-time.ts';

/** The other channels, in order of switching. None for tapes, which were not on air. */
export function otherChannels(streamId: number): ChannelId[] {
  if (!isChannelId(streamId)) return [];
  const at = CHANNEL_IDS.indexOf(streamId);
  return [...CHANNEL_IDS.slice(at + 1), ...CHANNEL_IDS.slice(0, at)];
}

/** The refusal, as far as the page can tell. Null: allowed, or unknown, so that the call decides. */
function refusalOf(item: ArchiveSectionWire, atMs: number): { status: number; code: number } | null {
  const member = memberNow();
  const isFree = atMs < (item.start_ts + item.free_seconds) * 1000;
  if (member === null || member.subscribed || isFree) return null;
  return member.user ? { status: 403, code: 20003 } : { status: 401, code: 10004 };
}

let isAsking = false;

/** Plays the same minute on another channel. If it is unavailable there, playback continues unchanged. */
export async function playSameMinute(
  where: Pick<Telling, 'go' | 'pricing'>,
  channelId: ChannelId | undefined,
): Promise<void> {
  const source = vodOf(playerSnapshot().player)?.source;
  const atMs = heardNowMs();
  if (isAsking || channelId === undefined || atMs === null || !source || !isReplay(source)) return;
  isAsking = true;
  const { none, failed } = replayText.sameMinute;
  try {
    const { item } = await call<MomentReplyWire>(calls.replayAt(channelId, atMs));
    if (item === null || item.is_ended)
      return notify(none(channelText[channelId].name, clockHk(new Date(atMs))), 'info');
    const refused = refusalOf(item, atMs);
    if (refused === null) return playReplay({ sectionId: item.item_id, atMs });
    const { tellRefusal } = await import('#app/components/member/member-call.ts');
    tellRefusal({ ...refused, message: '' }, where);
  } catch {
    notify(failed, 'info');
  } finally {
    isAsking = false;
  }
}

/** Switches to the next channel, with one key. */
export function playNextChannel(where: Pick<Telling, 'go' | 'pricing'>): void {
  const source = vodOf(playerSnapshot().player)?.source;
  const streamId = source && isReplay(source) ? (source.details?.streamId ?? 0) : 0;
  void playSameMinute(where, otherChannels(streamId)[0]);
}
