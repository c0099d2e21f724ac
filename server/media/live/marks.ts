import type { Db } from '#db/database.ts';
import { REWIND_GRACE_MS } from '#domain/media/media.ts';
import { endOf, type TimelineSegment } from '#domain/media/timeline.rules.ts';
import { rangesBetween, type MarkLine } from '#domain/songs/mark-lines.rules.ts';
import { soundMarks } from '#domain/songs/sound-marks.ts';
import { CHANNEL_IDS, isChannelId, type ChannelId } from '#shared/enums.ts';

/** Marks of the channels within their window, cached in memory so that playlists need no query. */
export interface Marks {
  /** Date ranges for a playlist of these segments. Programmes come from the timetable instead. */
  linesOf(channelId: ChannelId, segments: readonly TimelineSegment[]): string;
  /** Changes with the marks of a channel and invalidates what was built before. */
  versionOf(channelId: ChannelId): number;
  /** Reloads the marks of a stream. Streams other than channels have none. */
  read(streamId: number): Promise<void>;
  readAll(): Promise<void>;
}

/** The automation is ahead of the sound by the delay of the stream. */
const AHEAD_MS = 900_000;

interface Known {
  lines: readonly MarkLine[];
  /** All lines as one text, for change detection. */
  told: string;
  version: number;
}
const NOTHING: Known = { lines: [], told: '', version: 0 };

export function createMarks({ db, windowMs, now }: { db: Db; windowMs: number; now: () => Date }): Marks {
  const known = new Map<ChannelId, Known>();
  const of = (channelId: ChannelId): Known => known.get(channelId) ?? NOTHING;
  const reading = new Map<ChannelId, { again: boolean; done: Promise<void> }>();

  async function readOnce(channelId: ChannelId): Promise<void> {
    const at = now().getTime();
    const from = new Date(at - windowMs - REWIND_GRACE_MS);
    const found = await soundMarks(db, { streamId: channelId, from, to: new Date(at + AHEAD_MS) });
    const lines = found.filter(({ isProgramme, untilMs }) => !isProgramme && untilMs > from.getTime());
    const told = lines.map(({ line, untilMs }) => `${untilMs} ${line}`).join('');
    const before = of(channelId);
    if (told !== before.told) known.set(channelId, { lines, told, version: before.version + 1 });
  }

  /** One query at a time: a hundred simultaneous reports cause two. */
  function read(streamId: number): Promise<void> {
    if (!isChannelId(streamId)) return Promise.resolve();
    const under = reading.get(streamId);
    if (under !== undefined) {
      under.again = true;
      return under.done;
    }
    const turn = { again: false, done: Promise.resolve() };
    const run = async () => {
      try {
        do {
          turn.again = false;
          await readOnce(streamId);
        } while (turn.again);
      } finally {
        reading.delete(streamId);
      }
    };
    reading.set(streamId, turn);
    turn.done = run();
    return turn.done;
  }

  return {
    linesOf(channelId, segments) {
      const [first, last] = [segments[0], segments.at(-1)];
      if (first === undefined || last === undefined) return '';
      return rangesBetween(of(channelId).lines, first.startsAt, endOf(last));
    },
    versionOf: (channelId) => of(channelId).version,
    read,
    async readAll() {
      await Promise.all(CHANNEL_IDS.map((channelId) => read(channelId)));
    },
  };
}
