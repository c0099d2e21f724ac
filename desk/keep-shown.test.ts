import { createMemoryRouter, type RouteObject } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { CallError } from './call.ts';
import { keepShown } from './keep-shown.ts';
import { lazyRoom } from './lazy-room.ts';

afterEach(() => void vi.unstubAllGlobals());

const CODE_MISSING = new TypeError('Failed to fetch dynamically imported module: /assets/other.js');

/** A desk with a frame, a room, and a room whose code is loaded on demand; each load answers or fails. */
async function openDesk(path: string) {
  let fault: unknown = null;
  let codeFault: unknown = null;
  let isUnsaved = false;
  let frameAnswers = Promise.resolve();
  let loads = 0;
  const told: string[] = [];
  const load = () => {
    loads += 1;
    if (fault !== null) throw fault;
    return loads;
  };
  const routes: RouteObject[] = [
    {
      path: '/',
      loader: async () => {
        await frameAnswers;
        return load();
      },
      children: [
        { path: 'room', loader: load },
        {
          path: 'other',
          ...lazyRoom(async () => {
            if (codeFault !== null) throw codeFault;
            return Promise.resolve({ loader: load, Component: () => null });
          }),
        },
      ],
    },
    { path: '/log-in' },
  ];
  const router: ReturnType<typeof createMemoryRouter> = createMemoryRouter(
    keepShown(routes, () => router, {
      tellOld(why) {
        told.push(why);
        return () => told.push('new');
      },
      isUnsaved: () => isUnsaved,
      tellStayed(error, path) {
        told.push(`${path} ${error instanceof CallError ? error.status : 'no code'}`);
        return () => told.push('entering');
      },
    }),
    { initialEntries: [path] },
  );
  const idle = () =>
    new Promise<void>((done) => {
      const stop = router.subscribe(({ initialized, navigation }) => {
        if (!initialized || navigation.state !== 'idle') return;
        stop();
        done();
      });
    });
  if (!router.state.initialized) await idle();
  return {
    router,
    told,
    failWith: (error: unknown) => (fault = error),
    failCodeWith: (error: unknown) => (codeFault = error),
    type: () => (isUnsaved = true),
    holdFrame: (until: Promise<void>) => void (frameAnswers = until),
  };
}

it.each(['/room', '/other'])('keeps what %s shows while nobody answers, and takes the next answer', async (path) => {
  const { router, failWith } = await openDesk(path);
  const shown = router.state.loaderData;
  for (const status of [0, 503]) {
    failWith(new CallError(status, null, null));
    await router.revalidate();
    expect(router.state.errors).toBeNull();
    expect(router.state.loaderData).toEqual(shown);
  }
  failWith(null);
  await router.revalidate();
  expect(router.state.loaderData).not.toEqual(shown);
});

it('tells once that what is shown is old, until it is answered or left', async () => {
  const { router, told, failWith } = await openDesk('/room');
  failWith(new CallError(0, null, null));
  await router.revalidate();
  await router.revalidate();
  expect(told).toEqual(['away']);
  failWith(null);
  await router.revalidate();
  expect(told).toEqual(['away', 'new']);
  failWith(new CallError(503, null, null));
  await router.revalidate();
  failWith(null);
  await router.navigate('/other');
  expect(told).toEqual(['away', 'new', 'away', 'new']);
});

it('shows why a room cannot be entered, or may not be seen any more', async () => {
  const { router, failWith } = await openDesk('/room');
  failWith(new CallError(0, null, null));
  await router.navigate('/other');
  expect(router.state.errors).not.toBeNull();
  failWith(null);
  await router.navigate('/room');
  expect(router.state.errors).toBeNull();
  failWith(new CallError(403, null, null));
  await router.revalidate();
  expect(router.state.errors).not.toBeNull();
});

it('keeps what is shown when the session has ended, until a log-in, and leads to the log-in what is entered', async () => {
  const { router, told, failWith } = await openDesk('/room');
  const shown = router.state.loaderData;
  failWith(new CallError(0, null, null));
  await router.revalidate();
  failWith(new CallError(401, null, null));
  await router.revalidate();
  await router.revalidate();
  expect(router.state.location.pathname).toBe('/room');
  expect(router.state.loaderData).toEqual(shown);
  expect(told).toEqual(['away', 'new', 'ended']);
  failWith(null);
  await router.revalidate();
  expect(router.state.loaderData).not.toEqual(shown);
  expect(told).toEqual(['away', 'new', 'ended', 'new']);

  failWith(new CallError(401, null, null));
  await router.navigate('/other?day=1');
  const { pathname, search } = router.state.location;
  expect(pathname + search).toBe('/log-in?next=%2Fother%3Fday%3D1');
});

it('opens a room that could not be loaded before, and tells a missing network from missing code', async () => {
  const { router, failCodeWith } = await openDesk('/room');
  failCodeWith(CODE_MISSING);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError()));
  await router.navigate('/other');
  expect(Object.values(router.state.errors ?? {})).toEqual([new CallError(0, null, null)]);
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ response_code: 200, response: {} })));
  await router.revalidate();
  expect(Object.values(router.state.errors ?? {})).toEqual([CODE_MISSING]);
  failCodeWith(null);
  await router.revalidate();
  expect(router.state.errors).toBeNull();
  expect(router.state.location.pathname).toBe('/other');
});

it('stays in a room with unsaved input if the next cannot be entered for now, and says so until it is tried again', async () => {
  const { router, told, failWith, failCodeWith, type } = await openDesk('/room?day=1#top');
  type();
  failCodeWith(CODE_MISSING);
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ response_code: 200, response: {} })));
  await router.navigate('/other?week=2');
  failCodeWith(null);
  failWith(new CallError(0, null, null));
  await router.navigate('/other');
  const { pathname, search, hash } = router.state.location;
  expect([pathname + search + hash, router.state.errors]).toEqual(['/room?day=1#top', null]);
  expect(told.filter((words) => words !== 'away')).toEqual(['/other?week=2 no code', 'entering', '/other 0']);
  failWith(new CallError(403, null, null));
  await router.navigate('/other');
  expect(router.state.errors).not.toBeNull();
});

it('goes on saying that it stays where the frame is answered after the room has failed', async () => {
  const { router, told, failCodeWith, type, holdFrame } = await openDesk('/room?day=1');
  type();
  failCodeWith(CODE_MISSING);
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ response_code: 200, response: {} })));
  const frame = Promise.withResolvers<void>();
  holdFrame(frame.promise);
  const entering = router.navigate('/other?week=2');
  await vi.waitFor(() => expect(told).toEqual(['/other?week=2 no code']));
  frame.resolve();
  await entering;
  expect([told, router.state.location.pathname]).toEqual([['/other?week=2 no code'], '/room']);
});
