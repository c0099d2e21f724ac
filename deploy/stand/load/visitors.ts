import { setTimeout as delay } from 'node:timers/promises';
import { demoAccounts } from '#db/seed/members.ts';
import { listen, type Silence } from './listeners.ts';
import { StandError } from '../processes.ts';

// Requests of visitors while processes are replaced, all through the address of the site. None is repeated
// after a failure, except those that a player would retry.

const ANSWER_MS = 10_000;
/** One a channel. */
const LISTENERS = 3;
/** The last is rendered for each visitor: no cache answers in place of a process. */
const PAGES = ['/', '/live/903', '/news', '/article/latest', '/member/user/login'];
/** Pages that are open at once. */
const OPEN_PAGES = 30;
const EXAMPLES = 20;

/** Counts of one kind of request. */
interface Count {
  requests: number;
  /** By a status, or by the fault of a connection. */
  errors: Map<string, number>;
  slowestMs: number;
}

export interface Findings {
  counts: Map<string, Count>;
  /** Scripts and styles that open pages asked for later. */
  lateAssets: Map<string, number>;
  /** The first errors. */
  examples: string[];
}

const faultOf = (error: unknown): string => {
  const { cause, name, message } = error as Error & { cause?: { code?: string } };
  return cause?.code ?? (name === 'TimeoutError' ? `no answer in ${ANSWER_MS / 1_000} s` : message);
};

/** Names of assets in a page or a script, as they are asked for. */
export const assetsIn = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/["'`(](?:\.\/|\/?assets\/)?([\w.-]+-[\w-]{7,8}\.(?:js|css))#?["'`)]/g)].map(([, name]) => name!),
  ),
];

/** `stop` resolves with what its listeners did not hear. */
export function startVisitors(siteUrl: string): { findings: Findings; stop(): Promise<Silence> } {
  const findings: Findings = { counts: new Map(), lateAssets: new Map(), examples: [] };
  const stopped = new AbortController();

  /** The body of a reply; undefined, and counted, if there is none. */
  async function ask(what: string, path: string, call: RequestInit = {}) {
    const count = findings.counts.get(what) ?? { requests: 0, errors: new Map<string, number>(), slowestMs: 0 };
    findings.counts.set(what, count);
    count.requests++;
    const beganMs = performance.now();
    let fault: string;
    try {
      const reply = await fetch(new URL(path, siteUrl), { ...call, signal: AbortSignal.timeout(ANSWER_MS) });
      const body = Buffer.from(await reply.arrayBuffer());
      count.slowestMs = Math.max(count.slowestMs, performance.now() - beganMs);
      if (reply.ok) return { body, reply };
      fault = String(reply.status);
    } catch (error) {
      fault = faultOf(error);
    }
    count.errors.set(fault, (count.errors.get(fault) ?? 0) + 1);
    if (findings.examples.length < EXAMPLES)
      findings.examples.push(`${new Date().toISOString()} ${what} ${path}: ${fault}`);
    return undefined;
  }

  const loops: Promise<void>[] = [];
  function each(everyMs: number, act: () => Promise<unknown>): void {
    loops.push(
      (async () => {
        while (!stopped.signal.aborted) {
          await act();
          await delay(everyMs, undefined, { signal: stopped.signal }).catch(() => {});
        }
      })(),
    );
  }

  /** What each open page may still ask for. */
  const pages: Set<string>[] = [];
  let visits = 0;

  async function openPage(): Promise<void> {
    const path = PAGES[visits++ % PAGES.length]!;
    const page = await ask('pages', path, { headers: { accept: 'text/html' } });
    if (!page) return;
    const loaded = assetsIn(page.body.toString());
    const later = new Set<string>();
    await Promise.all(
      loaded.map(async (name) => {
        const asset = await ask('scripts and styles', `/assets/${name}`);
        for (const further of assetsIn(asset?.body.toString() ?? '')) later.add(further);
      }),
    );
    for (const name of loaded) later.delete(name);
    // The oldest stay open, like pages loaded before the first replacement.
    if (pages.length < OPEN_PAGES) pages.push(later);
    else pages[OPEN_PAGES / 2 + (visits % (OPEN_PAGES / 2))] = later;
  }

  /** A script that an open page loads by a press or a navigation, past the cache, which may have it from another visitor. */
  async function useOpenPage(): Promise<void> {
    const page = pages[Math.floor(Math.random() * pages.length)];
    const names = [...(page ?? [])];
    const name = names[Math.floor(Math.random() * names.length)];
    if (!page || name === undefined) return;
    page.delete(name);
    findings.lateAssets.set(name, (findings.lateAssets.get(name) ?? 0) + 1);
    await ask(
      'scripts and styles, later',
      `/assets/${name}?visit=${visits}-${findings.lateAssets.size}-${Math.random()}`,
    );
  }

  async function logIn(): Promise<void> {
    const { accounts, password } = demoAccounts();
    const loggedIn = await ask('log-ins', '/api/user/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: accounts[0]?.email, password, rememberMe: false }),
    });
    if (!loggedIn) return;
    const cookie = loggedIn.reply.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    await ask('calls of a member', '/api/userinfo/profile', { headers: { cookie } });
  }

  each(1_000, openPage);
  each(50, useOpenPage);
  each(300, () => ask('navigations', '/news.data'));
  each(100, () => ask('calls', '/api/articles'));
  each(1_000, logIn);
  each(200, () =>
    ask('reports', '/tracking/tag', {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: JSON.stringify({ tag_tracking: { keyword: '雷霆', tag_type: 100, results: 0 } }),
    }),
  );
  const listeners = listen(async (path) => {
    const asked = await ask(path.endsWith('.m3u8') ? 'playlists' : 'segments', path);
    if (!asked) throw new StandError(`${path} has no answer.`);
    return asked.body;
  }, LISTENERS);
  return {
    findings,
    async stop() {
      stopped.abort();
      const silence = listeners.take();
      await Promise.all([...loops, listeners.stop()]);
      return silence;
    },
  };
}
