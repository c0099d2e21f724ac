import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { changesOf, orderIn, partsOf, partsOfChanges } from '#domain/drafts/draft-parts.rules.ts';
import { changedByOthers, changesAfter, emptyFields, mergeSave } from '#domain/drafts/drafts.rules.ts';
import { CallError } from '../call.ts';
import type { DraftBlock, DraftFields, SaveBody, Saved } from './article-types.ts';
import { DraftSync } from './draft-sync.ts';
import type { LocalCopy } from './local-copies.ts';

// A server of one draft, as domain/drafts decides, and a browser that keeps copies.

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const block = (id: string, html = id): DraftBlock => ({ id, type: 1, html });
const firstFields = (): DraftFields => ({ ...emptyFields(301), blocks: [block('a'), block('b'), block('c')] });

function serverOf() {
  const server = {
    fields: firstFields(),
    revision: 1,
    changes: {} as Record<string, { revision: number; client: string }>,
    isAway: false,
    losesReply: false,
    async save({ base_revision: baseRevision, client, order, ...changes }: SaveBody): Promise<Saved> {
      if (server.isAway) throw new CallError(0, null, null);
      const parts = { ...partsOfChanges(changes), ...(order && { order: order.to }) };
      const save = { baseRevision, client, parts, orderFrom: order?.from ?? [] };
      const merged = mergeSave(server, save);
      if (merged.conflicts) {
        const [theirs, { revision }] = [partsOf(server.fields), server];
        const conflicts = merged.conflicts.map((part) => ({ part, theirs: theirs[part] ?? null, by: '葉', at_ts: 1 }));
        throw new CallError(409, 1, { revision, conflicts });
      }
      const { fields, isOrderMerged } = merged;
      const change = { revision: server.revision + 1, client };
      const after = changesAfter(server, fields, change, isOrderMerged);
      if (after.changed) server.revision++;
      Object.assign(server, { fields, changes: after.changes });
      if (server.losesReply) throw new CallError(0, null, null);
      const news = changedByOthers(server, save);
      const newOrder = news.order === undefined ? {} : { order: orderIn(news) };
      return { revision: server.revision, ...changesOf(news), ...newOrder, faults: [] };
    },
  };
  return server;
}

function tabOf(
  server: ReturnType<typeof serverOf>,
  client: string,
  { fields, revision } = { fields: firstFields(), revision: 1 },
) {
  const kept = new Map<string, LocalCopy>();
  const sync = new DraftSync({ draft_id: 1, fields, revision, faults: [] }, client, {
    send: (_id, body) => server.save(body),
    copies: {
      keep: async (copy) => void kept.set(copy.client, copy),
      remove: async (_id, of) => void kept.delete(of),
      find: async () => [...kept.values()],
    },
    now: () => 0,
  });
  return { sync, kept };
}

/** The text of the blocks, in their order. */
const joinBlocks = ({ blocks }: DraftFields) => blocks.map((one) => ('html' in one ? one.html : '')).join(' ');
const blocksOf = (sync: DraftSync) => sync.snapshot.fields.blocks;
const type = (sync: DraftSync, id: string, html: string) =>
  sync.edit({ blocks: blocksOf(sync).map((one) => (one.id === id ? block(id, html) : one)) });
const addAfter = (sync: DraftSync, id: string, added: string) =>
  sync.edit({ blocks: blocksOf(sync).flatMap((one) => (one.id === id ? [one, block(added)] : [one])) });
const remove = (sync: DraftSync, id: string) => sync.edit({ blocks: blocksOf(sync).filter((one) => one.id !== id) });
const arrange = (sync: DraftSync, ids: string) =>
  sync.edit({ blocks: ids.split('').map((id) => blocksOf(sync).find((one) => one.id === id)!) });

const settle = () => vi.advanceTimersByTimeAsync(20_000);

it('saves a second after the last key and says so', async () => {
  const server = serverOf();
  const { sync } = tabOf(server, 'tab');
  sync.edit({ title: '一' });
  await vi.advanceTimersByTimeAsync(900);
  sync.edit({ title: '一二' });
  await vi.advanceTimersByTimeAsync(900);
  expect([server.fields.title, sync.snapshot.state]).toEqual(['', 'waiting']);
  await vi.advanceTimersByTimeAsync(200);
  expect([server.fields.title, sync.snapshot.state, sync.snapshot.revision]).toEqual(['一二', 'saved', 2]);
});

