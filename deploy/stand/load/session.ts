import { setTimeout as delay } from 'node:timers/promises';

export const ANSWER_MS = 10_000;
export const EVERY_MS = 500;

/** Attempts until there is a result; undefined once the load ends. */
export async function until<T>(signal: AbortSignal, attempt: () => Promise<T | undefined>): Promise<T | undefined> {
  while (!signal.aborted) {
    const result = await attempt().catch(() => undefined);
    if (result !== undefined) return result;
    await delay(EVERY_MS, undefined, { signal }).catch(() => {});
  }
  return undefined;
}

/** The cookies of a member who logs in; undefined: refused. */
export async function logIn(site: string, email: string | undefined, password: string): Promise<string | undefined> {
  const reply = await fetch(`${site}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, rememberMe: false }),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  await reply.text();
  if (!reply.ok) return undefined;
  return reply.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}
