import { describe, expect, it } from 'vitest';
import { dice } from '#tests/simulation/dice.ts';
import { identified, mergeOrders, withoutIds } from './draft-parts.rules.ts';
import { changedByOthers, changesAfter, emptyFields, inputOf, mergeSave } from './drafts.rules.ts';
import type { DraftBlock, DraftFields } from './drafts.schema.ts';

const block = (id: string, html = id): DraftBlock => ({ id, type: 1, html });
const fieldsWith = (...ids: string[]): DraftFields => ({ ...emptyFields(301), blocks: ids.map((id) => block(id)) });

describe('two orders of one', () => {
  it.each([
    ['additions in different places', 'abc', 'a1bc', 'abc2', 'a1bc2'],
    ['additions in one place, what was saved first first', 'ab', 'a1b', 'a2b', 'a21b'],
    ['runs of additions', 'ab', 'a13b', 'a24b', 'a2413b'],
    ['additions at the beginning', 'a', '1a', '2a', '21a'],
    ['my move and an addition of theirs', 'abc', 'cab', 'ab2c', 'cab2'],
    ['their move and an addition of mine', 'abc', 'ab1c', 'cab', 'cab1'],
    ['the same move', 'abc', 'bac', 'bac', 'bac'],
    ['an addition that both have already', 'ab', 'a1b', 'a12b', 'a12b'],
    ['different moves, which nobody can merge', 'abc', 'bac', 'acb', null],
  ])('merge %s', (_what, base, mine, theirs, merged) => {
    expect(mergeOrders(base.split(''), mine.split(''), theirs.split(''))?.join('') ?? null).toBe(merged);
  });

  it('have every block once after any history, and keep what one side alone did to the order', () => {
    const next = dice(23);
    const roll = (below: number) => Math.floor(next() * below);
    let fresh = 0;
    const changed = (order: readonly string[], mayMove: boolean) => {
      const list = [...order];
      for (let n = roll(4); n > 0; n--) list.splice(roll(list.length + 1), 0, `n${++fresh}`);
      if (mayMove && list.length > 1) list.splice(roll(list.length), 0, list.splice(roll(list.length), 1)[0]!);
      return list;
    };
    for (let round = 0; round < 2_000; round++) {
      const base = Array.from({ length: roll(7) }, (_, i) => `b${i}`);
      const [mine, theirs] = [changed(base, round % 2 === 0), changed(base, round % 3 === 0)];
      const merged = mergeOrders(base, mine, theirs);
      const kept = (order: readonly string[], of: readonly string[]) => order.filter((id) => of.includes(id));
      if (merged === null) {
        expect(kept(mine, base)).not.toEqual(base);
        expect(kept(theirs, base)).not.toEqual(base);
        continue;
      }
      expect(merged.toSorted()).toEqual([...new Set([...mine, ...theirs])].toSorted());
      const moved = [mine, theirs].find((order) => kept(order, base).join() !== base.join()) ?? base;
      expect(kept(merged, base)).toEqual(kept(moved, base));
    }
  });
});

it('follows any history of saves from stale bases: nothing unseen is overwritten, and nothing is lost', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const next = dice(seed);
    const roll = (below: number) => Math.floor(next() * below);
    let draft = {
      fields: fieldsWith('a', 'b', 'c'),
      changes: {} as Record<string, { revision: number; client: string }>,
    };
    let revision = 1;
    // What each tab saw last, of which revision.
    const seen = ['one', 'two', 'three'].map((client) => ({ client, revision, fields: draft.fields }));
    for (let step = 1; step <= 60; step++) {
      const tab = seen[roll(3)]!;
      const ids = tab.fields.blocks.map(({ id }) => id);
      const id = ids[roll(ids.length)];
      const act = roll(4);
      const parts: Record<string, unknown> = {};
      if (act === 0 || id === undefined) {
        parts[`block:s${step}`] = block(`s${step}`);
        parts['order'] = ids.toSpliced(roll(ids.length + 1), 0, `s${step}`);
      } else if (act === 1) parts[`block:${id}`] = null;
      else if (act === 2) parts[`block:${id}`] = block(id, `text ${step}`);
      else parts['order'] = [...ids.filter((one) => one !== id), id];
      const save = { baseRevision: tab.revision, client: tab.client, parts, orderFrom: ids };
      const merged = mergeSave(draft, save);
      const before = draft.fields;
      if (merged.conflicts === null) {
        const { fields, isOrderMerged } = merged;
        const after = changesAfter(draft, fields, { revision: revision + 1, client: tab.client }, isOrderMerged);
        if (after.changed) revision++;
        draft = { fields, changes: after.changes };
        // Every block but the one of this save stands as it was, once.
        const now = new Map(fields.blocks.map((one) => [one.id, JSON.stringify(one)]));
        const lost = before.blocks.filter(
          (one) => !(`block:${one.id}` in parts) && now.get(one.id) !== JSON.stringify(one),
        );
        expect(lost).toEqual([]);
        expect(new Set(fields.blocks.map((one) => one.id)).size).toBe(fields.blocks.length);
      } else {
        // What conflicts is what somebody else changed since.
        expect(merged.conflicts.every((part) => draft.changes[part]!.revision > tab.revision)).toBe(true);
        if (id !== undefined && act === 2) {
          const [was, is] = [tab.fields, before].map(({ blocks }) => blocks.find((one) => one.id === id));
          expect(was).not.toEqual(is);
        }
      }
      if (roll(2) === 0) {
        // The news of the reply are all that the tab lacked.
        const news = changedByOthers(draft, { baseRevision: tab.revision, client: tab.client });
        for (const one of draft.fields.blocks) {
          const known = tab.fields.blocks.find(({ id: of }) => of === one.id);
          if (draft.changes[`block:${one.id}`]?.client !== tab.client && JSON.stringify(known) !== JSON.stringify(one))
            expect(news[`block:${one.id}`]).toEqual(one);
        }
        Object.assign(tab, { revision, fields: draft.fields });
      }
    }
  }
});

it('remembers removals of two hundred blocks, and no more', () => {
  const ids = Array.from({ length: 190 }, (_, i) => `x${i}`);
  let draft = { fields: fieldsWith(...ids), changes: {} as Record<string, { revision: number; client: string }> };
  for (let revision = 2; revision <= 5; revision++) {
    const fields = revision % 2 === 0 ? fieldsWith() : fieldsWith(...ids.map((id) => `${id}-${revision}`));
    draft = { fields, changes: changesAfter(draft, fields, { revision, client: 'one' }, false).changes };
  }
  draft.changes = changesAfter(draft, fieldsWith(), { revision: 6, client: 'one' }, false).changes;
  const removed = Object.entries(draft.changes).filter(([part]) => part.startsWith('block:'));
  expect(removed).toHaveLength(200);
  expect(removed.filter(([, { revision }]) => revision === 6)).toHaveLength(190);
});

it('gives known blocks their ids again, and an article none', () => {
  let last = 0;
  const known = [block('a', '一'), block('b', '二'), block('c', '一')];
  const found = identified(
    withoutIds([block('x', '一'), block('y', '三'), block('z', '一')]),
    known,
    () => `new${++last}`,
  );
  expect(found.map(({ id }) => id)).toEqual(['a', 'new1', 'c']);
  expect(JSON.stringify(inputOf(fieldsWith('secret'), 1))).not.toMatch(/"id":"/);
});
