import { useSyncExternalStore } from 'react';
import { paths } from '#app/paths.ts';

/**
 * What keeps a visitor from what they asked for: a page or a form waits for the network; the server could not take a form;
 * a deployment took away the code of the page that `address` names.
 */
export type Obstacle = { kind: 'page' | 'form' | 'failed' } | { kind: 'renewed'; address: string };

/** A server that is there answers a page by then; after it the way is taken for broken. */
const PAGE_LIMIT_MS = 15_000;
/** Files of a form are sent over slow lines too. */
const FORM_LIMIT_MS = 60_000;
/** A file of scripts is given up after this. */
const CHUNK_LIMIT_MS = 120_000;
const PROBE_LIMIT_MS = 5_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;
/** Said by what stands in front of a site that is being started again, and by a site that is too busy for now. */
const AWAY = [429, 502, 503, 504];
/** On every answer of the site, and on every one of its page router. */
const OF_THE_SITE = 'x-request-id';
const OF_THE_ROUTER = 'x-remix-response';

/** As it was before `entry.client.tsx` put ours in its place for the router. */
const plainFetch = globalThis.fetch.bind(globalThis);

const isForm = ({ method = 'GET' }: RequestInit) => method !== 'GET';

let obstacle: Obstacle | null = null;
const listeners = new Set<() => void>();

function tellObstacle(next: Obstacle | null): void {
  if (obstacle === next) return;
  obstacle = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const obstacleNow = (): Obstacle | null => obstacle;
const onServer = () => null;

export function useObstacle(): Obstacle | null {
  return useSyncExternalStore(subscribe, obstacleNow, onServer);
}

/** That a form could not be taken is said until it is, or its page is left; what the page loads meanwhile says nothing of it. */
export function forgetFailure(): void {
  if (obstacle?.kind === 'failed') tellObstacle(null);
}

/** Whether something waits for the network. */
export const isWaiting = (what: Obstacle | null): boolean => what?.kind === 'page' || what?.kind === 'form';

/** Whole, so that a line that breaks in the middle is the same as one that never stood. */
async function fetchWhole(input: string | URL, init: RequestInit, limitMs: number): Promise<Response> {
  const limit = AbortSignal.timeout(limitMs);
  const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
  const response = await plainFetch(input, { ...init, signal });
  const body = await response.arrayBuffer();
  return new Response(response.status === 204 ? null : body, response);
}

/** What the site itself says, such as that somebody sent too much, is an answer. */
const isAway = ({ status, headers }: Response) => AWAY.includes(status) && !headers.has(OF_THE_SITE);

/** Of the router's answers only one that says when to come again: the database was away. */
const isAwayForRouter = ({ status, headers }: Response) =>
  AWAY.includes(status) && (!headers.has(OF_THE_ROUTER) || headers.has('retry-after'));

async function answers(): Promise<boolean> {
  const probe: RequestInit = { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(PROBE_LIMIT_MS) };
  return plainFetch(paths.probe(), probe).then(
    ({ status }) => !AWAY.includes(status),
    () => false,
  );
}

/** After `waitMs`, or at once where the browser says that it is connected again. */
function untilNextTry(waitMs: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((done, fail) => {
    const stop = new AbortController();
    const end = (how: () => void) => () => {
      stop.abort();
      clearTimeout(timer);
      how();
    };
    const timer = setTimeout(end(done), waitMs);
    window.addEventListener('online', end(done), { signal: stop.signal });
    signal?.addEventListener(
      'abort',
      end(() => fail(signal.reason as Error)),
      { signal: stop.signal },
    );
  });
}

/**
 * `fetch` that outlasts a tunnel: what cannot be sent waits, says so, and goes as soon as the site answers again. It ends
 * early only by its signal, that is when the visitor asked for something else. Every form of the site may arrive twice
 * (decision 013), so one whose answer was lost on the way is sent again too.
 */
export async function fetchThroughGaps(
  input: string | URL,
  init: RequestInit = {},
  { limitMs = isForm(init) ? FORM_LIMIT_MS : PAGE_LIMIT_MS, comesLater = isAway } = {},
): Promise<Response> {
  const mine: Obstacle = { kind: isForm(init) ? 'form' : 'page' };
  try {
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
      try {
        const response = await fetchWhole(input, init, limitMs);
        if (!comesLater(response)) return response;
      } catch (error) {
        if (init.signal?.aborted) throw error;
      }
      tellObstacle(mine);
      do await untilNextTry(waitMs, init.signal);
      while (!navigator.onLine || !(await answers()));
    }
  } finally {
    if (obstacle === mine) tellObstacle(null);
  }
}

/**
 * What the page router asks for and posts. A form that the server broke on is answered with nothing, so that its page
 * stands as it is with all that was written; only the page of an address that is broken is shown as such.
 */
export async function fetchForRouter(url: URL, init: RequestInit = {}): Promise<Response> {
  const response = await fetchThroughGaps(url, init, { comesLater: isAwayForRouter });
  const { status, headers } = response;
  if (!isForm(init)) return response;
  if (status < 400 || (status !== 500 && headers.has(OF_THE_ROUTER))) {
    forgetFailure();
    return response;
  }
  tellObstacle({ kind: 'failed' });
  return new Response(null, { status: 204 });
}

/**
 * Sees to it that a file of scripts can be loaded, so that what imports it next finds it. A deployment takes away the files
 * of the one before it: then only the address itself leads on.
 */
export async function holdChunk(file: string, address: () => string): Promise<void> {
  const response = await fetchThroughGaps(file, {}, { limitMs: CHUNK_LIMIT_MS });
  if (response.ok) return;
  tellObstacle({ kind: 'renewed', address: address() });
  // Who waits for it goes on by the address, in a document of its own.
  await new Promise(() => undefined);
}
