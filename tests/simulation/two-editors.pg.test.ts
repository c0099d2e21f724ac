import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { staffSessions } from '#db/tables/staff.ts';
import { draftActions } from '#domain/drafts/drafts.actions.ts';
import { insertSmallNewsroom } from '#tests/factories/newsroom.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { createTestDesk, type TestDesk } from '#tests/factories/desk.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import {
  blockPart,
  orderIn,
  partNames,
  partsOf,
  partsOfChanges,
  type PartName,
  type Parts,
} from '#domain/drafts/draft-parts.rules.ts';
import type { Draft, DraftBlock, Saved } from '../../desk/words/article-types.ts';
import { DraftSync } from '../../desk/words/draft-sync.ts';
import type { LocalCopy } from '../../desk/words/local-copies.ts';
import { CallError } from '../../desk/call.ts';
import { dice } from './dice.ts';

// Two people type into one article with the scripts of the desk, against its server: into fields and blocks, which they also
// add, remove and move. Requests and replies are lost, tabs crash, sessions end, the server restarts. Every value is typed
// once, so that it can be followed.

const EDITS = 500;
const FIELDS = ['title', 'caption', 'keyartCredit'] as const;

let database: TestDatabase;
let desk: TestDesk;
const startDesk = async () => {
  const clock = desk?.clock.now ?? new Date();
  desk = await createTestDesk(database, { actions: draftActions() });
  desk.clock.now = clock;
};
beforeAll(async () => {
  database = await createTestDatabase();
  await insertSmallStation(database.db);
  await insertSmallNewsroom(database.db);
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
  parts: Parts;
  shown: ReadonlySet<string>;
}

/** A value of a part, to compare; of a block, its text. */
const valueText = (part: PartName, value: unknown) =>
  `${part} ${JSON.stringify((value as { html?: string } | null)?.html ?? value ?? null)}`;
const allShown = (parts: Parts) => partNames(parts).map((part) => valueText(part, parts[part]));

it.each([881, 903, 864])('loses no acknowledged key of two editors, seed %i', { timeout: 600_000 }, async (seed) => {
  const next = dice(seed);
  const roll = (below: number) => Math.floor(next() * below);
  const people = [await desk.enter('editor'), await desk.enter('chief-editor')];
  const begun = await desk.call('/api/staff/drafts', {
    cookie: people[0]!.cookie,
    body: { fields: { contentType: 301, blocks: ['a', 'b', 'c'].map((html) => ({ type: 1, html })) } },
  });
  const { draft_id: id } = begun.response as { draft_id: number };
  const taken: Taken[] = [];
  /** Ids of all blocks that there ever were. */
  const known = new Set<string>();
  let fault: 'request' | 'reply' | null = null;
  let tabs = 0;

  async function openTab(person: (typeof people)[number], copies = new Map<string, LocalCopy>()) {
    const client = `client-of-tab-${++tabs}`.padEnd(20, 'x');
    const shown = new Set<string>();
    const { response, status } = await desk.call(`/api/staff/drafts/${id}`, { cookie: person.cookie });
    expect(status).toBe(200);
    const sync = new DraftSync(response as Draft, client, {
      async send(draftId, body) {
        if (fault === 'request') throw new CallError(0, null, null);
        const seen = new Set(shown);
        const reply = await desk.call(`/api/staff/drafts/${draftId}`, { cookie: person.cookie, body });
        const detail = (reply.response as { detail?: unknown } | null)?.detail ?? null;
        if (reply.status !== 200) throw new CallError(reply.status, reply.code, detail);
        const saved = reply.response as Saved;
        taken.push({ revision: saved.revision, client: body.client, parts: partsOfChanges(body), shown: seen });
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
      const { parts, fields, conflicts } = sync.snapshot;
      for (const one of [...allShown(parts), ...allShown(partsOf(fields))]) shown.add(one);
      for (const part of partNames(conflicts)) shown.add(valueText(part, conflicts[part]!.theirs));
      // A block that is no longer there is shown by its absence.
      const gone = [...known].filter((id) => !fields.blocks.some((block) => block.id === id));
      for (const id of gone) shown.add(valueText(blockPart(id), null));
      for (const { id } of fields.blocks) known.add(id);
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
  /** Decides a shown conflict in one of the ways that the desk offers. */
  function decide(which: number) {
    const { sync } = open[which]!;
    const [part] = partNames(sync.snapshot.conflicts);
    if (part) sync.resolve(part, (['mine', 'theirs', 'both'] as const)[roll(part.startsWith('block:') ? 3 : 2)]!);
  }
  /** Types into a field or a block, adds a block, removes one or moves one. */
  function type(which: number, value: string) {
    const { sync } = open[which]!;
    const { blocks } = sync.snapshot.fields;
    const [kind, at] = [roll(20), roll(blocks.length || 1)];
    const fresh = (id: string): DraftBlock => ({ id, type: 1, html: `<p>${value}</p>` });
    if (kind < 5) sync.edit({ [FIELDS[roll(FIELDS.length)]!]: value });
    else if (kind < 15 && blocks[at]) sync.edit({ blocks: blocks.with(at, fresh(blocks[at].id)) });
    else if (kind < 17 && blocks.length > 3) sync.edit({ blocks: blocks.toSpliced(at, 1) });
    else if (kind < 18 && blocks[at]) sync.edit({ blocks: [...blocks.toSpliced(at, 1), blocks[at]] });
    else sync.edit({ blocks: blocks.toSpliced(at, 0, fresh(crypto.randomUUID())) });
  }

  for (let edit = 1; edit <= EDITS; edit += 1) {
    const which = roll(2);
    type(which, `value ${edit}`);
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
  const now = new Map<PartName, { value: string; client: string }>();
  const unseen: string[] = [];
  let overwritten = 0;
  for (const { parts, client, shown } of taken.toSorted((a, b) => a.revision - b.revision))
    for (const part of partNames(parts)) {
      const value = valueText(part, parts[part]);
      const former = now.get(part);
      if (former && former.client !== client && former.value !== value) {
        overwritten += 1;
        if (!shown.has(former.value)) unseen.push(`${former.value} by ${value}`);
      }
      if (former?.value !== value) now.set(part, { value, client });
    }
  expect(unseen).toEqual([]);
  expect(overwritten).toBeGreaterThan(20);
  // The value acknowledged last is kept, and both see what the server has.
  const { response } = await desk.call(`/api/staff/drafts/${id}`, { cookie: people[0]!.cookie });
  const stands = partsOf((response as Draft).fields);
  for (const [part, { value }] of now) expect(valueText(part, stands[part])).toBe(value);
  for (const { sync } of open) {
    expect(sync.snapshot.fields).toEqual((response as Draft).fields);
    expect(orderIn(sync.snapshot.parts)).toEqual(orderIn(stands));
  }
});
