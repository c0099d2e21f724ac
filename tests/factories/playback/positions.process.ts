// A device that reports positions, in a separate process that tests kill. Uses DATABASE_URL, MEMBER, FROM (the first
// number) and T0 (Unix ms). Prints each acknowledged number.
import { openDatabase } from '#db/database.ts';
import { recordPositions } from '#domain/playback/playback.ts';
import { positionEventAt, POSITIONS_STREAM } from './position-events.ts';

const { DATABASE_URL: url = '', MEMBER: member = '', FROM: from = '', T0: t0 = '' } = process.env;
const { db } = openDatabase(url);
process.stdout.write('ready\n');
for (let first = Number(from); ; first += 3) {
  const events = [first, first + 1, first + 2].map((sequence) => positionEventAt(Number(t0), sequence));
  const now = events.at(-1)!.clockAt;
  const device = { key: `phone-${POSITIONS_STREAM}`, name: 'a phone' };
  const { acknowledged } = await recordPositions(db, Number(member), device, events, now, now);
  process.stdout.write(`${acknowledged}\n`);
}
