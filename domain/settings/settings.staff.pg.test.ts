import { eq } from 'drizzle-orm';
import { RouterContextProvider } from 'react-router';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { requestContext } from '#app/context.server.ts';
import { loader as layout } from '#app/layouts/default-layout.server.ts';
import { watchNotifications } from '#db/listening.ts';
import { PAGE_PURGE } from '#db/notifications.ts';
import { auditEvents } from '#db/tables/audit.ts';
import { mails, mailTexts } from '#db/tables/mail.ts';
import { settings } from '#db/tables/settings.ts';
import { webhooks } from '#db/tables/webhooks.ts';
import { resetMail } from '#domain/auth/auth.mail.ts';
import { queueLetter } from '#domain/mail/member-letter.ts';
import { startAttempt } from '#domain/payments/payments.ts';
import { changeEmailMail } from '#domain/members/members.mail.ts';
import { forgetHandledWebhooks } from '#domain/webhooks/webhooks.ts';
import { mailSamples } from '#server/desk/mail-samples.words.ts';
import { settingsText } from '#app/text/zh-hk/desk-settings.ts';
import { errorNameOf } from '#tests/factories/accounts/accounts.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { openTestDesk, type OpenDesk, type Person } from '#tests/factories/desk.ts';
import { createPaymentHouse, orderFor } from '#tests/factories/money/payments.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { TEST_IP } from '#tests/factories/visitor.ts';
import { settingsActions } from './settings.actions.ts';
import { LEVERS, MAX_OFF_DAYS, NOTES, RETENTION_KEYS, SWITCHES } from './settings.rules.ts';
import { demandOn, formNotice, keptSince, listLevers, listOff } from './settings.ts';

const DAY_MS = 86_400_000;
let desk: OpenDesk;
let chief: Person, engineer: Person, finance: Person, admin: Person;
beforeAll(async () => {
  desk = await openTestDesk({ actions: settingsActions(mailSamples) });
  chief = await desk.enter('chief-editor');
  engineer = await desk.enter('engineer');
  finance = await desk.enter('finance');
  admin = await desk.enter('administrator');
});
beforeEach(async () => {
  for (const table of [settings, mailTexts, mails, webhooks]) await desk.db.delete(table);
});
afterAll(() => desk.close());

const at = (days: number) => new Date(desk.clock.now.getTime() + days * DAY_MS);
const seconds = (days: number) => Math.floor(at(days).getTime() / 1000);
const act = ({ cookie }: Person, name: string, input: object) => desk.act(name, input, { cookie });
const off = (who: Person, key: string, days = 1, verb = 'switch') =>
  act(who, `settings.${verb}-off`, { key, message: '今晚維修。', ends_ts: seconds(days) });
const isOff = (key: 'registration' | 'pay.payme', days = 0) =>
  errorNameOf(demandOn({ db: desk.db, now: at(days) }, key));
interface Seen {
  retention: { key: string; days: number; revision: string }[];
  notes: { key: string; value: string; revision: string }[];
  levers: { key: string; position: string; is_pulled: boolean; revision: string }[];
  items: {
    key: string;
    text: { subject: string; paragraphs: string[] } | null;
    revision: string;
    is_editable: boolean;
  }[];
}
const read = async (path = '', who = admin) =>
  (await desk.call(`/api/staff/settings${path}`, { cookie: who.cookie })).response as Seen;

it('is off until its end with the words of staff, and on again by itself', async () => {
  expect((await off(engineer, 'registration', 2)).status).toBe(200);
  expect(await isOff('registration')).toBe('functionSuspended');
  const notice = await formNotice({ db: desk.db, now: at(1) }, { off: 'registration', note: null });
  expect(notice.off?.message).toBe('今晚維修。');
  expect(await isOff('registration', 2)).toBeNull();
  for (const [days, key] of [
    [MAX_OFF_DAYS + 1, 'registration'],
    [-1, 'registration'],
    [1, 'everything'],
  ] as const)
    expect((await off(engineer, key, days)).status, `${key} for ${days}`).toBe(400);
  const { undo } = (await act(engineer, 'settings.switch-on', { key: 'registration' })).response as {
    undo: { action: string; input: object };
  };
  expect(await isOff('registration')).toBeNull();
  expect((await act(engineer, undo.action, undo.input)).status).toBe(200);
  expect(await isOff('registration')).toBe('functionSuspended');
});

