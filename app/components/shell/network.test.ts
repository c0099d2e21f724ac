import { createMemoryRouter, redirect } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

type Network = typeof import('./network.ts');
type Step = Response | 'broken';

let network: Network;
let steps: Step[];
let asked: string[];

beforeEach(async () => {
  vi.resetModules();
  vi.useFakeTimers();
  steps = [];
  asked = [];
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', async (input: string | URL, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'HEAD') return new Response();
    asked.push(`${method} ${String(input)}`);
    const step = steps.shift() ?? new Response('good');
    if (step === 'broken') throw new TypeError('Failed to fetch');
    return step;
  });
  network = await import('./network.ts');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const settled = async (ms: number) => vi.advanceTimersByTimeAsync(ms);
const page = new URL('http://site.test/host.data');
const ofRouter = (status: number, headers: Record<string, string> = {}) =>
  new Response('x', { status, headers: { 'x-remix-response': 'yes', ...headers } });

describe('what cannot be sent', () => {
  it('is sent again when the site answers, and what was in its way is told meanwhile', async () => {
    steps = ['broken', 'broken'];
    const answer = network.fetchForRouter(page);
    await settled(0);
    expect(network.obstacleNow()).toEqual({ kind: 'page' });
    await settled(4_000);
    expect(await (await answer).text()).toBe('good');
    expect(asked).toHaveLength(3);
    expect(network.obstacleNow()).toBeNull();
  });

  it('waits while a balancer has no server to ask, and while our database is unavailable', async () => {
    steps = [new Response('', { status: 502 }), ofRouter(503, { 'retry-after': '10' })];
    const answer = network.fetchForRouter(page);
    await settled(4_000);
    expect((await answer).status).toBe(200);
  });

  it('is given up by who asks for something else', async () => {
    steps = ['broken'];
    const other = new AbortController();
    const answer = network.fetchForRouter(page, { signal: other.signal });
    const refused = expect(answer).rejects.toThrow();
    await settled(10);
    other.abort();
    await refused;
    expect(network.obstacleNow()).toBeNull();
    await settled(20_000);
    expect(asked).toHaveLength(1);
  });

  it('says nothing more once it was given up in the middle of another try', async () => {
    const other = new AbortController();
    steps = ['broken', 'broken'];
    const answer = network.fetchForRouter(page, { signal: other.signal });
    const refused = expect(answer).rejects.toThrow();
    await settled(1_500);
    expect(network.obstacleNow()).toEqual({ kind: 'page' });
    other.abort();
    await refused;
    expect(network.obstacleNow()).toBeNull();
  });
});

describe('a poll', () => {
  type Poll = typeof import('#app/components/hooks/poll-page.ts');
  let poll: Poll['pollPage'];
  beforeEach(async () => {
    ({ pollPage: poll } = await import('#app/components/hooks/poll-page.ts'));
  });
  const pollPage = (revalidate: () => Promise<void>) =>
    poll({ state: createMemoryRouter([{ path: '/' }]).state, revalidate });
  /** As the router reloads a page: its request is ended by the next one, and what it shows changes with an answer. */
  const router = () => {
    let current = new AbortController();
    const shown: string[] = [];
    return {
      shown,
      reload: async () => {
        current.abort();
        const { signal } = (current = new AbortController());
        const answer = await network.fetchForRouter(page, { signal }).catch(() => null);
        if (answer && !signal.aborted) shown.push(`${answer.status} ${await answer.text()}`);
      },
    };
  };

  it.each([
    ['a fault of the site', () => ofRouter(500)],
    ['a database that is away', () => ofRouter(503, { 'retry-after': '10' })],
    ['too much to do', () => ofRouter(429)],
    ['a proxy', () => new Response('<h1>Please log in to this network</h1>')],
    ['a balancer without servers', () => new Response('', { status: 502 })],
    ['no network', () => 'broken' as const],
  ])(
    'leaves the page as it is, without a notice, where it meets %s, and shows the answer to the next',
    async (_, fault) => {
      const { reload, shown } = router();
      steps = [fault(), ofRouter(200)];
      await pollPage(reload);
      await settled(60_000);
      expect([shown, network.obstacleNow(), asked.length]).toEqual([[], null, 1]);
      await pollPage(reload);
      expect(shown).toEqual(['200 x']);
    },
  );

  it('is nobody’s but the page’s: what the visitor asks for next is told as ever', async () => {
    const { reload } = router();
    steps = [ofRouter(500), ofRouter(500)];
    await pollPage(reload);
    expect((await network.fetchForRouter(page)).status).toBe(500);
  });

  it.each(['the page', 'a form in it'])('waits for what the visitor sent by %s: its answer leads on', async (sent) => {
    let answer: (() => void) | undefined;
    const answered = new Promise<void>((done) => (answer = done));
    const action = async () => {
      await answered;
      return redirect('/next');
    };
    const routes = [{ id: 'page', path: '/', action, loader: () => 1 }, { path: '/next' }];
    const site = createMemoryRouter(routes, { hydrationData: { loaderData: { page: 1 } } }).initialize();
    const reload = vi.spyOn(site, 'revalidate');
    const post = { formMethod: 'post', formData: new FormData() } as const;
    const going = sent === 'the page' ? site.navigate('/', post) : site.fetch('form', 'page', '/', post);
    void poll(site);
    expect(reload).not.toHaveBeenCalled();
    answer!();
    await going;
    expect(site.state.location.pathname).toBe('/next');
    site.dispose();
  });

  it('of which the router asks nothing leaves the next request to the visitor', async () => {
    await pollPage(async () => undefined);
    steps = [ofRouter(500), ofRouter(500)];
    expect((await network.fetchForRouter(page)).status).toBe(500);
  });
});

describe('a form', () => {
  it('that the server broke on is answered with nothing: its page stays', async () => {
    steps = [ofRouter(500)];
    const answer = await network.fetchForRouter(page, { method: 'POST' });
    expect(answer.status).toBe(204);
    expect(network.obstacleNow()).toEqual({ kind: 'failed' });
    await network.fetchForRouter(page, { method: 'POST' });
    expect(network.obstacleNow()).toBeNull();
  });

  it('that the server broke on is said until it is sent or its page is left, whatever the page loads after it', async () => {
    steps = [ofRouter(500)];
    await network.fetchForRouter(page, { method: 'POST' });
    await network.fetchForRouter(page);
    expect(network.obstacleNow()).toEqual({ kind: 'failed' });
    network.forgetFailure();
    expect(network.obstacleNow()).toBeNull();
  });

  it('is told what the server refuses, whatever its status', async () => {
    for (const status of [400, 429, 503]) {
      steps = [ofRouter(status)];
      expect((await network.fetchForRouter(page, { method: 'POST' })).status).toBe(status);
    }
  });
});

it('hears a call of the site that it sent too much', async () => {
  steps = [new Response('{}', { status: 429, headers: { 'x-request-id': 'a' } })];
  expect((await network.fetchThroughGaps('/api/contactUs', { method: 'POST' })).status).toBe(429);
});

it('leads on by the address when the file of a page is gone', async () => {
  steps = [new Response('', { status: 404 })];
  void network.holdChunk('/assets/host-1.js', () => '/host');
  await settled(0);
  expect(network.obstacleNow()).toEqual({ kind: 'renewed', address: '/host' });
});
