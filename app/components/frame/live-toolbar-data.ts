import type { ChannelId } from '#shared/enums.ts';
import { pictureReferenceOf } from '#shared/media/picture.ts';

const STALE_MS = 60_000;

/** What a tile of the live toolbar shows. */
export interface ToolbarTile {
  channelId: ChannelId;
  title: string;
  keyart: string;
  /** `14:00`, Hong Kong. */
  from: string;
  to: string;
  startsAtMs: number;
  endsAtMs: number;
  hasVideo: boolean;
  /** The programme after it, which a house ad names; not refreshed. */
  next: string;
}

/** Whether the programme has ended, so that the next must be fetched. */
export function isOver(tile: ToolbarTile, nowMs: number): boolean {
  return nowMs >= tile.endsAtMs;
}

/** Whether it ended so long ago, with no successful fetch since, that its title must not be shown. */
export function isStale(tile: ToolbarTile, nowMs: number): boolean {
  return nowMs >= tile.endsAtMs + STALE_MS;
}

interface WireToolbar {
  currentTimestamp: number;
  channelTimetableList: {
    channel_id: number;
    timetableList: {
      start_ts: number;
      end_ts: number;
      display_start_time: string;
      display_end_time: string;
      program_name: string;
      keyart_url: { src: string };
    }[];
  }[];
  liveScheduleList: { channel_id: number }[];
}

/**
 * The reply of `GET /api/live/toolbar` as tiles; undefined if it reports an error. A server without its database sends
 * an old reply with the present time, so the programme on air need not be the first of its list.
 */
export function tilesOfReply(
  reply: { response_code: number; response: WireToolbar },
  before: ToolbarTile[],
): ToolbarTile[] | undefined {
  if (reply.response_code < 200 || reply.response_code > 299) return undefined;
  const { currentTimestamp, channelTimetableList, liveScheduleList } = reply.response;
  return before.map((tile) => {
    const list = channelTimetableList.find((c) => c.channel_id === tile.channelId)?.timetableList ?? [];
    const item = list.find(({ end_ts }) => currentTimestamp < end_ts) ?? list.at(-1);
    if (!item) return tile;
    return {
      ...tile,
      // Keep the page's title, with its word segmentation, while the programme is the same.
      title: tile.title.replaceAll('\u200b', '') === item.program_name ? tile.title : item.program_name,
      keyart: pictureReferenceOf(item.keyart_url.src) ?? tile.keyart,
      from: item.display_start_time,
      to: item.display_end_time,
      startsAtMs: item.start_ts * 1000,
      endsAtMs: item.end_ts * 1000,
      hasVideo: liveScheduleList.some((c) => c.channel_id === tile.channelId),
    };
  });
}
