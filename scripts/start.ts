import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Running, startServices } from '#server/main.ts';
import { buildIfStale } from './build.ts';
import { explain, prepare, type Prepared } from './prepare.ts';

const STOP_LIMIT_MS = 9_500;
const say = (line: string) => console.log(line);

let prepared: Prepared | undefined;
let running: Running | undefined;
let stopping: Promise<void> | undefined;

async function stop(code: number): Promise<void> {
  const limit = setTimeout(() => process.exit(code || 1), STOP_LIMIT_MS);
  limit.unref();
  await running?.stop().catch((error: unknown) => console.error(explain(error)));
  await prepared?.release().catch((error: unknown) => console.error(explain(error)));
  process.exit(code);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (!stopping) say('Stopping…');
    stopping ??= stop(0);
  });
}

try {
  buildIfStale(say);
  prepared = await prepare(say, {
    listen: true,
    onDatabaseLost: () => {
      console.error('The database ended by itself; stopping.');
      stopping ??= stop(1);
    },
  });
  say('Starting the services…');
  const main = (await import(pathToFileURL(resolve('build/server/main.js')).href)) as {
    startServices: typeof startServices;
  };
  running = await main.startServices({
    env: process.env,
    argv: process.argv.slice(2),
    databaseUrl: prepared.databaseUrl,
  });
  say(`Airwave is on the air at ${running.address}`);
} catch (error) {
  console.error(explain(error));
  await stop(1);
}
