// npm run seed: seeds the database and stops. `-- --scale 300` makes 300 of each article (about a million), for
// benches.
import { parseArgs } from 'node:util';
import { openDatabase } from '#db/database.ts';
import { scaleArticles } from '#db/seed/scale.ts';
import { readConfig } from '#server/config.ts';
import { prepare } from './prepare.ts';
import { explain, StartError } from './start-errors.ts';
import { untilSignal } from './until-signal.ts';

const MAX_SCALE = 5_000;

try {
  const { values } = parseArgs({ options: { scale: { type: 'string', default: '1' } } });
  const scale = Number(values.scale);
  if (!Number.isInteger(scale) || scale < 1 || scale > MAX_SCALE)
    throw new StartError(`--scale must be a whole number from 1 to ${MAX_SCALE}.`);
  const prepared = await prepare((line) => console.log(line), {
    config: readConfig(process.env),
    signal: untilSignal(),
  });
  try {
    const database = openDatabase(prepared.ownerUrl, { max: 1, queryTimeoutMs: 0 });
    try {
      await scaleArticles(database.db, scale, (line) => console.log(line));
    } finally {
      await database.close();
    }
  } finally {
    await prepared.release();
  }
  console.log('The database is seeded.');
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
