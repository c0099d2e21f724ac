import { hash, randomBytes } from 'node:crypto';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { newTab } from '#tests/setup/browser-tabs.ts';
import { inSiteDatabase } from '#tests/setup/site-database.ts';
import { ofThisWorker } from '#tests/setup/workers.ts';

export const deskUrl = (): string => ofThisWorker('E2E_DESK_URLS') ?? '';

/** The token of a new session of a demo account. A code of its authenticator app would count once in 30 seconds. */
async function sessionOf(name: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await inSiteDatabase(
    `insert into staff_sessions (account_id, token_hash, epoch, proved_at, user_agent, remote_ip, seen_at, expires_at, created_at)
     select id, $1, epoch, now(), 'a test', '127.0.0.1', now(), now() + interval '10 hours', now() from staff_accounts where name = $2`,
    [hash('sha256', token, 'buffer'), name],
  );
  return token;
}

/** The cookie of a new session of a demo account. */
export const sessionCookie = async (name: string) => ({
  name: '__Host-staff',
  value: await sessionOf(name),
  url: deskUrl().replace('http:', 'https:'),
  secure: true,
});

/** A page of the desk in a new context, logged in as a demo account unless the name is null. */
export async function visitDesk(
  browser: Browser,
  name: string | null,
  path: string,
  { width = 1440, ...options }: Omit<BrowserContextOptions, 'viewport'> & { width?: number } = {},
): Promise<{ page: Page; faults: string[]; close: () => Promise<void> }> {
  const viewport = { width, height: width < 700 ? 844 : 900 };
  const { page, close } = await newTab(browser, deskUrl(), { viewport, ...options });
  const context = page.context();
  if (name !== null) await context.addCookies([await sessionCookie(name)]);
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  // Refused calls, and scripts in pasted HTML that the policy stops, are reported too, which some tests make on purpose.
  page.on('console', (message) => {
    const isExpected = /^(Failed to load resource|Executing inline event handler)/.test(message.text());
    if (message.type() === 'error' && !isExpected) faults.push(message.text());
  });
  await page.goto(deskUrl() + path);
  return { page, faults, close };
}
