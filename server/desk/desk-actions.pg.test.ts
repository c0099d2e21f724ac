import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { auditEvents } from '#db/tables/audit.ts';
import type { StaffAction } from '#domain/actions/actions.ts';
import { readConfig } from '#server/config.ts';
import { createLog } from '#server/operations/log.ts';
import { createRuntime, type Runtime } from '#server/runtime.ts';
import { FIRST_ROLES } from '#shared/staff/permissions.ts';
import { EXAMPLES } from '#tests/factories/desk-action-examples.ts';
import { createTestDesk, DESK_URL, type TestDesk, type Person } from '#tests/factories/desk.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { deskActions } from './desk-actions.ts';

// Every action of the desk, by every role and in every state of its caller, against a committed table.

type Role = keyof typeof FIRST_ROLES;
const ROLES = Object.keys(FIRST_ROLES) as Role[];

let database: TestDatabase;
let runtime: Runtime;
let desk: TestDesk;
const people = new Map<Role, Person>();
beforeAll(async () => {
  database = await createTestDatabase();
  const config = readConfig({ DATABASE_URL: database.url, DEMO: 'on', NODE_ENV: 'test', DESK_URL });
  runtime = createRuntime(config, new Set(['web']), { databaseUrl: database.url, log: createLog('silent') });
  const { payments, plans } = runtime;
  made = deskActions(runtime, DESK_URL).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  desk = await createTestDesk(database, { actions: made, runtime: { payments, plans } });
});
beforeEach(async () => {
  desk.clock.now = new Date('2026-11-26T06:00:00Z');
  for (const role of ROLES) people.set(role, await desk.enter(role));
});
afterAll(async () => {
  await desk.app.close();
  await runtime.database.close();
  await database.close();
});