it('takes back a switch only as it was put, and tells who changed it since', async () => {
  type Answer = { undo: { action: string; input: object } };
  const key = 'registration';
  const { undo } = (await off(engineer, key)).response as Answer;
  expect((await off(admin, key, 2)).status).toBe(200);
  const refused = await act(engineer, undo.action, undo.input);
  expect([refused.status, (refused.response as { detail: object }).detail]).toEqual([
    409,
    expect.objectContaining({ fields: { off: { message: '今晚維修。', ends_ts: seconds(2) } } }),
  ]);
  const { undo: again } = (await act(admin, 'settings.switch-on', { key })).response as Answer;
  await off(engineer, key, 3);
  expect((await act(admin, again.action, again.input)).status).toBe(409);
  await act(engineer, 'settings.switch-on', { key });
  expect((await act(admin, again.action, again.input)).status).toBe(200);
});

it('refuses a new payment by a method that is off, and lets one go on that has begun', async () => {
  const house = createPaymentHouse(desk.db);
  house.clock.now = desk.clock.now;
  const [first, second] = [
    await insertMember(desk.db, 'begun@member.example'),
    await insertMember(desk.db, 'late@member.example'),
  ];
  const pay = async (member: number, orderId: number) =>
    startAttempt(house.services, memberActor(member), {
      orderId,
      gateway: 'payme',
      method: 'payme',
      remoteIp: TEST_IP,
    });
  const begun = await orderFor(house, first);
  const late = await orderFor(house, second);
  const { attempt } = await pay(first, begun.id);
  expect((await off(engineer, 'pay.payme', 1, 'method')).status).toBe(403);
  expect((await off(finance, 'pay.payme', 1, 'method')).status).toBe(200);
  expect([...(await listOff({ db: desk.db, now: at(0) })).keys()]).toEqual(['pay.payme']);
  expect((await pay(first, begun.id)).attempt.number).toBe(attempt.number);
  expect(await errorNameOf(pay(second, late.id))).toBe('functionSuspended');
  expect((await act(finance, 'settings.method-on', { key: 'pay.payme' })).status).toBe(200);
  expect((await pay(second, late.id)).attempt.state).toBe('redirected');
});

it('takes the origin of ads from every page while they are off, and purges all pages at the change', async () => {
  await insertSmallStation(desk.db);
  const heard: string[] = [];
  const listening = Promise.withResolvers<void>();
  const watch = await watchNotifications(desk.database.pool, PAGE_PURGE, {
    onMessage: (message) => heard.push(message),
    onListening: listening.resolve,
  });
  await listening.promise;
  const origin = async (days = 0) => {
    const context = new RouterContextProvider();
    const ads = { origin: 'https://ads.example', searchPublisher: '' };
    context.set(requestContext, { readDb: desk.db, now: at(days), links: {}, ads } as never);
    return (await layout({ context } as never)).ads.origin;
  };
  expect(await origin()).toBe('https://ads.example');
  await off(engineer, 'ads');
  expect([await origin(), await origin(1)]).toEqual([null, 'https://ads.example']);
  await off(engineer, 'contact');
  await act(engineer, 'settings.switch-on', { key: 'ads' });
  expect(await origin()).toBe('https://ads.example');
  await expect.poll(() => heard).toEqual(['settings,settings-ads', 'settings', 'settings,settings-ads']);
  await watch.close();
});

it('ignores what the table has and the registry does not allow', async () => {
  const row = { changedBy: admin.id, changedAt: at(0) };
  await desk.db.insert(settings).values([
    { key: 'keep.mails', value: 1, endsAt: null, ...row },
    { key: 'note.contact', value: 'x'.repeat(301), endsAt: null, ...row },
    { key: 'registration', value: 'no message', endsAt: at(1), ...row },
    { key: 'unknown.key', value: { secret: 'x' }, endsAt: null, ...row },
  ]);
  expect(await keptSince({ db: desk.db, now: at(0) }, 'keep.mails')).toEqual(at(-90));
  expect(await isOff('registration')).toBeNull();
  expect(await formNotice({ db: desk.db, now: at(0) }, { off: 'registration', note: 'note.contact' })).toEqual({
    off: null,
    note: '',
  });
  expect(JSON.stringify(await read())).not.toContain('unknown.key');
});

