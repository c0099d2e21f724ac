import type { Db, Tx } from '#db/database.ts';
import { mediaStreams } from '#db/tables/media.ts';
import type { CutContext } from '#domain/archive/cutting/archive-cut.ts';
import type { PlayServices, SpanGrant } from '#domain/archive/playing/archive-play.ts';
import { ownedBroadcasts } from '#server/services/playing/archive.ts';
import { DomainError } from '#shared/domain-error.ts';
import { CHANNEL_IDS } from '#shared/enums.ts';

/** The streams of the channels. */
export async function insertStreams(db: Db): Promise<void> {
  await db
    .insert(mediaStreams)
    .values(CHANNEL_IDS.map((id) => ({ id, kind: 'channel' as const, name: String(id) })))
    .onConflictDoNothing();
}

/** In-memory double of retained sound: expiry by stream and reason. */
export function createKeptSound() {
  const kept = new Map<string, { startsAt: Date; endsAt: Date; keptUntil: Date | null }>();
  const withdrawn: { streamId: number; startsAt: Date; endsAt: Date }[] = [];
  const sound = {
    async withdrawLeases(_tx: Tx, span: { streamId: number; startsAt: Date; endsAt: Date }) {
      withdrawn.push(span);
    },
    async tellRemovals() {},
    async keepSound(
      _tx: Tx,
      {
        streamId,
        why,
        ...span
      }: { streamId: number; why: string; startsAt: Date; endsAt: Date; keptUntil: Date | null },
    ) {
      kept.set(`${streamId} ${why}`, span);
    },
    async releaseSound(_tx: Tx, { streamId, why }: { streamId: number; why: string }) {
      kept.delete(`${streamId} ${why}`);
    },
    async tapeSpan() {
      return null;
    },
  };
  return { kept, withdrawn, sound };
}

export const cutAt = (now: Date, sound = createKeptSound().sound): CutContext => ({
  sound,
  settings: { freeMinutes: 0, replayDays: 365 },
  now,
});

const isWithin = (at: Date, { from, to }: { from: Date; to: Date }) => at >= from && at < to;

/** In-memory doubles of sound and devices: all sound exists unless a test removes it, and each grant is plain text. */
export function createPlayDoubles() {
  const state = {
    gaps: [] as { from: Date; to: Date }[],
    removals: [] as { startsAt: Date; endsAt: Date }[],
    playing: 0,
    grants: [] as SpanGrant[],
    /** Positions of the current member, newest first. */
    positions: [] as { streamId: number; at: Date }[],
    /** Heard spans of the current member, for any stream. */
    heard: [] as { from: Date; to: Date }[],
    isPaused: false,
  };
  const services = (db: Db): PlayServices => ({
    db,
    settings: { freeMinutes: 5, replayDays: 365 },
    maxDevices: 2,
    ownedBroadcasts,
    async soundBetween(_db, _streamId, from, to) {
      return state.gaps.some((gap) => gap.from <= from && gap.to >= to) ? [] : [{ from, to }];
    },
    renditionsOf: async () => ['a64', 'a128'],
    removalsBetween: async () => state.removals.map((removal) => ({ ...removal, why: 'rights' as const })),
    heardIn: async () => state.heard,
    isRecordingPaused: async () => state.isPaused,
    signGrant(grant) {
      state.grants.push(grant);
      return `grant-${state.grants.length}`;
    },
    async startLease(_db, { maxDevices }) {
      if (state.playing >= maxDevices) throw new DomainError('tooManyDevices', { playing: [] });
      state.playing += 1;
      return { lease: { id: '00000000-0000-4000-8000-000000000001', epoch: 1 }, playing: state.playing };
    },
    async positionIn(_db, _memberId, _streamId, from) {
      return { at: from, heardAt: from, deviceName: 'Chrome', other: null };
    },
    positionsOf: async (_db, _memberId, spans) =>
      spans.map((span) => {
        const at = state.positions.find(
          (position) => position.streamId === span.streamId && isWithin(position.at, span),
        )?.at;
        return at === undefined ? null : { at, heardAt: at, deviceName: 'Chrome', other: null };
      }),
    recentPositions: async (_db, _memberId, limit) =>
      state.positions.slice(0, limit).map((position) => ({ ...position, heardAt: position.at, deviceName: 'Chrome' })),
  });
  return { state, services };
}
