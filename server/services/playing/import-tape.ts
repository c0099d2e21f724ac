import type { Db, Tx } from '#db/database.ts';
import type { Hand } from '#domain/audit/audit.ts';
import { addClassic, type Classic, type SoundKeeper } from '#domain/archive/classics.ts';
import { importTape, openTape } from '#domain/media/kept-sound.ts';
import type { SegmentStorage } from '#domain/media/media.ts';
import { readSoundFile, type SoundFile } from '#server/media/mp4/sound-file.ts';
import { DomainError } from '#shared/domain-error.ts';
import { dateTimeHk } from '#shared/hk-time.ts';

/** Sound files that were never live, and the broadcast to create from them. */
export interface TapeOrder extends Omit<Classic, 'streamId' | 'endsAt'> {
  /** One file, or one for each quality. */
  files: readonly string[];
}

interface ReadTape {
  order: TapeOrder;
  sounds: SoundFile[];
  endsAt: Date;
}

/** Encodings of one recording differ by their encoders' padding. */
const LENGTHS_DIFFER_MS = 1_000;

/** Reads the files completely, so that no import begins with an unplayable one. */
export async function readTape(order: TapeOrder): Promise<ReadTape> {
  if (order.files.length < 1 || order.files.length > 2)
    throw new DomainError('invalidParam', 'one file is required, or two of different quality');
  const sounds: SoundFile[] = [];
  for (const file of order.files) sounds.push(await readSoundFile(file));
  const [first, second] = sounds;
  if (second && first?.rendition === second.rendition)
    throw new DomainError('invalidParam', `both files have the same quality (${second.rendition})`);
  const lengths = sounds.map(({ durationMs }) => durationMs);
  if (Math.max(...lengths) - Math.min(...lengths) > LENGTHS_DIFFER_MS)
    throw new DomainError('invalidParam', 'the durations of the files differ by more than one second');
  return { order, sounds, endsAt: new Date(order.startsAt.getTime() + Math.max(...lengths)) };
}

const tapeName = ({ order: { programId, title } }: ReadTape): string => title ?? `programme ${programId}`;

function told({ order, sounds, endsAt }: ReadTape, what: string): string {
  const lines = sounds.map(
    ({ rendition, bitsPerSecond }, i) => `${order.files[i]}: ${rendition}, ${Math.round(bitsPerSecond / 1000)} kbit/s`,
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

/** Imports the sound as a tape and creates its broadcast, both or neither. */
export function importTapeOf(
  tape: ReadTape,
  { db, storage, sound, now }: { db: Db; storage: SegmentStorage; sound: Sound; now: Date },
  hand: Hand,
): Promise<string> {
  const { startsAt } = tape.order;
  const tracks = tape.sounds.map(({ rendition, init, segments }) => ({ rendition, init, segments: segments() }));
  return importTape({ db, storage, now }, { name: tapeName(tape), startsAt }, tracks, async (tx, { streamId, to }) => {
    const { files: _files, ...classic } = tape.order;
    const { archiveId } = await addClassic(tx, { sound, now }, hand, { ...classic, streamId, endsAt: to });
    return told({ ...tape, endsAt: to }, `Classic ${archiveId}`);
  });
}
