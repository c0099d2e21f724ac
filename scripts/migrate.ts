import { readConfig } from '#server/config.ts';
import { prepare } from './prepare.ts';
import { explain } from './start-errors.ts';
import { untilSignal } from './until-signal.ts';

try {
  const prepared = await prepare((line) => console.log(line), {
    config: readConfig(process.env),
    signal: untilSignal(),
  });
  await prepared.release();
  console.log('The database schema is up to date.');
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
