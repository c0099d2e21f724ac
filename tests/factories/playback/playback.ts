import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import type { Db } from '#db/database.ts';
import { mediaStreams } from '#db/tables/media.ts';
import { heardSpans, playbackPositionEvents, playbackLeases, recordingPauses } from '#db/tables/playback.ts';
import { members } from '#db/tables/members.ts';
import { openSession } from '#domain/auth/sessions.ts';
import { createReports, type GrantKeys, type PlaybackServices } from '#domain/playback/playback.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';

/** The streams of the three channels. */
export async function insertStreams(db: Db): Promise<void> {
  const streams = [881, 903, 864].map((id) => ({ id, kind: 'channel' as const, name: String(id) }));
  await db.insert(mediaStreams).values(streams).onConflictDoNothing();
}

/** Deletes members and their listening data. */
export async function emptyPlayback(db: Db): Promise<void> {
  for (const table of [playbackLeases, playbackPositionEvents, heardSpans, recordingPauses, members])
    await db.delete(table);
}

/** A row in every table about listening for a member. */
export async function insertListening(db: Db, { memberId, sessionId }: Listener, now: Date): Promise<void> {
  await insertStreams(db);
  const span = { streamId: 881, startsAt: new Date(now.getTime() - 7_200_000), endsAt: now };
  const device = { deviceKey: 'phone-phone', deviceName: 'a phone' };
  const times = { startedAt: now, renewedAt: now, endedAt: now, endedWhy: 'taken_over' as const };
  await db.insert(playbackLeases).values({ id: randomUUID(), memberId, sessionId, ...device, ...span, ...times });
  const event = { sequence: 1, streamId: 881, at: now, heardAt: now, movedMs: 10_000, receivedAt: now };
  await db.insert(playbackPositionEvents).values({ memberId, ...device, ...event });
  await db.insert(heardSpans).values({ memberId, streamId: 881, dayHk: '2026-11-21', spans: '{}' });
  await db.insert(recordingPauses).values({ memberId, spans: '{}' });
}

export interface Listener {
  memberId: number;
  sessionId: number;
}

/** A member with a session. */
export async function insertListener(db: Db, email: string, now: Date): Promise<Listener> {
  return anotherSession(db, await insertMember(db, email), now);
}

export async function anotherSession(db: Db, memberId: number, now: Date): Promise<Listener> {
  const by = { memberId, rememberMe: true, userAgent: '', remoteIp: '203.0.113.9', now };
  const { sessionId } = await openSession({ db }, by);
  return { memberId, sessionId };
}

/** A permanent signing key. */
function grantKeysForTests(): GrantKeys {
  const key = { id: 1, secret: createSecretKey(randomBytes(32)), createdAtMs: 0, retiresAtMs: Infinity };
  return { signing: key, byId: new Map([[key.id, key]]) };
}

/** Dependencies of playback: two devices at once, no rate limit, and replays that do not change. */
export function playbackServicesOf(db: Db, over: Partial<PlaybackServices> = {}): PlaybackServices {
  const keys = grantKeysForTests();
  return {
    db,
    reports: createReports(db),
    keys: () => keys,
    maxDevices: 2,
    sharedOf: () => Promise.resolve(null),
    takeTurn: () => 0,
    needsPlan: async () => true,
    replayNow: async (_actor, span, now) => ({ ...span, isOpen: span.endsAt > now }),
    ...over,
  };
}
