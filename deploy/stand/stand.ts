import { spawn, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { serveAddress } from './address.ts';
import { bucketServers, makeBucket } from './bucket.ts';
import { serveControl, sendCommand } from './control.ts';
import { databaseServer, etcdServers, makeRoles } from './database.ts';
import { withClock } from './faults/clock.ts';
import { mountDisks, unmountDisks } from './faults/disks.ts';
import { Faults, isFault } from './faults/faults.ts';
import { layoutOf, PORTS, type Layout } from './layout.ts';
import { Processes, StandError } from './processes.ts';
import { missingPackages } from './programs.ts';
import { answers, type Server } from './server.ts';
import { serveTap } from './tap.ts';
import {
  frontServers,
  natsServers,
  ownerVariables,
  redisServer,
  siteServers,
  walletsServer,
  siteUrl,
  stationsServer,
} from './site.ts';
import { ofVersion } from './versions.ts';

interface StandOptions {
  folder: string;
  base: number;
  isFresh: boolean;
  /** Each server that writes gets a disk that can be filled, and the site and the databases clocks that can be set. */
  hasDisks: boolean;
  hasClocks: boolean;
  say: (line: string) => void;
  /** Aborts the start, or ends the stand. */
  signal: AbortSignal;
}

async function assertPortsFree(base: number): Promise<void> {
  for (let port = base; port < base + PORTS; port++) {
    const probe = createServer().listen(port, '127.0.0.1');
    await once(probe, 'listening').catch(() => {
      throw new StandError(`Port ${port} is in use: end the program that has it, or set another base with --port.`);
    });
    probe.close();
    await once(probe, 'close');
  }
}

/** Runs a script of the project to its end. */
async function runScript(script: string, env: Record<string, string>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    stdio: 'inherit',
    detached: true,
    env: { ...process.env, ...env },
  });
  const end = () => process.kill(-child.pid!, 'SIGTERM');
  signal.addEventListener('abort', end);
  const [code] = (await once(child, 'exit').finally(() => signal.removeEventListener('abort', end))) as [number | null];
  signal.throwIfAborted();
  if (code !== 0) throw new StandError(`${script} failed.`);
}

/** Until a channel is heard through both balancers. */
async function untilHeard({ ports }: Layout, signal: AbortSignal): Promise<void> {
  for (const port of ports.balancers)
    for (const channel of ['881', '903', '864'])
      while (!(await answers(port, `/media/${channel}/a64/live.m3u8`))) {
        signal.throwIfAborted();
        await delay(500);
      }
}

/** Starts a stand, runs it until the signal, and ends it. */
export async function runStand({
  folder,
  base,
  isFresh,
  hasDisks,
  hasClocks,
  say,
  signal,
}: StandOptions): Promise<void> {
  const missing = missingPackages();
  if (missing.length > 0) throw new StandError(`This machine lacks programs: apt-get install ${missing.join(' ')}`);
  const isRunning = await sendCommand(folder, ['list']).then(
    () => true,
    () => false,
  );
  if (isRunning) throw new StandError(`A stand is running in ${folder}.`);
  const processes = new Processes(folder, say);
  const databases = (layout: Layout) => [databaseServer(layout, 0), databaseServer(layout, 1)];
  processes.endLeftOvers(databases(layoutOf(folder, base)));
  await assertPortsFree(base);
  unmountDisks(folder);
  if (isFresh) rmSync(folder, { recursive: true, force: true });
  const layout = layoutOf(folder, base);
  if (layout.postgresUser && spawnSync('test', ['-x', folder], layout.postgresUser).status !== 0)
    throw new StandError(
      `PostgreSQL must run as the user postgres, who cannot enter ${folder}: set another by --folder.`,
    );
  if (hasDisks) mountDisks(folder);
  const faults = new Faults(layout, processes);
  /** In start order; each group is ready before the next starts. */
  const begun: Server[][] = [];
  const closers: (() => unknown)[] = [];

  const withFaults = (server: Server) => faults.grouped(hasClocks ? withClock(folder, server) : server);

  async function start(servers: Server[]): Promise<void> {
    signal.throwIfAborted();
    begun.push(servers);
    for (const server of servers) processes.start(withFaults(server));
    await processes.untilReady(servers, signal);
    for (const { name, port } of servers) say(`  ${name.padEnd(16)} 127.0.0.1:${port}`);
  }

  async function run([verb = '', name = '', version = '']: readonly string[]): Promise<string> {
    if (verb === 'port') return String(base);
    if (verb === 'list')
      return begun
        .flat()
        .map((server) => server.name)
        .join('\n');
    if (verb === 'recover') {
      await faults.recover(name);
      say(`${name} is ready again.`);
    } else if (verb === 'replace') {
      const server = begun.flat().find((one) => one.name === name);
      if (!server) throw new StandError(`There is no server ${name}.`);
      await processes.replace(withFaults(ofVersion(server, folder, version)));
    } else if (isFault(verb)) faults.begin(verb, name);
    else throw new StandError(`Unknown command ${verb}.`);
    return `${name}: ${verb}`;
  }

  try {
    say(`Starting the stand in ${folder}`);
    const stores = [...etcdServers(layout), ...natsServers(layout), redisServer(layout), ...bucketServers(layout)];
    await start([...stores, walletsServer(layout)]);
    await start(databases(layout));
    await makeBucket(layout);
    await makeRoles(layout);
    await runScript('scripts/build.ts', {}, signal);
    await runScript('scripts/seed.ts', ownerVariables(layout), signal);
    // Two at a time: six that start at once on two cores find the database too slow.
    const site = siteServers(layout);
    for (let i = 0; i < site.length; i += 2) await start(site.slice(i, i + 2));
    await start(frontServers(layout));
    const address = await serveAddress(
      base,
      layout.ports.balancers.map((port, i) => ({ port, health: layout.ports.balancerHealth[i]! })),
    );
    closers.push(() => address.stop());
    closers.push(await serveTap(folder, layout.ports.tap, base));
    await start([stationsServer(layout)]);
    closers.push(await serveControl(folder, run));
    await untilHeard(layout, signal);
    const [one, other] = layout.ports.balancers;
    say(`The stand is on the air at ${siteUrl(layout)}, by the first balancer that answers`);
    say(
      `Balancers: http://localhost:${one} and http://localhost:${other}; desks: ${layout.ports.web.map((port) => `http://localhost:${port + 4}`).join(' and ')}`,
    );
    say(`Logs: ${folder}/logs. Ctrl-C ends all.`);
    if (!signal.aborted) await once(signal, 'abort');
  } finally {
    say('Stopping the stand…');
    const errors: unknown[] = [];
    const attempt = (work: () => unknown) =>
      Promise.resolve()
        .then(work)
        .catch((error: unknown) => errors.push(error));
    await attempt(() => faults.end());
    for (const close of closers.toReversed()) await attempt(close);
    for (const servers of begun.toReversed())
      await attempt(() => Promise.all(servers.map((server) => processes.stop(server))));
    await attempt(() => unmountDisks(folder));
    for (const error of errors) say(String(error));
  }
}
