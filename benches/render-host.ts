import { fastify } from 'fastify';
import { Session } from 'node:inspector/promises';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ReactElement } from 'react';
import type { EntryContext } from 'react-router';
import { openDatabase } from '#db/database.ts';
import { purgePages } from '#db/notifications.ts';
import type { startServices } from '#server/main.ts';
import { readConfig } from '#server/config.ts';
import { prepare } from '../scripts/prepare.ts';

// A process that serves only the built pages and reports their cost to its parent over IPC.

export interface Cpu {
  /** Of the rendering thread. */
  mainMs: number;
  /** Of the whole process, including compression in other threads. */
  allMs: number;
}

/** Share of the rendering thread's busy time by package. */
export type Shares = Record<string, number>;

export type Ask = 'cpu' | 'profile' | 'shares' | 'renders' | { purge: string };

interface ServerRouterProps {
  context: EntryContext;
  url: string;
}

type Dom = typeof import('react-dom/server');
const dom = createRequire(import.meta.url)('react-dom/server') as { -readonly [K in keyof Dom]: Dom[K] };

/** Number of renders of each page. */
const renders = new Map<string, number>();
/** The element last rendered by React. */
let last: ReactElement<ServerRouterProps> | undefined;

/** The framework's element, which is inside providers (app/entry.server.tsx). */
function routerIn(element: ReactElement): ReactElement<ServerRouterProps> {
  const { props } = element as ReactElement<ServerRouterProps | { children: ReactElement }>;
  return 'url' in props ? (element as ReactElement<ServerRouterProps>) : routerIn(props.children);
}

// Before the site is loaded, so that its own import gets the wrapped functions.
const { renderToString } = dom;
for (const name of ['renderToString', 'renderToPipeableStream', 'renderToReadableStream'] as const) {
  const render = dom[name] as unknown as (element: ReactElement, options: never) => never;
  dom[name] = ((element: ReactElement, options: never) => {
    last = routerIn(element);
    const { pathname } = new URL(last.props.url);
    renders.set(pathname, (renders.get(pathname) ?? 0) + 1);
    return render(element, options);
  }) as never;
}

let tree: { of: unknown; element: ReactElement } | undefined;

/** The last rendered tree with its data and router, without serialising data for hydration. */
function bareTree(): ReactElement {
  if (!last) throw new Error('no page was rendered yet');
  if (tree?.of === last) return tree.element;
  const ServerRouter = last.type as (props: ServerRouterProps) => ReactElement;
  const { serverHandoffStream: _left, ...context } = last.props.context;
  tree = { of: last, element: ServerRouter({ ...last.props, context }) };
  return tree.element;
}

function cpu(): Cpu {
  const thread = process.threadCpuUsage();
  const all = process.cpuUsage();
  return { mainMs: (thread.user + thread.system) / 1000, allMs: (all.user + all.system) / 1000 };
}

const OWNERS: readonly (readonly [owner: string, url: RegExp])[] = [
  ['React', /node_modules\/(react|react-dom|scheduler)\//],
  ['React Router', /node_modules\/(react-router|@react-router|@remix-run)\//],
  ['database client', /node_modules\/(pg[\w-]*|drizzle-orm|postgres-[\w-]+)\//],
  ['components and loaders', /\/build\/server\//],
  ['HTTP', /node_modules\/|node:(_http|http|net|internal\/(http|stream_base|deps\/undici))/],
  ['web streams', /node:internal\/webstreams/],
  ['Node', /^node:/],
];

const session = new Session();
session.connect();

async function startProfile(): Promise<void> {
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 500 });
  await session.post('Profiler.start');
}

async function shares(): Promise<Shares> {
  const { profile } = await session.post('Profiler.stop');
  const owners = new Map(
    profile.nodes.map(({ id, callFrame: { functionName, url } }) => [
      id,
      functionName === '(garbage collector)' ? 'garbage collector' : OWNERS.find(([, known]) => known.test(url))?.[0],
    ]),
  );
  const counts: Shares = {};
  let busy = 0;
  for (const id of profile.samples ?? []) {
    const owner = owners.get(id);
    // Idle time and work of the engine itself.
    if (!owner) continue;
    counts[owner] = (counts[owner] ?? 0) + 1;
    busy += 1;
  }
  return Object.fromEntries(Object.entries(counts).map(([owner, count]) => [owner, count / busy]));
}

const prepared = await prepare(() => {}, { config: readConfig(process.env) });
/** In production purges come from another process, so not over the site's own pool. */
const database = openDatabase(prepared.databaseUrl, { max: 1 });
const main = (await import(pathToFileURL(resolve('build/server/main.js')).href)) as {
  startServices: typeof startServices;
};
const running = await main.startServices({
  env: process.env,
  argv: ['--services=web'],
  databaseUrl: prepared.databaseUrl,
});
// The reference: rendering a tree whose data are loaded. In the same process, so that both are equally warm.
const bare = fastify();
bare.get('/', (_request, reply) =>
  reply.header('content-type', 'text/html; charset=utf-8').send(`<!DOCTYPE html>${renderToString(bareTree())}`),
);
await bare.listen({ port: Number(process.argv[2]), host: '127.0.0.1' });

async function answer(ask: Ask): Promise<unknown> {
  if (ask === 'cpu') return cpu();
  if (ask === 'profile') return startProfile().then(() => ({}));
  if (ask === 'shares') return shares();
  if (ask === 'renders') return Object.fromEntries(renders);
  await database.db.transaction((tx) => purgePages(tx, [ask.purge]));
  return {};
}

async function stop(): Promise<void> {
  await bare.close();
  await running.stop();
  await database.close();
  await prepared.release();
}

process.on('message', (ask: Ask) => void answer(ask).then((reply) => process.send?.(reply)));
process.once('SIGTERM', () => void stop().then(() => process.exit(0)));
process.send?.({ ready: true });
