import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readConfig, readServices } from '#server/config.ts';
import type { Running, startServices } from '#server/main.ts';
import { arePagesBuilt, buildAside, removeStale } from './build.ts';
import { assertPortsFree } from './ports.ts';
import type { prepare as Prepare, Prepared } from './prepare.ts';
import { explain } from './start-errors.ts';

const STOP_LIMIT_MS = 9_500;
/** Part of that for a start in progress to end; the database needs the rest. */
const START_LIMIT_MS = 3_000;
/** The same while the database is prepared, which stops it at once and by itself, but first ends what it loads. */
const PREPARE_LIMIT_MS = 8_000;
const say = (line: string) => console.log(line);
const builtFile = (name: 'main' | 'prepare') => pathToFileURL(resolve(`build/server/${name}.js`)).href;

const abort = new AbortController();
let prepared: Prepared | undefined;
let running: Running | undefined;
let starting: Promise<void> | undefined;
let stopping: Promise<void> | undefined;

async function stop(code: number): Promise<void> {
  const limit = setTimeout(() => process.exit(code || 1), STOP_LIMIT_MS);
  limit.unref();
  abort.abort();
  await Promise.race([starting, new Promise((late) => setTimeout(late, prepared ? START_LIMIT_MS : PREPARE_LIMIT_MS))]);
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

async function start(): Promise<void> {
  try {
    const config = readConfig(process.env);
    const services = readServices(process.argv.slice(2), config.demo);
    await assertPortsFree(config, services);
    const isWeb = services.has('web');
    const later = [
      ...(isWeb && config.desk ? (['desk'] as const) : []),
      ...(isWeb && config.ads ? (['ads'] as const) : []),
    ];
    removeStale(later);
    const arePresent = arePagesBuilt();
    const built = buildAside(arePresent ? [] : ['pages'], abort.signal);
    // Awaited below, once there is a database to release.
    built.catch(() => undefined);
    // Loaded only now: what is refused above takes a tenth of the time of loading this. What is built shares its modules
    // with the services; the sources take as long again as those.
    const { prepare } = (await import(arePresent ? builtFile('prepare') : './prepare.ts')) as {
      prepare: typeof Prepare;
    };
    prepared = await prepare(say, {
      config,
      signal: abort.signal,
      onDatabaseLost: () => {
        console.error('The database exited unexpectedly; stopping.');
        stopping ??= stop(1);
      },
    });
    await built;
    say('Starting the services…');
    const env = { ...process.env };
    // React reads this when it is loaded: its development build takes several times as long for a page, and would be
    // used by the demo, whose own setting stays as it is.
    process.env['NODE_ENV'] = 'production';
    const main = (await import(builtFile('main'))) as {
      startServices: typeof startServices;
    };
    running = await main.startServices({
      env,
      argv: process.argv.slice(2),
      databaseUrl: prepared.databaseUrl,
    });
    await running.onAir(abort.signal, (silent) =>
      say(`Still waiting for audio of ${silent.join(', ')}; see the log for errors.`),
    );
    if (stopping) return;
    say(`Airwave is on the air at ${running.address}`);
    // Only now: with the libraries of the ad frames this takes as long as all the above, and no page needs it
    // (decision 062).
    await buildAside(later, abort.signal).catch((error: unknown) => {
      abort.signal.throwIfAborted();
      console.error(`${explain(error)} The site goes on without; the next start tries again.`);
    });
  } catch (error) {
    // Stopped, or the database was lost: `stop` has reported it and waits for this.
    if (stopping) return;
    console.error(explain(error));
    stopping = stop(1);
  }
}

starting = start();
