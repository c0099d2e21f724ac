import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tx } from '#db/database.ts';
import { auditOf } from '#domain/audit/audit.ts';
import { filmServices, lavfiFilm } from '#tests/factories/media/films.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { addFilm, removeFilm, setCaptions, setChapters } from './film-making.ts';

const HAND = { who: 'chan', why: 'a test' };
const now = new Date('2026-11-21T14:00:00+08:00');

const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => database.db.transaction(work);
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
    inTx((tx) =>
      setCaptions(tx, { ...services, now, isPreview: false }, HAND, { jobId, lang, label: null, text: vtt }),
    );
  const chapter = (of: number, vtt: string) => inTx((tx) => setChapters(tx, { now }, HAND, { jobId: of, text: vtt }));
  await expect(set('zh-HK', 'WEBVTT\n\nx')).rejects.toThrow(/line 3/);
  await expect(set('zh-HK', 'WEBVTT\n\n00:13.000 --> 00:14.000\nx\n')).rejects.toThrow(/cue 1 begins after/);
  const words = 'WEBVTT\n\n00:01.000 --> 00:02.000\na\n';
  await expect(set('../zh', words)).rejects.toThrow(/language tag/);
  const twice = `${words}\n00:01.000 --> 00:03.000\nb\n`;
  await expect(chapter(jobId, twice)).rejects.toThrow(/chapter 2/);
  await expect(chapter(999_999, words)).rejects.toMatchObject({
    errorName: 'dataNotFound',
  });
  expect(await set('zh-HK', words)).toBe(1);
  await inTx((tx) => removeFilm(tx, { shownBy: async () => null, now }, HAND, jobId));
  expect((await auditOf(database.db, ['film', jobId])).map(({ who, action }) => `${who} ${action}`)).toEqual([
    'chan films.add',
    'chan films.captions',
    'chan films.remove',
  ]);
});
