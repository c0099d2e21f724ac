import { takeMarks } from '#domain/songs/songs.ts';
import { soundsBetween } from '#sandbox/stations/hour-schedule.ts';
import { airDelaysOf } from '#server/services/playing/archive.ts';
import type { Runtime } from '#server/runtime.ts';
import { CHANNEL_IDS } from '#shared/enums.ts';

/** How far back the demo's automation has reported marks: a day of them is before the station day, for the endless list. */
const TOLD_MS = 48 * 3_600_000;

/**
 * Adds marks for the time the demo was not running, as its automation would have reported them. Existing marks are
 * unchanged.
 */
export async function rememberSounds({ config, database: { db }, clock }: Runtime): Promise<void> {
  const nowMs = clock().getTime();
  const delays = airDelaysOf(config);
  for (const channelId of CHANNEL_IDS) {
    const over = soundsBetween(channelId, nowMs - TOLD_MS, nowMs).filter(({ endsAtMs }) => endsAtMs <= nowMs);
    const marks = over.map(({ id, startsAtMs, endsAtMs, ...sound }) => ({
      ...sound,
      reportId: `sound/${id}`,
      revision: 2,
      startsAt: new Date(startsAtMs + delays[channelId]),
      endsAt: new Date(endsAtMs + delays[channelId]),
      programId: null,
      isWithdrawn: false,
    }));
    await db.transaction((tx) => takeMarks(tx, channelId, marks));
  }
}