it('keeps a local copy until it is acknowledged, and sends it when the network is back', async () => {
  const server = serverOf();
  const { sync, kept } = tabOf(server, 'tab');
  server.isAway = true;
  sync.edit({ title: '離線' });
  await vi.advanceTimersByTimeAsync(1_500);
  expect(sync.snapshot.state).toBe('offline');
  expect(kept.get('tab')?.parts).toEqual({ title: '離線' });
  server.isAway = false;
  await settle();
  expect([server.fields.title, sync.snapshot.state, kept.size]).toEqual(['離線', 'saved', 0]);
});

it('does not conflict with itself when a reply was lost, nor as the tab that goes on after a crash', async () => {
  const server = serverOf();
  const { sync, kept } = tabOf(server, 'tab');
  server.losesReply = true;
  sync.edit({ title: '一' });
  await vi.advanceTimersByTimeAsync(1_100);
  sync.edit({ title: '一二' });
  const copy = structuredClone(kept.get('tab')!);
  sync.close();
  server.losesReply = false;
  const next = tabOf(server, 'another');
  await next.sync.adopt(copy);
  expect([server.fields.title, next.sync.snapshot.conflicts]).toEqual(['一二', {}]);
});

it('puts a block that somebody else removed back in its place, as the tab that goes on after a crash', async () => {
  const server = serverOf();
  const [{ sync: mine, kept }, { sync: theirs }] = [tabOf(server, 'mine'), tabOf(server, 'theirs')];
  remove(theirs, 'b');
  await settle();
  type(mine, 'b', 'B');
  await settle();
  expect(Object.keys(mine.snapshot.conflicts)).toEqual(['block:b']);
  // Saves an order that contains the block while its conflict is undecided.
  addAfter(mine, 'b', 'd');
  await settle();
  const copy = structuredClone(kept.get('mine')!);
  mine.close();
  const next = tabOf(server, 'next', server).sync;
  await next.adopt(copy);
  await settle();
  expect(joinBlocks(server.fields)).toBe('a B d c');
  expect(next.snapshot.fields).toEqual(server.fields);
  expect(orderIn(next.snapshot.parts)).toEqual(['a', 'b', 'd', 'c']);
});

it('forgets the place of a block that somebody else removed while two orders waited for a decision', async () => {
  const server = serverOf();
  const [mine, theirs] = [tabOf(server, 'mine').sync, tabOf(server, 'theirs').sync];
  theirs.edit({ blocks: [block('b'), block('a'), block('c')] });
  await settle();
  mine.edit({ blocks: [block('a'), block('c'), block('b')] });
  await settle();
  expect(Object.keys(mine.snapshot.conflicts)).toEqual(['order']);
  theirs.edit({ blocks: [block('b'), block('a')] });
  await settle();
  mine.edit({ title: '題' });
  await settle();
  mine.resolve('order', 'mine');
  await settle();
  expect(server.fields.blocks).toEqual([block('a'), block('b')]);
  expect(orderIn(mine.snapshot.parts)).toEqual(['a', 'b']);
});

it('merges what others typed, and lets a person decide about the same field', async () => {
  const server = serverOf();
  const [mine, theirs] = [tabOf(server, 'mine').sync, tabOf(server, 'theirs').sync];
  theirs.edit({ title: '佢嘅', byline: '葉' });
  await settle();
  mine.edit({ title: '我嘅', caption: '導語' });
  await settle();
  // Only the field in conflict is held back.
  expect(server.fields).toMatchObject({ title: '佢嘅', caption: '導語' });
  expect(mine.snapshot.fields).toMatchObject({ title: '我嘅', byline: '葉' });
  expect(mine.snapshot.conflicts).toMatchObject({ title: { theirs: '佢嘅', by: '葉' } });
  mine.resolve('title', { value: '夾埋' });
  await settle();
  expect([server.fields.title, mine.snapshot.conflicts, mine.snapshot.state]).toEqual(['夾埋', {}, 'saved']);
  theirs.edit({ title: '又改' });
  await settle();
  theirs.resolve('title', 'theirs');
  await settle();
  expect([server.fields.title, theirs.snapshot.fields.title, theirs.snapshot.state]).toEqual(['夾埋', '夾埋', 'saved']);
});

it('shows what others typed during a save of the same field, and overwrites it with nothing', async () => {
  const server = serverOf();
  const [mine, theirs] = [tabOf(server, 'mine').sync, tabOf(server, 'theirs').sync];
  theirs.edit({ title: '佢嘅' });
  await settle();
  mine.edit({ caption: '導語' });
  const saving = mine.flush();
  mine.edit({ title: '我嘅' });
  await saving;
  await settle();
  expect(server.fields.title).toBe('佢嘅');
  expect(mine.snapshot.conflicts).toMatchObject({ title: { theirs: '佢嘅' } });
});

