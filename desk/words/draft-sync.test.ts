import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { emptyFields } from '#domain/drafts/drafts.rules.ts';
import { CallError } from '../call.ts';
import type { ChangedFields, DraftField, Saved } from './article-types.ts';
import { DraftSync } from './draft-sync.ts';
import type { LocalCopy } from './local-copies.ts';

// A server of one draft, as domain/drafts decides, and a browser that keeps copies.

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function serverOf() {
  const fields: Record<string, unknown> = { ...emptyFields(301) };
  const changes = new Map<string, { revision: number; client: string }>();
  let revision = 1;
  const server = {
    fields,
    isAway: false,
    losesReply: false,
    async save(body: { base_revision: number; client: string; fields: ChangedFields }): Promise<Saved> {
      if (server.isAway) throw new CallError(0, null, null);
      const isTheirs = (field: string) => {
        const last = changes.get(field);
        return last !== undefined && last.revision > body.base_revision && last.client !== body.client;
      };
      const differing = (Object.keys(body.fields) as DraftField[]).filter((f) => fields[f] !== body.fields[f]);
      const conflicts = differing.filter(isTheirs);
      if (conflicts.length > 0)
        throw new CallError(409, 1, {
          revision,
          conflicts: conflicts.map((field) => ({ field, theirs: fields[field], by: '葉', at_ts: 1 })),
        });
      if (differing.length > 0) revision++;
      for (const field of differing) {
        fields[field] = body.fields[field];
        changes.set(field, { revision, client: body.client });
      }
      if (server.losesReply) throw new CallError(0, null, null);
      const news = Object.fromEntries([...changes.keys()].filter(isTheirs).map((field) => [field, fields[field]]));
      return { revision, fields: news as ChangedFields, faults: [] };
    },
  };
  return server;
}

function tabOf(server: ReturnType<typeof serverOf>, client: string) {
  const kept = new Map<string, LocalCopy>();
  const sync = new DraftSync({ draft_id: 1, fields: emptyFields(301), revision: 1, faults: [] }, client, {
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

const settle = () => vi.advanceTimersByTimeAsync(20_000);

it('saves a second after the last key and says so', async () => {
  const server = serverOf();
  const { sync } = tabOf(server, 'tab');
  sync.edit({ title: '一' });
  await vi.advanceTimersByTimeAsync(900);
  sync.edit({ title: '一二' });
  await vi.advanceTimersByTimeAsync(900);
  expect([server.fields['title'], sync.snapshot.state]).toEqual(['', 'waiting']);
  await vi.advanceTimersByTimeAsync(200);
  expect([server.fields['title'], sync.snapshot.state, sync.snapshot.revision]).toEqual(['一二', 'saved', 2]);
});

it('keeps a local copy until it is acknowledged, and sends it when the network is back', async () => {
  const server = serverOf();
  const { sync, kept } = tabOf(server, 'tab');
  server.isAway = true;
  sync.edit({ title: '離線' });
  await vi.advanceTimersByTimeAsync(1_500);
  expect(sync.snapshot.state).toBe('offline');
  expect(kept.get('tab')?.fields).toEqual({ title: '離線' });
  server.isAway = false;
  await settle();
  expect([server.fields['title'], sync.snapshot.state, kept.size]).toEqual(['離線', 'saved', 0]);
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
  expect([server.fields['title'], next.sync.snapshot.conflicts]).toEqual(['一二', {}]);
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
  expect([server.fields['title'], mine.snapshot.conflicts, mine.snapshot.state]).toEqual(['夾埋', {}, 'saved']);
  theirs.edit({ title: '又改' });
  await settle();
  theirs.resolve('title', { theirs: true });
  await settle();
  expect([server.fields['title'], theirs.snapshot.fields.title, theirs.snapshot.state]).toEqual([
    '夾埋',
    '夾埋',
    'saved',
  ]);
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
  expect(server.fields['title']).toBe('佢嘅');
  expect(mine.snapshot.conflicts).toMatchObject({ title: { theirs: '佢嘅' } });
});

it('stops at a discarded draft and keeps the copy', async () => {
  const server = serverOf();
  const { sync, kept } = tabOf(server, 'tab');
  server.save = () => Promise.reject(new CallError(404, 6, null));
  sync.edit({ title: '一' });
  await settle();
  expect(sync.snapshot.state).toBe('gone');
  expect(kept.get('tab')?.fields).toEqual({ title: '一' });
});