/** Action, what it demands, and the roles that may run it. `break-glass` may do everything. */
const TABLE = `
advertising.block | reason | chief-editor, sales
advertising.book | - | chief-editor, sales
advertising.cancel | - | chief-editor, sales
advertising.change | - | chief-editor, sales
advertising.lift | - | chief-editor, sales
advertising.restore | - | chief-editor, sales
archive.correct-cue | - | producer, engineer
archive.drop-import | - | chief-editor, producer, administrator
archive.hide | reason, take-downs.approve | producer, engineer
archive.import-classic | reason, proof | chief-editor, producer, administrator
archive.import-rundown | - | producer, engineer
archive.import-transcript | - | producer, engineer
archive.recut | reason | producer, engineer
archive.remove-span | reason, proof, take-downs.approve | chief-editor, producer, administrator
archive.restore-span | reason, proof, take-downs.approve | chief-editor, producer, administrator
archive.set-edges | - | producer, engineer
archive.set-parts | - | producer, engineer
archive.show | reason, take-downs.approve | producer, engineer
archive.take-down | reason, proof, take-downs.approve | chief-editor, producer, administrator
articles.correct | reason | editor, chief-editor
articles.publish | - | editor, chief-editor
articles.restore | - | presenter, editor, chief-editor, producer
articles.withdraw | reason | chief-editor
breaking-news.change | - | chief-editor
breaking-news.end | - | chief-editor
breaking-news.start | - | chief-editor
campaigns.add-item | money.approve | sales
campaigns.close | reason | sales
campaigns.create | - | sales
campaigns.delete | reason | sales
campaigns.deliver | - | sales
campaigns.edit | - | sales
campaigns.fail | reason, proof, money.approve | sales
campaigns.name | - | sales
campaigns.open | reason | sales
campaigns.order-items | - | sales
campaigns.played | - | sales
campaigns.post | - | sales
campaigns.publish | reason, money.approve | sales
campaigns.publish-terms | reason, money.approve | sales
campaigns.restore-item | - | sales
campaigns.restore-post | - | sales
campaigns.retire-item | - | sales
campaigns.save-item | money.approve | sales
campaigns.save-page | - | sales
campaigns.save-post | - | sales
campaigns.save-terms | - | sales
campaigns.see-address | reason | support, sales
campaigns.see-addresses | reason | support, sales
campaigns.withdraw-post | - | sales
captioners.register | reason, proof | engineer
captioners.withdraw | reason, proof | engineer
chart.save-week | - | chief-editor
codes.create | reason, money.approve | finance-chief, sales
codes.end | reason | finance-chief, sales
columns.save | - | chief-editor
drafts.discard | - | presenter, editor, chief-editor, producer
encoders.register | reason, proof | engineer
encoders.switch | - | engineer
encoders.withdraw | reason, proof | engineer
events.cancel | reason, proof, events.cancel | chief-editor, producer
events.create | - | producer
events.end | reason | producer, engineer
events.give-ticket | reason | producer
events.hold | - | producer, engineer
events.item | - | producer, engineer
events.message | - | producer, engineer
events.open | - | producer, engineer
events.rate | - | producer, engineer
events.refund-orders | reason, proof, money.approve | finance, finance-chief, support
events.start | - | producer, engineer
events.withdraw-message | - | producer, engineer
figures.recompute | - | chief-editor, producer, engineer, finance, finance-chief, sales, auditor, administrator
film-pages.create | - | producer, engineer
film-pages.price | reason, money.approve | producer, engineer
film-pages.save | - | producer, engineer
films.captions | - | producer, engineer
films.chapters | - | producer, engineer
films.remove | reason, proof, take-downs.approve | producer, engineer
films.retry | - | producer, engineer
films.show | - | producer, engineer
functions.switch-off | reason | engineer
functions.switch-on | - | engineer
home.order | - | editor, chief-editor
hosts.create | - | producer
hosts.restore | - | producer
hosts.retire | reason | producer
hosts.save | - | producer
incidents.close | reason | engineer
invitations.add-event | - | producer, sales
invitations.cancel-event | reason, proof | producer, sales
invitations.create | - | producer, sales
invitations.import | invitations.send | producer, sales
invitations.save-event | - | producer, sales
invitations.scan | - | producer, sales
jobs.let-go | reason | engineer
jobs.retry | - | engineer
ledger.close-days | - | finance, finance-chief
letters.answer | - | editor, chief-editor, producer, support
letters.assign | - | editor, chief-editor, producer, support
letters.close | - | editor, chief-editor, producer, support
letters.keep-back | - | editor, chief-editor, producer, support
letters.let-through | - | editor, chief-editor, producer, support
letters.reopen | - | editor, chief-editor, producer, support
letters.see-contact | reason | editor, chief-editor, producer, support
live-blogs.close | - | editor, chief-editor
live-blogs.correct | - | editor, chief-editor
live-blogs.open | - | editor, chief-editor
live-blogs.pin | - | editor, chief-editor
live-blogs.post | - | editor, chief-editor
live-blogs.restore | - | editor, chief-editor
live-blogs.withdraw | - | editor, chief-editor
mails.revert | - | chief-editor, administrator
mails.save | - | chief-editor, administrator
mails.send-sample | - | chief-editor, administrator
members.end-devices | reason | support
members.end-sessions | reason | support
members.erase | reason, proof, members.erase | support, administrator
members.export | reason, proof, members.export | support, administrator
members.leave-family | reason | support
members.merge | reason, proof, members.merge | support, administrator
members.resend-verification | - | support
members.see-contact | reason | support
members.unmerge | reason, proof, members.merge | support, administrator
messages.change | - | producer, engineer
messages.end | - | producer, engineer
messages.start | - | producer, engineer
offline-applications.approve | reason, proof | finance, finance-chief
offline-applications.refuse | reason | finance, finance-chief
orders.cancel | reason | finance, finance-chief, support
orders.refund | reason, proof, money.approve | finance, finance-chief, support
pages.save | - | chief-editor
pictures.delete | reason | presenter, editor, chief-editor, producer
pictures.save | - | presenter, editor, chief-editor, producer
plans.create | reason, money.approve | finance-chief
plans.price | reason, money.approve | finance-chief
plans.sell | reason | finance-chief
programs.create | - | producer
programs.restore | - | producer
programs.retire | reason | producer
programs.save | - | producer
receipts.check | - | finance, finance-chief
receipts.resend | - | finance, finance-chief, support
refunds.confirm | reason, proof | finance, finance-chief
refunds.withdraw | reason, proof | finance, finance-chief
rentals.credit-outage | reason, money.approve | support
rentals.end | reason | support
rentals.give | reason, money.approve | support
replays.price | reason, money.approve | finance-chief
settings.keep | reason, proof, staff.approve | administrator
settings.lever | reason | engineer, administrator
settings.method-off | reason | finance, finance-chief
settings.method-on | - | finance, finance-chief
settings.note | - | chief-editor, administrator
settings.switch-off | reason | engineer, administrator
settings.switch-on | - | engineer, administrator
settlements.reconcile | - | finance, finance-chief
songs.correct | - | producer, engineer
staff.disable | reason, proof | administrator
staff.grant-role | reason, proof, staff.approve | administrator
staff.invite | reason, proof, staff.approve | administrator
staff.invite-again | reason, proof | administrator
staff.review-break-glass | reason, proof | administrator
staff.revoke-role | reason, proof | administrator
studio-links.create | proof | producer, engineer, administrator
studio-links.end | - | producer, engineer, administrator
subscriptions.confirm-stop | reason | support
subscriptions.credit-outage | reason, money.approve | support
subscriptions.give | reason, money.approve | support
subscriptions.resume | reason | support
timetable.draft | - | producer
timetable.drop | - | producer
timetable.publish | - | producer
timetable.rename | - | producer
timetable.reopen | - | producer
timetable.undo | - | producer
timetable.withdraw | - | producer
tunnels.report | - | presenter, editor, chief-editor, producer
work-items.assign | - | finance, finance-chief
work-items.close | reason | finance, finance-chief
`;

