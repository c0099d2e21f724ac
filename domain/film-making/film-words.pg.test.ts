import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditOf } from '#domain/audit/audit.ts';
import { filmServices, lavfiFilm } from '#tests/factories/media/films.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { addFilm, removeFilm, setCaptions, setChapters } from './film-making.ts';

const HAND = { who: 'chan', why: 'a test' };
const now = new Date('2026-11-21T14:00:00+08:00');

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'film-words-'));
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

it('refuses words and chapters with the line, beyond the end, and of no language, and records only what was done', async () => {
  const file = join(folder, 'refused-words.mp4');
  lavfiFilm(file, { size: '320x180', args: ['-metadata', 'title=refused'] });
  const services = filmServices(database.db, join(folder, 'films'));
  const { jobId } = await addFilm(services, HAND, { file, fileName: 'refused-words.mp4', name: null }, { now });
  const set = (lang: string, vtt: string) =>
    setCaptions(services, HAND, { jobId, lang, label: null, text: vtt }, { now });
  await expect(set('zh-HK', 'WEBVTT\n\nx')).rejects.toThrow(/line 3/);
  await expect(set('zh-HK', 'WEBVTT\n\n00:13.000 --> 00:14.000\nx\n')).rejects.toThrow(/cue 1 begins after/);
  const words = 'WEBVTT\n\n00:01.000 --> 00:02.000\na\n';
  await expect(set('../zh', words)).rejects.toThrow(/language tag/);
  const twice = `${words}\n00:01.000 --> 00:03.000\nb\n`;
  await expect(setChapters(services, HAND, { jobId, text: twice }, { now })).rejects.toThrow(/chapter 2/);
  await expect(setChapters(services, HAND, { jobId: 999_999, text: words }, { now })).rejects.toMatchObject({
    errorName: 'dataNotFound',
  });
  expect(await set('zh-HK', words)).toBe(1);
  await removeFilm(services, HAND, jobId, { shownBy: async () => null, now });
  expect((await auditOf(database.db, ['film', jobId])).map(({ who, action }) => `${who} ${action}`)).toEqual([
    'chan films.add',
    'chan films.set-captions',
    'chan films.remove',
  ]);
});