it('answers keys of the registry and nothing else: no secret can be read in the room', async () => {
  const { response } = await desk.call('/api/staff/settings', { cookie: admin.cookie });
  const { fixed, load, ...rest } = response as Record<string, { key: string }[]>;
  expect(Object.keys(load!)).toEqual(['is_high', 'lag_ms', 'requests_per_second']);
  expect(Object.values(rest).flatMap((rows) => rows.map(({ key }) => key))).toEqual([
    ...SWITCHES,
    ...LEVERS,
    ...NOTES,
    ...RETENTION_KEYS,
  ]);
  expect(fixed!.every(({ key }) => settingsText.retention.names[key] !== undefined)).toBe(true);
  const editor = await desk.enter('editor');
  for (const path of ['', '/mails'])
    expect((await desk.call(`/api/staff/settings${path}`, { cookie: editor.cookie })).status).toBe(403);
  expect((await off(chief, 'registration')).status).toBe(403);
});

it('sets a lever from its position of now and no other, takes it back, and is off where the table says nothing it knows', async () => {
  const positions = async () => Object.fromEntries(await listLevers({ db: desk.db }));
  const of = async (who = engineer) => (await read('', who)).levers.find(({ key }) => key === 'lever.home')!;
  const pull = async (position: string, base: string, who = engineer) =>
    act(who, 'settings.lever', { key: 'lever.home', position, base });
  const first = await of();
  expect(first).toMatchObject({ position: 'off', is_pulled: false });
  const done = await pull('load', first.revision);
  expect(done.status).toBe(200);
  expect(await positions()).toEqual({
    'lever.a64': 'off',
    'lever.home': 'load',
    'lever.ads': 'off',
    'lever.pictures': 'off',
    'lever.reports': 'off',
  });
  expect(await pull('on', first.revision)).toMatchObject({
    status: 409,
    response: { detail: { why: 'edited-since', changed_by: engineer.name } },
  });
  expect((await pull('full', (await of()).revision)).status).toBe(400);
  expect((await pull('on', (await of()).revision, chief)).status).toBe(403);
  const { undo } = done.response as { undo: { action: string; input: object } };
  expect((await act(engineer, undo.action, undo.input)).status).toBe(200);
  expect(await desk.db.select().from(settings)).toEqual([]);
  const row = { changedBy: admin.id, changedAt: at(0), endsAt: null };
  await desk.db.insert(settings).values({ key: 'lever.home', value: 'everything', ...row });
  expect(await positions()).toEqual({
    'lever.a64': 'off',
    'lever.home': 'off',
    'lever.ads': 'off',
    'lever.pictures': 'off',
    'lever.reports': 'off',
  });
});

it('keeps longer at once, shorter with two persons who are told what goes, and a job reads it', async () => {
  const webhook = (handledAt: Date) => ({
    provider: 'p',
    kind: 'k',
    eventId: handledAt.toISOString(),
    payload: '{}',
    receivedAt: handledAt,
    handledAt,
  });
  const of = async () => (await read()).retention.find(({ key }) => key === 'keep.webhooks')!;
  const keep = async (days: number, base?: string) =>
    act(admin, 'settings.keep', { key: 'keep.webhooks', days, base: base ?? (await of()).revision });
  const first = await of();
  expect((await keep(60)).response).toMatchObject({ outcome: 'done' });
  expect(await keep(50, first.revision)).toMatchObject({
    status: 409,
    response: { detail: { why: 'edited-since', changed_by: admin.name } },
  });
  expect((await keep(91)).status).toBe(400);
  await desk.db.insert(webhooks).values([webhook(at(-10)), webhook(at(-40)), webhook(at(-61))]);
  const asked = (await keep(30)).response as { outcome: string; rows: { after: object }[] };
  expect(asked).toMatchObject({
    outcome: 'asked',
    rows: [{ before: { days: 60 }, after: { days: 30, deletedNext: 2 } }],
  });
  await forgetHandledWebhooks({ db: desk.db, now: at(0) });
  expect(await desk.db.select().from(webhooks)).toHaveLength(2);
});

