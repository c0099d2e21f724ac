import type { Db } from '#db/database.ts';
import { isRecordingPaused } from '#domain/playback/playback.ts';
import { listProgramsOf } from '#domain/programs/programs.ts';
import { MAX_HEARD, MAX_KEPT } from '#domain/songs/member-songs.rules.ts';
import { listMemberSongs } from '#domain/songs/member-songs.ts';
import type { MemberActor } from '#shared/actor.ts';
import { instantHk, unixSeconds } from '#shared/hk-time.ts';
import { contentPaths } from '#shared/paths/content-paths.ts';
import { BREAK } from '#shared/text/break-mark.ts';
import type { YearWire } from './my-year.schema.ts';
import { findHeardTimes, findMinutes, findYears } from './my-year.store.ts';

/**
 * What a member heard in a year of Hong Kong, of which the browser makes its figures. Only what was recorded for the
 * member's own lists: nothing while recording was paused.
 */
export async function getYear({ db, now }: { db: Db; now: Date }, actor: MemberActor, year: number): Promise<YearWire> {
  const { memberId } = actor;
  const span = { from: instantHk(`${year}-01-01`, 0), to: instantHk(`${year + 1}-01-01`, 0) };
  const [years, isPaused, minutes, heard, { songs }] = await Promise.all([
    findYears(db, memberId),
    isRecordingPaused(db, memberId),
    findMinutes(db, memberId, { from: `${year}-01-01`, to: `${year}-12-31` }),
    findHeardTimes(db, memberId, span),
    listMemberSongs({ db }, actor, { limit: MAX_HEARD + MAX_KEPT, offset: 0 }),
  ]);
  const ids = new Set([...minutes, ...heard].map(({ programId }) => programId));
  const programs = await listProgramsOf({ db, now }, [...ids]);
  return {
    year,
    years,
    is_paused: isPaused,
    minutes: minutes.map(({ day, programId, seconds }) => ({ day, program_id: programId, seconds })),
    heard: heard.map(({ programId, heardAt }) => ({ program_id: programId, heard_ts: unixSeconds(heardAt) })),
    songs: songs
      .filter(({ at }) => at >= span.from && at < span.to)
      .map(({ songId, title, artist, at }) => ({ song_id: songId, title, artist, heard_ts: unixSeconds(at) })),
    programs: programs.map(({ id, title, slug, hosts }) => ({
      id,
      title: title.replaceAll(BREAK, ''),
      path: contentPaths.program(id, slug),
      hosts: hosts.map(({ name }) => name),
    })),
  };
}
