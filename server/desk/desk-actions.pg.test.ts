import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { auditEvents } from '#db/tables/audit.ts';
import { readConfig } from '#server/config.ts';
import { createLog } from '#server/operations/log.ts';
import { createRuntime, type Runtime } from '#server/runtime.ts';
import { FIRST_ROLES } from '#shared/staff/permissions.ts';
import { createTestDesk, DESK_URL } from '#tests/factories/desk.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { deskActions } from './desk-actions.ts';

// Every action of the desk, by every role and in every state of its caller, against a committed table.

type Role = keyof typeof FIRST_ROLES;
const ROLES = Object.keys(FIRST_ROLES) as Role[];

let database: TestDatabase;
let runtime: Runtime;
let desk: Awaited<ReturnType<typeof createTestDesk>>;
const people = new Map<Role, Awaited<ReturnType<typeof desk.enter>>>();
beforeAll(async () => {
  database = await createTestDatabase();
  const config = readConfig({ DATABASE_URL: database.url, DEMO: 'on', NODE_ENV: 'test', DESK_URL });
  runtime = createRuntime(config, new Set(['web']), { databaseUrl: database.url, log: createLog('silent') });
  const { payments, plans } = runtime;
  desk = await createTestDesk(database, { actions: deskActions(runtime, DESK_URL), runtime: { payments, plans } });
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

const HOST = {
  name: '一位主持',
  nameEng: '',
  slug: '',
  isGuest: false,
  channelBitwise: 1,
  tagline: '',
  bio: '',
  picture: '',
  position: 1,
};
const PICTURE = {
  alt: '一張圖',
  source: '本台',
  licence: '本台擁有',
  rightsUntil: null,
  focalX: 0.5,
  focalY: 0.5,
  crops: {},
};
const PROGRAM = {
  title: '一個節目',
  titleChi: '',
  slug: '',
  tagline: '',
  description: '',
  categoryId: 999_999,
  parentProgramId: null,
  channelBitwise: 1,
  keyart: '',
  position: 1,
  hostIds: [],
};

/** Input that has the right shape and names nothing that exists. */
const EXAMPLES: Record<string, object> = {
  'articles.correct': { draft_id: 999_999, revision: 1, note: 'a name was wrong' },
  'articles.publish': { draft_id: 999_999, revision: 1 },
  'articles.restore': { article_id: 999_999, revision: 1 },
  'articles.withdraw': { article_id: 999_999 },
  'breaking-news.change': { id: 999_999, words: 'other words', path: '', ends_ts: 1_795_680_000 },
  'breaking-news.end': { id: 999_999 },
  'breaking-news.start': { words: 'some words', ends_ts: 1_795_680_000 },
  'chart.save-week': {
    channel: 903,
    week: '2026-11-27',
    publish_ts: 1_795_680_000,
    songs: [{ title: 'a song', artist: 'an artist' }],
    seen: null,
  },
  'columns.save': { id: 999_999, kind: 1, name: 'a column', is_shown: true },
  'home.order': { shelf: 'topics', pins: [{ article_id: 999_999 }], seen: [] },
  'codes.create': {
    kind: 'redeem',
    name: 'a batch',
    worth: { days: 1 },
    plan_ids: [999_999],
    starts_on: '2026-12-01',
    ends_on: '2026-12-31',
    codes: 1,
  },
  'codes.end': { batch_id: 999_999 },
  'drafts.discard': { draft_id: 999_999, revision: 1 },
  'encoders.register': { stream_id: 999_999, name: 'nothing' },
  'encoders.switch': { stream_id: 999_999, name: 'nothing' },
  'encoders.withdraw': { name: 'nothing' },
  'incidents.close': { incident_id: 999_999 },
  'jobs.let-go': { job_ids: [999_999] },
  'jobs.retry': { job_ids: [999_999] },
  'hosts.create': { fields: HOST },
  'hosts.restore': { host_id: 999_999 },
  'hosts.retire': { host_id: 999_999 },
  'hosts.save': { host_id: 999_999, base: 'x', fields: HOST },
  'ledger.close-days': {},
  'members.end-sessions': { member_id: 999_999 },
  'members.erase': { member_id: 999_999 },
  'members.export': { member_id: 999_999 },
  'members.resend-verification': { member_id: 999_999 },
  'members.see-contact': { member_id: 999_999 },
  'messages.change': { id: 999_999, words: 'other words', path: '', ends_ts: 1_795_680_000 },
  'messages.end': { id: 999_999 },
  'messages.start': { kind: 'weather', words: 'some words', ends_ts: 1_795_680_000 },
  'offline-applications.approve': { application: 999_999, cents: 100, received_on: '2026-11-20' },
  'offline-applications.refuse': { application: 999_999, said: 'the slip cannot be read' },
  'orders.refund': { order_id: 999_999, cents: 'all' },
  'pictures.delete': { picture_id: 999_999 },
  'pictures.save': { picture_id: 999_999, base: 'x', fields: PICTURE },
  'pages.save': {
    name: 'terms',
    lang: 'en',
    base_revision: 999_999,
    title: 'a title',
    summary: '',
    blocks: [{ type: 1, html: '<p>words</p>' }],
  },
  'plans.price': { plan: 999_999, price_cents: 100 },
  'plans.sell': { plan: 999_999, sells_on: null, sells_until: null },
  'programs.create': { fields: PROGRAM },
  'programs.restore': { program_id: 999_999 },
  'programs.retire': { program_id: 999_999 },
  'programs.save': { program_id: 999_999, base: 'x', fields: PROGRAM },
  'receipts.resend': { number: 'R2026-999999' },
  'refunds.confirm': { refund: 'RF00000000000000' },
  'settlements.reconcile': { gateway: 'mpgs', day: '2026-11-20', file: 'a.csv', text: 'nothing of a settlement' },
  'staff.disable': { account_id: 999_999 },
  'staff.grant-role': { account_id: 999_999, role: 'editor', scope: null },
  'staff.invite': { email: 'nobody@radio.example', name: 'Nobody', role: 'emperor', scope: null },
  'staff.invite-again': { account_id: 999_999 },
  'staff.review-break-glass': { account_id: 999_999 },
  'staff.revoke-role': { account_id: 999_999, role: 'editor', scope: null },
  'subscriptions.give': { member_ids: [999_999], plan_id: 999_999, days: 1 },
  'subscriptions.resume': { member_id: 999_999 },
  'work-items.assign': { work_item: 999_999, account_id: null },
  'timetable.draft': {
    change_set: 999_999,
    channel: 881,
    name: 'a set',
    revision: 0,
    changes: [{ kind: 'racing-day', row_id: null, seen: null, values: { day: '2026-11-29', venue: 'a course' } }],
  },
  'timetable.drop': { change_set: 999_999, change: 999_999 },
  'timetable.publish': { change_set: 999_999, revision: 1 },
  'timetable.rename': { change_set: 999_999, name: 'a set' },
  'timetable.reopen': { change_set: 999_999 },
  'timetable.undo': { change_set: 999_999 },
  'timetable.withdraw': { change_set: 999_999 },
  'work-items.close': { work_item: 999_999 },
};

/** Action, what it demands, and the roles that may run it. `break-glass` may do everything. */
const TABLE = `
articles.correct | reason | editor, chief-editor
articles.publish | - | editor, chief-editor
articles.restore | - | presenter, editor, chief-editor, producer
articles.withdraw | reason | chief-editor
breaking-news.change | - | chief-editor
breaking-news.end | - | chief-editor
breaking-news.start | - | chief-editor
chart.save-week | - | chief-editor
codes.create | reason, money.approve | finance-chief, sales
codes.end | reason | finance-chief, sales
columns.save | - | chief-editor
drafts.discard | - | presenter, editor, chief-editor, producer
encoders.register | reason, proof | engineer
encoders.switch | - | engineer
encoders.withdraw | reason, proof | engineer
home.order | - | editor, chief-editor
hosts.create | - | producer
hosts.restore | - | producer
hosts.retire | reason | producer
hosts.save | - | producer
incidents.close | reason | engineer
jobs.let-go | reason | engineer
jobs.retry | - | engineer
ledger.close-days | - | finance, finance-chief
members.end-sessions | reason | support
members.erase | reason, proof, members.erase | support, administrator
members.export | reason, proof, members.export | support, administrator
members.resend-verification | - | support
members.see-contact | reason | support
messages.change | - | producer, engineer
messages.end | - | producer, engineer
messages.start | - | producer, engineer
offline-applications.approve | reason, proof | finance, finance-chief
offline-applications.refuse | reason | finance, finance-chief
orders.refund | reason, proof, money.approve | finance, finance-chief, support
pages.save | - | chief-editor
pictures.delete | reason | presenter, editor, chief-editor, producer
pictures.save | - | presenter, editor, chief-editor, producer
plans.price | reason, money.approve | finance-chief
plans.sell | reason | finance-chief
programs.create | - | producer
programs.restore | - | producer
programs.retire | reason | producer
programs.save | - | producer
receipts.resend | - | finance, finance-chief, support
refunds.confirm | reason, proof | finance, finance-chief
settlements.reconcile | - | finance, finance-chief
staff.disable | reason, proof | administrator
staff.grant-role | reason, proof, staff.approve | administrator
staff.invite | reason, proof, staff.approve | administrator
staff.invite-again | reason, proof | administrator
staff.review-break-glass | reason, proof | administrator
staff.revoke-role | reason, proof | administrator
subscriptions.give | reason, money.approve | support
subscriptions.resume | reason | support
timetable.draft | - | producer
timetable.drop | - | producer
timetable.publish | - | producer
timetable.rename | - | producer
timetable.reopen | - | producer
timetable.undo | - | producer
timetable.withdraw | - | producer
work-items.assign | - | finance, finance-chief
work-items.close | reason | finance, finance-chief
`;

const actions = () => deskActions(runtime, DESK_URL).toSorted((a, b) => (a.name < b.name ? -1 : 1));
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
  for (const { name, permission } of actions())
    for (const role of ROLES) {
      const may = (FIRST_ROLES[role] as readonly string[]).includes(permission);
      const { cookie } = people.get(role)!;
      for (const input of [{}, EXAMPLES[name]!]) {
        const { status } = await desk.call(`/api/staff/actions/${name}/preview`, { cookie, body: { input } });
        if ((status === 403) === may || status >= 500) wrong.push(`${name} as ${role}: ${status}`);
      }
      const { status } = await desk.act(name, {}, { cookie });
      if ((status === 403) === may || status >= 500) wrong.push(`${name} as ${role}, run with nothing: ${status}`);
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

it('answers thousands of malformed calls without a failure of the server', async () => {
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
  let seed = 20_261_126;
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
  for (let n = 0; n < 1_500; n += 1) {
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
