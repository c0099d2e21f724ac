// Imports films in a loop, in a separate process that tests kill. Uses DATABASE_URL, FOLDER and NOW (Unix ms).
import { join } from 'node:path';
import { openDatabase } from '#db/database.ts';
import { importFilm } from '#domain/media/films.ts';
import { keepSound } from '#domain/media/kept-sound.ts';
import { diskStorage } from '#server/outside/disk/segment-storage.ts';
import { filmTracks, KILLED_FILM, WORDS } from '#tests/factories/media/film.ts';

const { DATABASE_URL: url = '', FOLDER: folder = '', NOW: now = '' } = process.env;
const { db } = openDatabase(url);
const storage = diskStorage(join(folder, 'media'));
/** Says when a file was stored: a process killed before the first has nothing to lose. */
const reported: typeof storage = {
  ...storage,
  put: async (key, bytes) => {
    await storage.put(key, bytes);
    process.stdout.write('stored\n');
  },
};
const deps = { db, storage: reported, now: new Date(Number(now)) };
for (;;) {
  const tracks = filmTracks(KILLED_FILM.renditions, KILLED_FILM.count);
  const captions = [{ language: 'zh-HK', label: '中文', text: WORDS }];
  await importFilm(deps, { name: 'to be killed', captions }, tracks, (tx, { streamId, from, to }) =>
    keepSound(tx, { streamId, startsAt: from, endsAt: to, keptUntil: null, why: 'videos/1' }),
  );
  process.stdout.write('.');
}
