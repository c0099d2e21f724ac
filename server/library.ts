import type { Config } from '#server/config.ts';
import { archiveSettingsOf } from '#server/archive.ts';
import type { Db } from '#db/database.ts';
import { createListedArchive } from '#domain/archive/listed-sections.ts';
import type { LibraryServices } from '#domain/library/library.ts';
import { recordPlaces } from '#domain/playback/playback.ts';

/** How often a player reports its place by `updatesectionplayback`: so much was heard when it does. */
const REPORTED_EACH_MS = 60_000;

/** Such a report carries no number of its own: its session is the device, and time counts. */
const keepPlace: LibraryServices['keepPlace'] = async (db, { memberId, sessionId, deviceName, streamId, at }, now) => {
  const device = { key: `session-${sessionId}`, name: deviceName };
  const sequence = now.getTime();
  const event = { sequence, streamId, at, ageMs: 0, clockAt: now, movedMs: REPORTED_EACH_MS, heard: [] };
  await recordPlaces(db, memberId, device, [event], now, now);
};

/** What the lists of members are made of: the archive, the places of players, and how many bookmarks the station lets them have. */
export const createLibraryServices = (config: Config, db: Db): LibraryServices => ({
  db,
  archive: createListedArchive(archiveSettingsOf(config)),
  keepPlace,
  bookmarksAtMost: config.LIBRARY_BOOKMARKS,
});
