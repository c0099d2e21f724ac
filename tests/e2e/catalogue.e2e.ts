import { randomInt } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { siteUrl } from '#tests/setup/browser.ts';
import { inSiteDatabase } from '#tests/setup/site-database.ts';
import { ACCOUNT_CALLS, MEMBER_CALLS, P2A_CALLS, PAYMENT_CALLS } from './catalogue-account-calls.ts';
import type { CatalogueCall, Known } from './catalogue-call.ts';
import { ARCHIVE_CALLS, PLAYLIST_CALLS, PROGRAM_CALLS, TRACKING_CALLS } from './catalogue-listening-calls.ts';
import { NEEDED_CALLS, PROPOSED_CALLS } from './catalogue-proposed-calls.ts';
import { newMember } from './members-site.ts';

// Every call of the catalogue, with only the fields that the catalogue names: a client written to it needs nothing
// else.

const WALK = [
  ['what the others name', NEEDED_CALLS],
  ['account', ACCOUNT_CALLS],
  ['programmes and live', PROGRAM_CALLS],
  ['archive', ARCHIVE_CALLS],
  ['playlist', PLAYLIST_CALLS],
  ['payment', PAYMENT_CALLS],
  ['member info', MEMBER_CALLS],
  ['member info by phone', P2A_CALLS],
  ['tracking', TRACKING_CALLS],
] as const satisfies [string, readonly CatalogueCall[]][];

const PASSWORD = 'harbour-light-42';
/** Unique to this run, because verified or used values cannot be used again. */
const serial = `${randomInt(1_000, 9_999)}88`;
const known: Known = {
  password: PASSWORD,
  nextPassword: 'harbour-light-43',
  memberEmail: `walks-${serial}@catalogue.example.com`,
  subscriberEmail: `walks-with-a-plan-${serial}@catalogue.example.com`,
  newEmail: `is-new-${serial}@catalogue.example.com`,
  nextEmail: `moves-to-${serial}@catalogue.example.com`,
  newPhone: `55${serial}`,
  nextPhone: `56${serial}`,
  promotionCode: `CATALOGUE${serial}`,
};

/** Cookies of each log-in, as a browser keeps them. */
const jars = new Map<string, Map<string, string>>();

function keepCookies(jar: Map<string, string>, reply: Response): void {
  for (const line of reply.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '') jar.delete(name);
    else jar.set(name, value);
  }
}

async function logIn(as: string, email: string): Promise<void> {
  const body = JSON.stringify({ email, password: PASSWORD, rememberMe: false });
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(`${siteUrl()}/api/user/login`, { method: 'POST', headers, body });
  expect(reply.status).toBe(200);
  const jar = new Map<string, string>();
  keepCookies(jar, reply);
  jars.set(as, jar);
}

const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((of, key) => (of as Record<string, unknown> | undefined)?.[key], value);

const formOf = (fields: Record<string, unknown>) =>
  new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));

async function send({ before, ...call }: CatalogueCall): Promise<Response> {
  await before?.();
  const { method, path, as = 'guest', params, query, json, form, text } = call;
  const inPath = params?.(known) ?? {};
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(inPath[name]));
  const jar = jars.get(as) ?? new Map<string, string>();
  jars.set(as, jar);
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const type = json ? 'application/json; charset=utf-8' : form ? 'application/x-www-form-urlencoded' : 'text/plain';
  const body = json
    ? JSON.stringify(await json(known))
    : form
      ? formOf(form(known))
      : text && JSON.stringify(text(known));
  const search = query ? `?${formOf(query(known))}` : '';
  const reply = await fetch(siteUrl() + address + search, {
    method,
    redirect: 'manual',
    headers: { cookie, ...(body === undefined ? {} : { 'content-type': type }) },
    ...(body === undefined ? {} : { body }),
  });
  keepCookies(jar, reply);
  return reply;
}