it('stops at a discarded draft and keeps the copy', async () => {
  const server = serverOf();
  const { sync, kept } = tabOf(server, 'tab');
  server.save = () => Promise.reject(new CallError(404, 6, null));
  sync.edit({ title: '一' });
  await settle();
  expect(sync.snapshot.state).toBe('gone');
  expect(kept.get('tab')?.parts).toEqual({ title: '一' });
});

async function twoTabs() {
  const server = serverOf();
  const [mine, theirs] = [tabOf(server, 'mine').sync, tabOf(server, 'theirs').sync];
  /** Theirs is saved first. Both then have what the server has. */
  const meet = async () => {
    await theirs.flush();
    await mine.flush();
    await settle();
    await theirs.flush();
    await settle();
  };
  const expectAll = (words: string) =>
    expect([joinBlocks(server.fields), joinBlocks(mine.snapshot.fields), joinBlocks(theirs.snapshot.fields)]).toEqual([
      words,
      words,
      words,
    ]);
  return { server, mine, theirs, meet, expectAll };
}

it('merges changes of different blocks, additions, removals and one new order', async () => {
  const { mine, theirs, meet, expectAll } = await twoTabs();
  type(mine, 'a', 'A');
  addAfter(mine, 'a', 'mine');
  type(theirs, 'b', 'B');
  addAfter(theirs, 'a', 'theirs');
  remove(theirs, 'c');
  await meet();
  expectAll('A theirs mine B');
  const ids = blocksOf(mine).map(({ id }) => id);
  mine.edit({ blocks: [...blocksOf(mine)].toReversed() });
  addAfter(theirs, 'b', 'last');
  await meet();
  expectAll('B last mine theirs A');
  expect(ids).toHaveLength(4);
});

it('holds the same block back with both versions, and takes one of them or both', async () => {
  const { mine, theirs, meet, expectAll } = await twoTabs();
  type(mine, 'b', '我');
  type(mine, 'a', 'A');
  type(theirs, 'b', '佢');
  await meet();
  // The other block is saved meanwhile, and what is typed stays here.
  expect(joinBlocks(theirs.snapshot.fields)).toBe('A 佢 c');
  expect(joinBlocks(mine.snapshot.fields)).toBe('A 我 c');
  expect(mine.snapshot.conflicts['block:b']).toMatchObject({ theirs: { html: '佢' }, by: '葉' });
  mine.resolve('block:b', 'both');
  await meet();
  expectAll('A 佢 我 c');
  for (const [decision, words] of [
    ['mine', '我二'],
    ['theirs', '佢二'],
  ] as const) {
    type(mine, 'b', '我二');
    type(theirs, 'b', '佢二');
    await meet();
    mine.resolve('block:b', decision);
    await meet();
    expectAll(`A ${words} 我 c`);
    type(mine, 'b', '佢');
    await meet();
  }
});

it('asks when one removed what the other changed, and puts a kept block back in its place', async () => {
  const { mine, theirs, meet, expectAll } = await twoTabs();
  type(mine, 'b', '我');
  remove(theirs, 'b');
  await meet();
  expect(mine.snapshot.conflicts['block:b']?.theirs).toBeNull();
  mine.resolve('block:b', 'mine');
  await meet();
  expectAll('a 我 c');
  remove(mine, 'b');
  type(theirs, 'b', '佢');
  await meet();
  expect(mine.snapshot.conflicts['block:b']?.theirs).toMatchObject({ html: '佢' });
  mine.resolve('block:b', 'theirs');
  await meet();
  expectAll('a 佢 c');
  remove(mine, 'b');
  type(theirs, 'b', '又改');
  await meet();
  mine.resolve('block:b', 'mine');
  await meet();
  expectAll('a c');
});

it('asks about the order when both moved blocks, and loses no block by the answer', async () => {
  const { mine, theirs, meet, expectAll } = await twoTabs();
  arrange(mine, 'bac');
  addAfter(mine, 'b', 'new');
  arrange(theirs, 'acb');
  await meet();
  expect(mine.snapshot.conflicts.order?.theirs).toEqual(['a', 'c', 'b', 'new']);
  mine.resolve('order', 'mine');
  await meet();
  expectAll('b new a c');
});
