import { dateTimeHk, dayHkOf, unixSeconds } from '#shared/hk-time.ts';
import { wireImage } from '#shared/media/wire-image.ts';
import type { CueWire } from './cue-search.schema.ts';
import type { FoundMoment } from './cue-search.ts';

export const presentMoment = (moment: FoundMoment): CueWire => ({
  kind: moment.kind,
  words: moment.words,
  words_parts: moment.parts,
  start_ts: unixSeconds(moment.startsAt),
  play_ts: moment.playAtMs / 1000,
  broadcast_day: moment.dayHk,
  display_date: dayHkOf(moment.startsAt),
  display_time: dateTimeHk(moment.startsAt).slice(11),
  item_id: moment.sectionId,
  section_no: moment.sectionNo,
  section_title: moment.sectionTitle,
  program_archive_id: moment.archiveId,
  program_id: moment.programId,
  program_name: moment.programName,
  stream_id: moment.streamId,
  is_free: moment.isFree,
  keyart_url: wireImage(moment.keyart),
  url: moment.path,
});
