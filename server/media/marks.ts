import type { Db } from '#db/database.ts';
import { REWIND_GRACE_MS } from '#domain/media/media.ts';
import { endOf, type TimelineSegment } from '#domain/media/timeline.rules.ts';
import { rangesBetween, type MarkLine } from '#domain/songs/mark-lines.rules.ts';
import { soundMarks } from '#domain/songs/sound-marks.ts';
import { CHANNEL_IDS, isChannelId, type ChannelId } from '#shared/enums.ts';

/** What sounded on the channels within their window, in the memory of this process: no playlist asks the database. */
export interface Marks {
  /** Date ranges for the playlist of these segments. Programmes are those of the timetable, which it has already. */
  linesOf(channelId: ChannelId, segments: readonly TimelineSegment[]): string;
  /** Changes with what is known of a channel: what was made before is old. */
  versionOf(channelId: ChannelId): number;
  /** Reads a channel anew; what is no channel has no marks here. */
  read(streamId: number): Promise<void>;
  readAll(): Promise<void>;
}

/** Automation is ahead of the sound by what the sound is on its way. */
const AHEAD_MS = 900_000;

interface Known {
  lines: readonly MarkLine[];
  /** All of them as one text, which says whether something changed. */
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

  /** One reading at a time: a hundred reports together are read twice. */
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