beforeAll(async () => {
  const [member, subscriber] = [String(known['memberEmail']), String(known['subscriberEmail'])];
  await Promise.all([newMember(member, PASSWORD, `57${serial}`), newMember(subscriber, PASSWORD, `58${serial}`)]);
  await inSiteDatabase(
    `insert into subscriptions (member_id, plan_id, source, starts_at, ends_at)
     select id, 2, 'hand', now() - interval '1 day', now() + interval '30 days' from members where email = $1`,
    [subscriber],
  );
  await inSiteDatabase(
    `insert into recurring_profiles (member_id, plan_id, state, gateway_token, gateway_agreement, card_scheme, card_last4,
       card_ends_on, period_months, renew_on)
     select id, 1, 'active', 'a card', 'an agreement', 'visa', '4242', '2040-12-31', 1, current_date + 25 from members
     where email = $1`,
    [subscriber],
  );
  await inSiteDatabase(
    `with batch as (
       insert into promotion_batches (kind, name, discount_type, discount_value, starts_at, ends_at, max_in_all, created_by)
       values ('discount', 'catalogue', 2, 10, now() - interval '1 day', now() + interval '1 day', 10, 'a test') returning id)
     insert into promotion_codes (batch_id, code, max_uses) select id, $1, 10 from batch`,
    [known['promotionCode']],
  );
  await logIn('member', member);
  await logIn('subscriber', subscriber);
  const of = async (path: string) => (await (await fetch(siteUrl() + path)).json()) as unknown;
  const plans = at(await of('/api/subscription/plans'), 'response.plans') as Record<string, unknown>[];
  known['planId'] = Number(plans.find(({ kind }) => kind === 'once')?.['subscription_plan_id']);
  known['eventId'] = 2;
  // What is most heard depends on other tests, and may be of a programme with a single replay. The oldest ones are over.
  type Listed = Record<string, number>[];
  const mostHeard = at(await of('/api/programarchives/mostviewed'), 'response.items') as Listed;
  const all = at(await of('/api/programs'), 'response.programs') as Listed;
  let listed: Listed = [];
  for (const programId of [...mostHeard, ...all].map((item) => Number(item['program_id']))) {
    known['heardProgramId'] = programId;
    listed = at(await of(`/api/programarchives/${programId}?limit=20`), 'response.items') as Listed;
    if (listed.length > 1) break;
  }
  const [second, first] = listed.slice(-2);
  known['archiveId'] = Number(first?.['program_archive_id']);
  known['sectionId'] = Number(first?.['item_id']);
  known['secondSectionId'] = Number(second?.['item_id']);
});

/** The phone verification mode of the demo. */
const proveBy = (way: string) => fetch(`${siteUrl()}/sandbox/phones/way`, { method: 'POST', body: formOf({ way }) });

const callTitle = ({ method, path, as = 'guest', query, json, form }: CatalogueCall, no: number) =>
  `${no + 1} ${method} ${path} of a ${as}${query || json || form ? '' : ', bare'}`;

it('has the whole catalogue', () => {
  const nameOfCall = ({ method, path }: CatalogueCall) => `${method} ${path}`;
  const proposed = new Set([...NEEDED_CALLS, ...PROPOSED_CALLS].map(nameOfCall));
  const calls = WALK.flatMap(([, of]): readonly CatalogueCall[] => of).map(nameOfCall);
  expect(new Set(calls.filter((call) => !proposed.has(call))).size).toBe(79);
});

describe.each([...WALK, ['proposed', PROPOSED_CALLS] as const])('%s', (group, calls) => {
  it('answers each call with what the catalogue names of it, and asks for nothing more', async () => {
    if (group === 'member info by phone') await proveBy('p2a');
    const faults: string[] = [];
    for (const [no, call] of calls.entries()) {
      const reply = await send(call);
      const text = await reply.text();
      const fault = (what: string) =>
        faults.push(`${callTitle(call, no)}: ${what} (${reply.status}) ${text.slice(0, 300)}`);
      if (call.isBare) {
        if (reply.status >= 400) fault('refused');
        continue;
      }
      const told = JSON.parse(text) as Record<string, unknown>;
      if (Object.keys(told).join() !== 'response_code,response_message,response') fault('not wrapped');
      if (told['response_code'] !== (call.code ?? 200)) fault('refused');
      const missing = (call.reply ?? []).filter((name) => at(told['response'], name) === undefined);
      if (missing.length > 0) fault(`without ${missing.join()}`);
      for (const [name, place] of Object.entries(call.learns ?? {})) {
        const value = at(told['response'], place);
        if (typeof value === 'string' || typeof value === 'number') known[name] = value;
        else fault(`nothing at ${place}`);
      }
    }
    if (group === 'member info by phone') await proveBy('a2p');
    expect(faults).toEqual([]);
  });
});
