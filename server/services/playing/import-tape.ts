import type { Db, Tx } from '#db/database.ts';
import type { Hand } from '#domain/audit/audit.ts';
import { addClassic, type Classic, type SoundKeeper } from '#domain/archive/classics.ts';
import type { ImportClassic } from '#domain/archive/importing/classic-imports.ts';
import { MAX_CLASSIC_MS } from '#domain/archive/importing/classic-imports.rules.ts';
import { importTape, openTape, type TapeSegment } from '#domain/media/kept-sound.ts';
import type { SegmentStorage } from '#domain/media/media.ts';
import { readSoundFile, type SoundFile } from '#server/media/mp4/sound-file.ts';
import { DomainError } from '#shared/domain-error.ts';
import { dateTimeHk } from '#shared/hk-time.ts';

/** Sound files that were never live, and the broadcast to create from them. */
export interface TapeOrder extends Omit<Classic, 'streamId' | 'endsAt'> {
  /** One file, or one for each quality; `name` is for messages. */
  files: readonly { path: string; name: string }[];
}

/** A file that was read; its segments are read again when they are stored, so that one file at a time is in memory. */
interface TapeSound extends Omit<SoundFile, 'segments'> {
  segments: () => AsyncIterable<TapeSegment>;
}

interface ReadTape {
  order: TapeOrder;
  sounds: TapeSound[];
  endsAt: Date;
}

/** Encodings of one recording differ by their encoders' padding. */
const LENGTHS_DIFFER_MS = 1_000;

type OnProgress = (share: number) => Promise<void>;
const quietly = async (): Promise<void> => {};

async function measured({ path, name }: TapeOrder['files'][number]): Promise<TapeSound> {
  const { rendition, init, durationMs, bitsPerSecond, segmentCount } = await readSoundFile(path, name);
  return {
    rendition,
    init,
    durationMs,
    bitsPerSecond,
    segmentCount,
    async *segments() {
      yield* (await readSoundFile(path, name)).segments();
    },
  };
}

/** Reads the files completely, so that no import begins with an unplayable one. */
export async function readTape(order: TapeOrder, onProgress: OnProgress = quietly): Promise<ReadTape> {
  if (order.files.length < 1 || order.files.length > 2)
    throw new DomainError('invalidParam', 'one file is required, or two of different quality');
  const sounds: TapeSound[] = [];
  for (const file of order.files) {
    await onProgress(sounds.length / order.files.length);
    sounds.push(await measured(file));
  }
  const [first, second] = sounds;
  if (second && first?.rendition === second.rendition)
    throw new DomainError('invalidParam', `both files have the same quality (${second.rendition})`);
  const lengths = sounds.map(({ durationMs }) => durationMs);
  const longest = Math.max(...lengths);
  if (longest - Math.min(...lengths) > LENGTHS_DIFFER_MS)
    throw new DomainError('invalidParam', 'the durations of the files differ by more than one second');
  return { order, sounds, endsAt: new Date(order.startsAt.getTime() + longest) };
}

const tapeName = ({ order: { programId, title } }: ReadTape): string => title ?? `programme ${programId}`;

function told({ order, sounds, endsAt }: ReadTape, what: string): string {
  const lines = sounds.map(
    ({ rendition, bitsPerSecond }, i) =>
      `${order.files[i]!.name}: ${rendition}, ${Math.round(bitsPerSecond / 1000)} kbit/s`,
  );
  const span = `${dateTimeHk(order.startsAt)} to ${dateTimeHk(endsAt)}`;
  return [...lines, `${what} of programme ${order.programId}, ${span}.`].join('\n');
}

type Sound = Pick<SoundKeeper, 'keepSound'>;

/** Dry run of the import, without its bytes; the caller rolls back. */
export const tryTape =
  (tape: ReadTape, { sound }: { sound: Sound }, hand: Hand) =>
  async (tx: Tx, now: Date): Promise<string> => {
    const streamId = await openTape(tx, { name: tapeName(tape) });
    const { files: _files, ...classic } = tape.order;
    await addClassic(tx, { sound, now }, hand, { ...classic, streamId, endsAt: tape.endsAt });
    return told(tape, 'A classic');
  };

/** The segments of the files in turn, with the share of all that was stored. */
function countedSegments(sounds: readonly TapeSound[], onProgress: OnProgress): (() => AsyncIterable<TapeSegment>)[] {
  const all = sounds.reduce((sum, { segmentCount }) => sum + segmentCount, 0);
  let stored = 0;
  return sounds.map(
    ({ segments }) =>
      async function* counted() {
        for await (const segment of segments()) {
          await onProgress(stored / all);
          yield segment;
          stored++;
        }
      },
  );
}

/** Imports the sound as a tape and creates its broadcast, both or neither. `done` is part of the transaction. */
export function importTapeOf(
  tape: ReadTape,
  { db, storage, sound, now }: { db: Db; storage: SegmentStorage; sound: Sound; now: Date },
  hand: Hand,
  {
    onProgress = quietly,
    done = quietly,
  }: { onProgress?: OnProgress; done?: (tx: Tx, archiveId: number) => Promise<void> } = {},
): Promise<string> {
  const { startsAt } = tape.order;
  const segments = countedSegments(tape.sounds, onProgress);
  const tracks = tape.sounds.map(({ rendition, init }, i) => ({ rendition, init, segments: segments[i]!() }));
  return importTape({ db, storage, now }, { name: tapeName(tape), startsAt }, tracks, async (tx, { streamId, to }) => {
    const { files: _files, ...classic } = tape.order;
    const { archiveId } = await addClassic(tx, { sound, now }, hand, { ...classic, streamId, endsAt: to });
    await done(tx, archiveId);
    return told({ ...tape, endsAt: to }, `Classic ${archiveId}`);
  });
}

/** Thrown to roll back a trial. */
class TriedOnly extends Error {}

/** Imports what was uploaded at the desk. What can be refused is refused before a byte is stored. */
export const createClassicImporter =
  ({ db, storage, sound }: { db: Db; storage: SegmentStorage; sound: Sound }): ImportClassic =>
  async (order, hand, { now, progress, done }) => {
    const tape = await readTape(order, (share) => progress('read', share));
    if (tape.endsAt.getTime() - order.startsAt.getTime() > MAX_CLASSIC_MS)
      throw new DomainError('tooLarge', `the sound lasts more than ${MAX_CLASSIC_MS / 3_600_000} hours`);
    await db
      .transaction(async (tx) => {
        await tryTape(tape, { sound }, hand)(tx, now);
        throw new TriedOnly();
      })
      .catch((error: unknown) => {
        if (!(error instanceof TriedOnly)) throw error;
      });
    await progress('store', 0);
    await importTapeOf(tape, { db, storage, sound, now }, hand, {
      onProgress: (share) => progress('store', share),
      done,
    });
  };