/** The desk's actions, created once: building their schemas for each call would dominate the test time. */
let made: readonly StaffAction[];
const actions = () => made;
const rolesOf = (permission: string) =>
  ROLES.filter((role) => role !== 'break-glass' && (FIRST_ROLES[role] as readonly string[]).includes(permission));

it('lets each role run exactly what the committed table says', async () => {
  const lines = actions().map(({ name, permission, needsReason, needsProof, secondPerson }) => {
    const demands = [needsReason && 'reason', needsProof && 'proof', secondPerson].filter(Boolean).join(', ');
    return [name, demands || '-', rolesOf(permission).join(', ') || '-'].join(' | ');
  });
  expect(lines).toEqual(TABLE.trim().split('\n'));
});

it('has one action of each name, and an example of each for these tests', () => {
  const names = actions().map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(Object.keys(EXAMPLES).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(names);
});

it('refuses every action to each role without its permission, before it says anything about the input', async () => {
  const wrong: string[] = [];
  for (const [nth, { name, permission }] of actions().entries()) {
    const preview = (input: object) => (cookie: string) => desk.preview(name, input, { cookie });
    const forms = [
      ['shown with nothing', preview({})],
      ['shown with an example', preview(EXAMPLES[name]!)],
      ['run with nothing', (cookie: string) => desk.act(name, {}, { cookie })],
    ] as const;
    for (const [at, role] of ROLES.entries()) {
      const may = (FIRST_ROLES[role] as readonly string[]).includes(permission);
      // Permitted roles try every form. The others share the forms, so that each form is refused to several.
      for (const [what, ask] of may ? forms : [forms[(nth + at) % forms.length]!]) {
        const { status } = await ask(people.get(role)!.cookie);
        if ((status === 403) === may || status >= 500) wrong.push(`${name} as ${role}, ${what}: ${status}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

it('refuses every action signed out, from another origin, with a session that is over, and without a fresh proof', async () => {
  const wrong: string[] = [];
  const before = await database.db.select({ id: auditEvents.id }).from(auditEvents);
  const holders = new Map(actions().map(({ name, permission }) => [name, rolesOf(permission)[0] ?? 'break-glass']));
  const expectAll = async (
    what: string,
    caller: (role: Role) => { cookie?: string; origin?: string },
    expected: (action: ReturnType<typeof actions>[number]) => boolean,
    code: number,
  ) => {
    for (const action of actions().filter(expected)) {
      const reply = await desk.act(action.name, EXAMPLES[action.name]!, caller(holders.get(action.name)!));
      if (reply.code !== code) wrong.push(`${action.name}, ${what}: ${reply.status} ${reply.code}`);
    }
  };
  const cookieOf = (role: Role) => ({ cookie: people.get(role)!.cookie });
  await expectAll(
    'signed out',
    () => ({}),
    () => true,
    10004,
  );
  await expectAll(
    'another origin',
    (role) => ({ ...cookieOf(role), origin: 'https://radio.example' }),
    () => true,
    1,
  );
  desk.clock.now = new Date(desk.clock.now.getTime() + 6 * 60_000);
  await expectAll('stale proof', cookieOf, ({ needsProof }) => needsProof, 10011);
  desk.clock.now = new Date(desk.clock.now.getTime() + 31 * 60_000);
  await expectAll('expired', cookieOf, () => true, 10004);
  expect(wrong).toEqual([]);
  expect(await database.db.select({ id: auditEvents.id }).from(auditEvents)).toEqual(before);
});

/** Routes of Fastify's tree: each line continues the path of the nearest line above with less indentation. */
function routesOf(tree: string): { url: string; method: string }[] {
  const parents: { depth: number; url: string }[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods] = /^([│ ]*[├└]── )(\S+)(?: \(([A-Z, ]+)\))?/.exec(line) ?? [];
    if (part === '') return [];
    while (parents.length > 0 && parents.at(-1)!.depth >= indent.length) parents.pop();
    const url = (parents.at(-1)?.url ?? '') + part;
    parents.push({ depth: indent.length, url });
    return methods === undefined ? [] : [{ url, method: methods.includes('POST') ? 'POST' : 'GET' }];
  });
}

/** `STAFF_CALLS=10000 STAFF_SEED=1` asks for more, and others. */
const { STAFF_CALLS = '3000', STAFF_SEED = '20261126' } = process.env;

it('answers thousands of malformed calls without a failure of the server', { timeout: 3_600_000 }, async () => {
  const junk: unknown[] = [
    null,
    true,
    -1,
    0,
    1.5,
    2 ** 31,
    1e21,
    '',
    ' ',
    'x'.repeat(3_000),
    '\u0000',
    "' or 1=1 --",
    '../../etc/passwd',
    '<b>',
    '😀',
    [],
    [1],
    {},
    { a: { b: [] } },
    '2026-02-31',
    'NaN',
    '__proto__',
  ];
  let seed = Number(STAFF_SEED);
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return seed % below;
  };
  const any = () => junk[random(junk.length)];
  const cookies = ROLES.map((role) => people.get(role)!.cookie);
  const routes = routesOf(desk.app.printRoutes({ commonPrefix: false })).filter(
    ({ url }) => url.startsWith('/api/staff/') && !/login|logout|session|invitation|proof|live/.test(url),
  );
  expect(routes.length).toBeGreaterThan(8);
  const failed: string[] = [];
  const wrong = (what: string, status: number) => status >= 500 && failed.push(`${what}: ${status}`);
  for (let n = 0; n < Number(STAFF_CALLS) / 2; n += 1) {
    const cookie = cookies[random(cookies.length)]!;
    const { method, url } = routes[random(routes.length)]!;
    const path = url.replaceAll(/:\w+/g, () => encodeURIComponent(String(any())).slice(0, 80));
    const query =
      random(2) === 0
        ? ''
        : `?${['q', 'state', 'from', 'before_id', 'who', 'id'][random(6)]}=${encodeURIComponent(String(any())).slice(0, 200)}`;
    if (method === 'GET') wrong(path + query, (await desk.call(path + query, { cookie })).status);
    else {
      const body = { input: any(), reason: any(), shown_hash: random(3) === 0 ? any() : null } as object;
      wrong(path, (await desk.call(path, { cookie, body, key: `fuzz-key-${n}` })).status);
    }
    const action = actions()[random(actions().length)]!;
    const example = EXAMPLES[action.name] as Record<string, unknown>;
    const fields = Object.keys(example);
    const input = { ...example, [fields[random(fields.length)] ?? 'x']: any() };
    wrong(`${action.name} ${JSON.stringify(input)}`, (await desk.act(action.name, input, { cookie })).status);
  }
  expect(failed).toEqual([]);
});
