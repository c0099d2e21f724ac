import type { DataRouter } from 'react-router';
import { fetchWhole, sendNextBy } from '#app/components/shell/network.ts';

/** Of a poll that nobody waits for. */
const LIMIT_MS = 15_000;

/** Anything else comes from a proxy, or says that the site has a fault or is overloaded. */
const isAnswer = ({ status, headers }: Response) => status < 500 && status !== 429 && headers.has('x-remix-response');

const untilAborted = ({ signal }: RequestInit): Promise<never> =>
  new Promise((_, fail) => {
    const end = () => fail(signal?.reason as Error);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end);
  });

/**
 * Loads the data of the page again. Nobody asked for it, so where it fails the page stays as it is, without a notice: the
 * router waits until the next poll or the visitor's next step takes its place. Resolves once an answer is shown, or failed,
 * and at once while the visitor is leaving or has sent something.
 */
export async function pollPage(router: Pick<DataRouter, 'state' | 'revalidate'>): Promise<void> {
  const { navigation, fetchers } = router.state;
  // A poll would begin the navigation anew. The router does not follow the redirect of a form that was sent before it loads.
  if ([navigation, ...fetchers.values()].some(({ state }) => state !== 'idle')) return;
  let callOff: (() => void) | undefined;
  const failed = new Promise<void>((fail) => {
    callOff = sendNextBy(async (url, init) => {
      const response = await fetchWhole(url, init, LIMIT_MS).catch(() => null);
      if (response !== null && isAnswer(response)) return response;
      fail();
      return untilAborted(init);
    });
  });
  await Promise.race([router.revalidate(), failed]);
  // The router may have asked nothing: what the visitor asks for next is no poll.
  callOff?.();
}