it('mails in the words of staff, with each placeholder of the code and no other, and in those of the code after a revert', async () => {
  const member = { key: 'k', recipient: 'me@member.example', name: '大文', url: 'https://radio.example/x' };
  const sent = async (key: string) => {
    await desk.db.transaction((tx) => queueLetter(tx, changeEmailMail({ ...member, key, until: at(1) })));
    const [mail] = await desk.db
      .select()
      .from(mails)
      .where(eq(mails.dedupeKey, `member-change:${key}`));
    return mail!;
  };
  const of = async () => (await read('/mails', chief)).items.find(({ key }) => key === 'member-change')!;
  const save = async (subject: string, paragraphs: string[], base?: string) =>
    act(chief, 'mails.save', { key: 'member-change', subject, paragraphs, base: base ?? (await of()).revision });
  const code = await of();
  for (const [subject, paragraphs] of [
    ['', ['{限期}前確認。']],
    ['確認', ['請確認。']],
    ['確認', ['{限期}前確認，{密碼}。']],
    ['確認', []],
    ['確認', ['{限期}'.padEnd(801, '字')]],
  ] as const)
    expect((await save(subject, [...paragraphs])).status, subject + paragraphs.join()).toBe(400);
  expect((await save('確認新電郵', ['{限期}前按 <b>連結</b>。'])).status).toBe(200);
  const mail = await sent('changed');
  expect(mail.subject).toBe('確認新電郵');
  expect(mail.textBody).toContain('前按 <b>連結</b>。');
  expect(mail.htmlBody).toContain('前按 &lt;b&gt;連結&lt;/b&gt;。');
  expect(mail.htmlBody).toContain('href="https://radio.example/x"');
  expect((await save('別的', ['{限期}'], code.revision)).status).toBe(409);
  expect((await act(chief, 'mails.revert', { key: 'member-change', base: (await of()).revision })).status).toBe(200);
  expect((await sent('reverted')).subject).toBe(code.text!.subject);
  // Of another release: its words do not fit the mail any more.
  await desk.db.insert(mailTexts).values({
    key: 'member-reset',
    subject: '舊',
    paragraphs: ['{已經冇咗}'],
    changedBy: chief.id,
    changedAt: at(0),
  });
  await desk.db.transaction((tx) => queueLetter(tx, resetMail(member)));
  expect((await desk.db.select().from(mails).where(eq(mails.template, 'member-reset')))[0]?.subject).not.toBe('舊');
});

it('draws every mail in light and dark and sends a sample to who asks for it; each has a name, and its own key', async () => {
  const { items } = await read('/mails', chief);
  expect(new Set(items.map(({ key }) => key)).size).toBe(items.length);
  expect(items.map(({ key }) => key).filter((key) => settingsText.mails.names[key] === undefined)).toEqual([]);
  for (const { key, text } of items) {
    const body = { key, text };
    const drawn = await desk.call('/api/staff/settings/mail-preview', { cookie: chief.cookie, body });
    const { subject, light, dark } = drawn.response as Record<string, string>;
    expect([key, drawn.status, subject !== '']).toEqual([key, 200, true]);
    expect(`${subject}${light}`).not.toMatch(/\{[^{}]*\p{Script=Han}[^{}]*\}/u);
    expect(light).not.toMatch(/<style|<script|src=/);
    // Light colours are overridden on each element.
    expect(dark).toContain('background:#171513!important');
  }
  const key = 'member-welcome';
  expect((await act(chief, 'mails.send-sample', { key, text: null })).status).toBe(200);
  expect((await desk.db.select().from(mails)).map(({ recipient }) => recipient)).toEqual([chief.email]);
  expect((await act(chief, 'mails.save', { key: 'morning', subject: 's', paragraphs: ['p'], base: '' })).status).toBe(
    400,
  );
});

it('changes words above a form from what they are, and records each change', async () => {
  const of = async () => (await read('', chief)).notes.find(({ key }) => key === 'note.contact')!;
  const { revision } = await of();
  const note = (value: string, base: string) => act(chief, 'settings.note', { key: 'note.contact', value, base });
  expect((await note('星期一至五\n九時至六時', revision)).status).toBe(200);
  expect((await of()).value).toBe('星期一至五\n九時至六時');
  expect((await note('別的', revision)).status).toBe(409);
  expect((await note('', (await of()).revision)).status).toBe(200);
  expect(await desk.db.select().from(settings)).toEqual([]);
  const events = await desk.db.select().from(auditEvents).where(eq(auditEvents.action, 'settings.note'));
  expect(events).toHaveLength(2);
});
