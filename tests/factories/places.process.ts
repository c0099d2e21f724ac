// A device that reports positions, in a separate process that tests kill. Uses DATABASE_URL, MEMBER, FROM (the first
// number) and T0 (Unix ms). Prints each acknowledged number.
import { openDatabase } from '#db/database.ts';
import { recordPlaces } from '#domain/playback/playback.ts';
import { placeEventAt, PLACES_STREAM } from './place-events.ts';

const { DATABASE_URL: url = '', MEMBER: member = '', FROM: from = '', T0: t0 = '' } = process.env;
const { db } = openDatabase(url);
process.stdout.write('ready\n');
for (let first = Number(from); ; first += 3) {
  const events = [first, first + 1, first + 2].map((sequence) => placeEventAt(Number(t0), sequence));
  const now = events.at(-1)!.clockAt;
  const device = { key: `phone-${PLACES_STREAM}`, name: 'a phone' };
  const { acknowledged } = await recordPlaces(db, Number(member), device, events, now, now);
  process.stdout.write(`${acknowledged}\n`);
}
