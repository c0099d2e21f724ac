import { useSyncExternalStore } from 'react';
import { paths } from '#app/paths.ts';

/**
 * What blocks a request: a page or a form waits for the network; the server could not process a form; a deployment
 * removed the code of the page at `address`.
 */
export type Obstacle = { kind: 'page' | 'form' | 'failed' } | { kind: 'renewed'; address: string };

/** A reachable server answers a page within this time; after that the connection counts as broken. */
const PAGE_LIMIT_MS = 15_000;
/** File uploads need more time on slow connections. */
const FORM_LIMIT_MS = 60_000;
/** Timeout of a script file. */
const CHUNK_LIMIT_MS = 120_000;
const PROBE_LIMIT_MS = 5_000;
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 15_000;
/** Statuses of a proxy in front of a restarting site, and of an overloaded site. */
const AWAY = [429, 502, 503, 504];
/** Present on every response of the site, and on every one of its page router. */
const OF_THE_SITE = 'x-request-id';
const OF_THE_ROUTER = 'x-remix-response';

/** The original fetch, before `entry.client.tsx` replaced it for the router. */
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

/** A failed form stays shown until it succeeds or its page is left; requests of the page meanwhile do not clear it. */
export function forgetFailure(): void {
  if (obstacle?.kind === 'failed') tellObstacle(null);
}

/** Whether something waits for the network. */
export const isWaiting = (what: Obstacle | null): boolean => what?.kind === 'page' || what?.kind === 'form';

/** Reads the whole body, so that a connection lost midway fails like one never made. */
export async function fetchWhole(input: string | URL, init: RequestInit, limitMs: number): Promise<Response> {
  const limit = AbortSignal.timeout(limitMs);
  const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
  const response = await plainFetch(input, { ...init, signal });
  const body = await response.arrayBuffer();
  return new Response(response.status === 204 ? null : body, response);
}

/** A response of the site itself, such as a rate limit, is an answer. */
const isAway = ({ status, headers }: Response) => AWAY.includes(status) && !headers.has(OF_THE_SITE);

/** Of the router's responses only those with retry-after: the database was unavailable. */
const isAwayForRouter = ({ status, headers }: Response) =>
  AWAY.includes(status) && (!headers.has(OF_THE_ROUTER) || headers.has('retry-after'));

async function answers(): Promise<boolean> {
  const probe: RequestInit = { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(PROBE_LIMIT_MS) };
  return plainFetch(paths.probe(), probe).then(
    ({ status }) => !AWAY.includes(status),
    () => false,
  );
}

/** After `waitMs`, or at once when the browser is online again. */
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
 * `fetch` that survives network gaps: a request that cannot be sent waits, shows that, and is sent as soon as the site
 * answers again. Only its signal ends it early, when the visitor asks for something else. Every form of the site is
 * idempotent (decision 013), so one whose reply was lost is also sent again.
 */
export async function fetchThroughGaps(
  input: string | URL,
  init: RequestInit = {},
  { limitMs = isForm(init) ? FORM_LIMIT_MS : PAGE_LIMIT_MS, comesLater = isAway } = {},
): Promise<Response> {
  const mine: Obstacle = { kind: isForm(init) ? 'form' : 'page' };
  try {
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, MAX_WAIT_MS)) {
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

type Send = (url: URL, init: RequestInit) => Promise<Response>;
let sendNext: Send | null = null;

/** Sends the router's next request for data in another way, that of `pollPage`, unless the returned function was called. */
export function sendNextBy(send: Send): () => void {
  sendNext = send;
  return () => {
    if (sendNext === send) sendNext = null;
  };
}

/**
 * Requests and submissions of the page router. A form that failed on the server gets no response, so that its page
 * stays with all input; only a page load shows its error page.
 */
export async function fetchForRouter(url: URL, init: RequestInit = {}): Promise<Response> {
  const send = sendNext;
  if (send && !isForm(init)) {
    sendNext = null;
    return send(url, init);
  }
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
 * Ensures that a script file can be loaded, so that the following import finds it. A deployment removes the files of
 * the previous one: then only a full load of the URL helps.
 */
export async function holdChunk(file: string, address: () => string): Promise<void> {
  const response = await fetchThroughGaps(file, {}, { limitMs: CHUNK_LIMIT_MS });
  if (response.ok) return;
  tellObstacle({ kind: 'renewed', address: address() });
  // Never resolves: the visitor continues by a full page load.
  await new Promise(() => undefined);
}
