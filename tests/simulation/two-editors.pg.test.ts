import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { staffSessions } from '#db/tables/staff.ts';
import { draftActions } from '#domain/drafts/drafts.actions.ts';
import { insertSmallNewsroom } from '#tests/factories/newsroom.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { createTestDesk } from '#tests/factories/desk.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import type { ChangedFields, Draft, DraftField, Saved } from '../../desk/words/article-types.ts';
import { DraftSync } from '../../desk/words/draft-sync.ts';
import type { LocalCopy } from '../../desk/words/local-copies.ts';
import { CallError } from '../../desk/call.ts';
import { dice } from './dice.ts';

// Two people type into one article with the scripts of the desk, against its server. Requests and replies are lost, tabs
// crash, sessions end, the server restarts. Every value is typed once, so that it can be followed.

const EDITS = 500;
const FIELDS = ['title', 'caption', 'previewContent', 'keyartCredit'] as const satisfies DraftField[];

let database: TestDatabase;
let desk: Awaited<ReturnType<typeof createTestDesk>>;
const startDesk = async () => {
  const clock = desk?.clock.now ?? new Date();
  desk = await createTestDesk(database, { actions: draftActions() });
  desk.clock.now = clock;
};
beforeAll(async () => {
  database = await createTestDatabase();
  await insertSmallStation(database.db);
  await insertSmallNewsroom(database.db);
  await database.db.execute(sql`alter table articles alter column id restart with 10000`);
  await startDesk();
});
afterAll(async () => {
  await desk.app.close();
  await database.close();
});

/** A save that the server took, and what its tab had shown by then. */
interface Taken {
  revision: number;
  client: string;
  fields: ChangedFields;
  shown: Map<string, Set<unknown>>;
}

it.each([881, 903, 864])('loses no acknowledged key of two editors, seed %i', { timeout: 600_000 }, async (seed) => {
  const next = dice(seed);
  const roll = (below: number) => Math.floor(next() * below);
  const people = [await desk.enter('editor'), await desk.enter('chief-editor')];
  const begun = await desk.call('/api/staff/drafts', {
    cookie: people[0]!.cookie,
    body: { fields: { contentType: 301 } },
  });
  const { draft_id: id } = begun.response as { draft_id: number };
  const taken: Taken[] = [];
  let fault: 'request' | 'reply' | null = null;
  let tabs = 0;

  async function openTab(person: (typeof people)[number], copies = new Map<string, LocalCopy>()) {
    const client = `client-of-tab-${++tabs}`.padEnd(20, 'x');
    const shown = new Map<string, Set<unknown>>(FIELDS.map((field) => [field, new Set()]));
    const { response, status } = await desk.call(`/api/staff/drafts/${id}`, { cookie: person.cookie });
    expect(status).toBe(200);
    const sync = new DraftSync(response as Draft, client, {
      async send(draftId, body) {
        if (fault === 'request') throw new CallError(0, null, null);
        const seen = new Map([...shown].map(([field, values]) => [field, new Set(values)]));
        const reply = await desk.call(`/api/staff/drafts/${draftId}`, { cookie: person.cookie, body });
        const detail = (reply.response as { detail?: unknown } | null)?.detail ?? null;
        if (reply.status !== 200) throw new CallError(reply.status, reply.code, detail);
        const saved = reply.response as Saved;
        taken.push({ revision: saved.revision, client: body.client, fields: body.fields, shown: seen });
        if (fault === 'reply') throw new CallError(0, null, null);
        return saved;
      },
      copies: {
        keep: async (copy) => void copies.set(copy.client, copy),
        remove: async (_id, of) => void copies.delete(of),
        find: async () => [...copies.values()],
      },
      now: () => 0,
    });
    const see = () => {
      for (const field of FIELDS) {
        shown.get(field)!.add(sync.snapshot.fields[field]);
        const conflict = sync.snapshot.conflicts[field];
        if (conflict) shown.get(field)!.add(conflict.theirs);
      }
    };
    sync.subscribe(see);
    see();
    return { person, sync, copies };
  }
  const open = [await openTab(people[0]!), await openTab(people[1]!)];

  async function crash(which: number) {
    const { person, sync, copies } = open[which]!;
    sync.close();
    const [copy] = copies.values();
    open[which] = await openTab(person, copies);
    if (copy) await open[which].sync.adopt(copy);
  }
  async function endSession(which: number) {
    const { person, sync } = open[which]!;
    await database.db.delete(staffSessions).where(eq(staffSessions.accountId, person.id));
    await sync.flush();
    person.cookie = await desk.sessionOf(person.id);
  }
  /** Decides a shown conflict, for theirs or for a value of one's own. */
  function decide(which: number) {
    const { sync } = open[which]!;
    const field = FIELDS.find((name) => name in sync.snapshot.conflicts);
    if (field) sync.resolve(field, roll(2) === 0 ? { theirs: true } : { value: sync.snapshot.fields[field] });
  }

  for (let edit = 1; edit <= EDITS; edit += 1) {
    const which = roll(2);
    const field = FIELDS[roll(FIELDS.length)]!;
    open[which]!.sync.edit({ [field]: `value ${edit}` });
    fault = ([null, null, null, null, 'request', 'reply'] as const)[roll(6)]!;
    if (roll(3) === 0) await Promise.all(open.map(({ sync }) => sync.flush()));
    else if (roll(2) === 0) await open[which]!.sync.flush();
    fault = null;
    if (roll(4) === 0) decide(roll(2));
    if (roll(25) === 0) await crash(roll(2));
    if (roll(25) === 0) await endSession(roll(2));
    if (roll(60) === 0) {
      await desk.app.close();
      await startDesk();
    }
  }
  const isQuiet = () =>
    open.every(({ sync: { snapshot } }) => snapshot.state === 'saved' && Object.keys(snapshot.conflicts).length === 0);
  for (let round = 0; round < 100 && !isQuiet(); round += 1)
    for (const [which, { sync }] of open.entries()) {
      await sync.flush();
      decide(which);
    }
  for (const { sync } of open) await sync.flush();
  expect(isQuiet()).toBe(true);
  for (const { sync } of open) sync.close();

  // Nobody overwrote what another had saved without having been shown it.
  const now = new Map<string, { value: unknown; client: string }>();
  const unseen: string[] = [];
  let overwritten = 0;
  for (const save of taken.toSorted((a, b) => a.revision - b.revision))
    for (const [field, value] of Object.entries(save.fields)) {
      const former = now.get(field);
      if (former && former.client !== save.client && former.value !== value) {
        overwritten += 1;
        if (!save.shown.get(field)!.has(former.value))
          unseen.push(`${field}: ${JSON.stringify([former.value, value])}`);
      }
      if (former?.value !== value) now.set(field, { value, client: save.client });
    }
  expect(unseen).toEqual([]);
  expect(overwritten).toBeGreaterThan(20);
  // And both see what the server has.
  const { response } = await desk.call(`/api/staff/drafts/${id}`, { cookie: people[0]!.cookie });
  for (const { sync } of open)
    for (const field of FIELDS) expect(sync.snapshot.fields[field]).toBe((response as Draft).fields[field]);
});
