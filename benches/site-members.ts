import { join } from 'node:path';
import { openDatabase, type Database } from '#db/database.ts';
import { runningPostgresUrl } from '#db/embedded.ts';
import { subscriptions } from '#db/tables/subscriptions.ts';
import { openSession } from '#domain/auth/sessions.ts';
import { planFixtures } from '#fixtures/members.ts';
import { SESSION_COOKIES } from '#shared/http/session-cookie.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import type { Site } from '#tests/setup/site.ts';

const AT_ONCE = 4;
const DAY_MS = 86_400_000;
let made = 0;

/** The database of the measured site. */
export function openSiteDatabase(site: Site): Database {
  const url = runningPostgresUrl(join(site.dataDir, 'postgres'));
  if (url === null) throw new Error('the database of the site does not run');
  return openDatabase(url, { max: AT_ONCE });
}

/** Subscribers with the given number of sessions each. Returns their cookies. */
export async function addSubscribers({ db }: Database, count: number, devices: number): Promise<string[][]> {
  const now = new Date();
  const cookies: string[][] = [];
  const plan = planFixtures[0]!.id;
  const add = async () => {
    while (cookies.length < count) {
      const own: string[] = [];
      cookies.push(own);
      const memberId = await insertMember(db, `bench${made++}@radio.example`, { emailVerifiedAt: now });
      const endsAt = new Date(now.getTime() + 30 * DAY_MS);
      await db.insert(subscriptions).values({ memberId, planId: plan, source: 'hand', startsAt: now, endsAt });
      for (let i = 0; i < devices; i++) {
        const by = { memberId, rememberMe: true, userAgent: '', remoteIp: '127.0.0.1', now };
        own.push(`${SESSION_COOKIES.session}=${(await openSession({ db }, by)).token}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, add));
  return cookies;
}

export interface SiteReply<T> {
  status: number;
  code: number | string;
  response: T;
}

/** A call like a member's browser: GET, or POST with a body. */
export async function callAs<T>(site: Site, cookie: string, path: string, body?: object): Promise<SiteReply<T>> {
  const reply = await fetch(`http://127.0.0.1:${site.port}${path}`, {
    headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const told = (await reply.json()) as { response_code: number | string; response: T };
  return { status: reply.status, code: told.response_code, response: told.response };
}
