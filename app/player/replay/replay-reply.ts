import { paths } from '#app/paths.ts';
import { replaySource, type ReplaySource, type ReplayDetails } from '#app/player/sources/replay.ts';
import { replayText } from '#app/text/zh-hk/replay.ts';
import type { PlayReplyWire } from '#domain/archive/archive.schema.ts';
import { firstQuality } from './replay-quality.ts';

/** Nearer to either end than this share, a position is ignored: merely sampled, or finished. */
const LOOKED_INTO = 0.05;
const HEARD = 0.95;

/** Tolerance for equal ends. */
const SAME_END_MS = 1_000;

const ms = (seconds: number): number => Math.round(seconds * 1000);

const positionOf = (position: { at_ts: number; device_name: string } | null) =>
  position && { atMs: ms(position.at_ts), deviceName: position.device_name };

/** Completes a source with the reply of its call. */
export function applyReply(source: ReplaySource, reply: PlayReplyWire): ReplaySource & { details: ReplayDetails } {
  const { section } = reply;
  const startsAtMs = ms(reply.start_ts);
  const endsAtMs = ms(reply.end_ts);
  const freeUntilMs = reply.free_until_ts === null ? null : ms(reply.free_until_ts);
  const parts = reply.parts.map((part) => ({
    sectionId: part.item_id,
    no: part.section_no,
    title: part.title ?? '',
    startsAtMs: ms(part.start_ts),
    endsAtMs: ms(part.end_ts),
  }));
  const inQueue = source.queue.includes(source.sectionId);
  const queue = inQueue ? source.queue : parts.map(({ sectionId }) => sectionId);
  const at = queue.indexOf(inQueue ? source.sectionId : section.item_id);
  const quality = source.quality ?? firstQuality();
  const neighbour = (index: number, untilMs?: number) => {
    const sectionId = queue[index];
    return at < 0 || sectionId === undefined
      ? null
      : replaySource({ sectionId, queue, untilMs, only: source.only }, quality);
  };
  // A clip pauses in its section, at its end, or continues in the next.
  const { untilMs } = source;
  const afterMs = untilMs === null ? 0 : untilMs - ms(section.end_ts);
  const endsWithIt = untilMs !== null && Math.abs(afterMs) < SAME_END_MS;
  // A free preview that ends within its section has no successor: plans are offered there.
  const endsEarly = freeUntilMs !== null && freeUntilMs < ms(section.end_ts);
  const { song } = source;
  const inTurn = song !== null && {
    title: song.title,
    from: song.artist,
    page: song.page,
    previous: source.previous ?? null,
    next: source.next ?? null,
    beginsAtMs: song.startsAtMs - startsAtMs,
  };
  return {
    ...source,
    queue: inQueue ? source.queue : [],
    quality,
    takeOver: null,
    title: section.program_name,
    from: parts.length > 1 || section.title ? replayText.section(section.section_no, section.title ?? '') : '',
    art: { src: section.keyart_url.src, srcset: section.keyart_url.srcset },
    page: paths.program(section.program_id, section.program_name),
    durationMs: endsAtMs - startsAtMs,
    zeroMs: startsAtMs,
    isWhole: reply.is_over,
    endsEarly,
    previous: neighbour(at - 1),
    ...(untilMs !== null && untilMs < endsAtMs && !endsWithIt && { stopsAtMs: untilMs - startsAtMs }),
    next: endsEarly || endsWithIt ? null : neighbour(at + 1, untilMs !== null && afterMs > 0 ? untilMs : undefined),
    ...inTurn,
    details: {
      archiveId: section.program_archive_id,
      programId: section.program_id,
      streamId: reply.stream_id,
      dayHk: section.broadcast_day,
      startsAtMs,
      endsAtMs,
      freeUntilMs: endsEarly ? freeUntilMs : null,
      missing: reply.missing.map(({ from_ts, to_ts, why }) => ({ fromMs: ms(from_ts), toMs: ms(to_ts), why })),
      parts,
      position: positionOf(reply.place),
      otherPosition: positionOf(reply.place?.other ?? null),
      address: reply.items[0]?.path ?? '',
    },
  };
}

/** Default start: the stored position. */
export function beginningOf({ atMs, durationMs, details }: ReplaySource & { details: ReplayDetails }): number {
  if (atMs !== null) return Math.min(Math.max(atMs - details.startsAtMs, 0), durationMs);
  return details.position === null ? 0 : worthGoingOn(details.position.atMs - details.startsAtMs, durationMs);
}

/** A position to resume from; the start if it is not worth it. */
export function worthGoingOn(positionMs: number, durationMs: number): number {
  const share = durationMs > 0 ? positionMs / durationMs : 0;
  return share < LOOKED_INTO || share > HEARD ? 0 : positionMs;
}
