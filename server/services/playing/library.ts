import type { Config } from '#server/config.ts';
import { archiveSettingsOf } from '#server/services/playing/archive.ts';
import type { Db } from '#db/database.ts';
import { createListedArchive } from '#domain/archive/listed-sections.ts';
import type { LibraryServices } from '#domain/library/library.ts';
import { recordPositions } from '#domain/playback/playback.ts';

/** Reporting interval of `updatesectionplayback`, and so the time heard per report. */
const REPORTED_EACH_MS = 60_000;

/** These reports have no sequence number: the session serves as device and the time as sequence. */
const recordPlaybackPosition: LibraryServices['recordPlaybackPosition'] = async (
  db,
  { memberId, sessionId, deviceName, streamId, at },
  now,
) => {
  const device = { key: `session-${sessionId}`, name: deviceName };
  const sequence = now.getTime();
  const event = { sequence, streamId, at, ageMs: 0, clockAt: now, movedMs: REPORTED_EACH_MS, heard: [] };
  await recordPositions(db, memberId, device, [event], now, now);
};

/** Dependencies of member lists: the archive, playback positions, and the maximum number of bookmarks. */
export const createLibraryServices = (config: Config, db: Db): LibraryServices => ({
  db,
  archive: createListedArchive(archiveSettingsOf(config)),
  recordPlaybackPosition,
  bookmarksAtMost: config.LIBRARY_BOOKMARKS,
});
