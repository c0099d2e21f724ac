import { memberNow } from '#app/components/frame/member-state.ts';
import { calls } from '#app/paths.ts';
import { call, CallRefused } from '#app/player/channel/channel-feed.ts';
import type { PlayerEvent } from '#app/player/player.machine.ts';
import { wantsSound, type PlayerErrorCode, type Session } from '#app/player/player.state.ts';
import { reportPositions, sequenceConflictOf } from '#app/player/replay/report-positions.ts';
import { watchHeard, type HeardMotion } from '#app/player/replay/heard-motion.ts';
import { createPositionLog, positionStorage, type PositionLog } from '#app/player/replay/position-log.ts';
import type { AskedOpening, Opening } from '#app/player/sources/source-kind.ts';
import type { OtherPlayback, Refused, Source } from '#app/player/sources/source.ts';
import type { PlayReplyWire } from '#domain/archive/archive.schema.ts';
import type { renewedReplySchema } from '#domain/playback/playback.schema.ts';
import { deviceName } from '#domain/security-events/user-agent.rules.ts';
import type { z } from 'zod';

/** What playback under a lease needs in addition to its stream: the lease, signed addresses, and positions. */
export interface LeaseController<S> {
  open: (source: S, asked: AskedOpening) => Promise<Opening>;
  follow: (session: Session | null, send: Send) => void;
}
type Send = (event: PlayerEvent) => void;
type Renewed = z.output<typeof renewedReplySchema>;

type Leased = Source & { takeOver: OtherPlayback | null };
/** Common part of the replies that start a playback. */
export interface LeasedReply extends Pick<PlayReplyWire, 'items' | 'lease' | 'stream_id' | 'start_ts'> {
  /** Stored in this browser: played without a lease, perhaps without network, and its positions are sent later. */
  stored?: { id: string; memberId: number };
}

/** State of the current playback. */
export interface Held<L, R> {
  source: L;
  reply: R;
  /** Null: public. */
  lease: { id: string; epoch: number } | null;
  grant: string;
  grantAtMs: number;
  isRemote: boolean;
  /** Its address is signed for a remote device. */
  isSignedRemote: boolean;
  isElsewhere: () => boolean;
  motion: HeardMotion;
  /** Whether the server has been told that playback moved. */
  hasBegun: boolean;
}

/** Differences between kinds of leased playback. `L`: a source completed by its call. */
export interface LeaseWays<S extends Leased, L extends S, R extends LeasedReply> {
  isOurs: (source: Source) => source is S;
  ask: (source: S, query: Record<string, string | number>, how: { swaps: boolean }) => Promise<R>;
  applyReply: (source: S, reply: R) => L;
  /** Completes the source and its start, at each opening. */
  begin: (mine: Held<L, R>, source: S, asked: AskedOpening) => { source: L; startAtMs?: number };
  addressOf: (mine: Held<L, R>, asked: AskedOpening) => string;
  /** Whether the held playback also serves another request. */
  isSame?: (held: L, asked: S) => boolean;
  /** Changes to the source after a renewal; null: none. */
  renewed?: (mine: Held<L, R>, reply: Renewed) => L | null;
  /** Whether the first motion is reported at once, because it starts a clock. */
  beginsWithMotion?: boolean;
  /** Every ten seconds during playback. */
  onTick?: (mine: Held<L, R>) => void;
  /** On every session change. `atMs`: the instant of its stream. */
  onFollow?: (mine: Held<L, R>, was: Session | null, is: Session, atMs: number | null, send: Send) => void;
}

/** Addresses are valid for five minutes and renewed after three. */
const SIGNED_ANEW_MS = 3 * 60_000;
const GRANT = /^((?:[a-z]+:\/\/[^/]+)?\/replay\/)([\w-]+)(?=\/)/;
/** Playback counts as begun after this much audio: less may be a seek. */
const MOVED_MS = 500;

/** Visitors without a member id have no positions. */
const NOBODY = 0;
const memberHere = (): number | undefined => memberNow()?.user?.user_id;

const grantIn = (path: string): string => GRANT.exec(path)?.[2] ?? '';
export const under = (address: string, grant: string): string =>
  address.replace(GRANT, (_, before: string) => before + grant);

export const post = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

export function createLeaseController<S extends Leased, L extends S, R extends LeasedReply>(
  ways: LeaseWays<S, L, R>,
  log: PositionLog = createPositionLog(positionStorage()),
): LeaseController<S> {
  type Mine = Held<L, R>;
  let held: Mine | null = null;
  let send: Send = () => undefined;
  let session: Session | null = null;
  let timer: ReturnType<typeof setInterval> | undefined;
  let renewing: Promise<void> | null = null;
  let mustRenew = false;

  const isMine = (mine: Mine) => session?.source.key === mine.source.key;
  /** The instant of its stream; null while unknown. */
  const heardAtMs = (mine: Mine): number | null => {
    if (session === null || !isMine(mine)) return null;
    if (session.timeline === 'live') return session.heardAtMs;
    return session.hasPosition ? Math.round(mine.reply.start_ts * 1000) + session.positionMs : null;
  };

  const note = (mine: Mine) => {
    const { stored } = mine.reply;
    const memberId = stored?.memberId ?? memberHere();
    const atMs = heardAtMs(mine);
    if (memberId === undefined || (mine.lease === null && !stored) || atMs === null) return;
    const { movedMs, heard } = mine.motion.take();
    if (heard.length > 0)
      log.note({ memberId, streamId: mine.reply.stream_id, atMs: Math.round(atMs), movedMs, heard });
  };

  const lose = (mine: Mine, code: PlayerErrorCode, refused: Refused | null, retry = false) => {
    if (held !== mine) return;
    held = null;
    if (isMine(mine)) send({ type: 'lost', code, retry, refused });
  };

  const takeRenewed = (mine: Mine, reply: Renewed, { asksRemote }: { asksRemote: boolean }) => {
    log.acknowledge(memberHere() ?? NOBODY, reply.acknowledged);
    if (mine.lease) mine.lease.epoch = reply.epoch;
    // A remote device keeps the address it was given; an address for this browser is useless to it.
    if (reply.grant !== null && mine.isRemote === asksRemote) {
      mine.grant = reply.grant;
      mine.grantAtMs = performance.now();
      mine.isSignedRemote = asksRemote;
      mustRenew = false;
    }
    const source = ways.renewed?.(mine, reply) ?? null;
    if (source === null) return;
    mine.source = source;
    if (isMine(mine)) send({ type: 'learnt', source, startAtMs: null });
  };

  const refuse = (mine: Mine, error: CallRefused) => {
    const { code } = error;
    const conflict = sequenceConflictOf(error);
    if (conflict) return log.renumber(conflict);
    const { why } = (error.detail ?? {}) as { why?: unknown };
    // Another playback began in this browser, in another tab or just now: if this one is still wanted, it restarts.
    if (code === '121003' && why === 'moved') return lose(mine, code, null, true);
    if (code === '121001' || code === '121003') return lose(mine, code, error);
    if (code === 10004 || code === 20003) return lose(mine, '121001', error);
    // The lease no longer belongs to this session: request a new one.
    if (code === 6) lose(mine, '120010', null, true);
  };

  const askAnew = async (mine: Mine) => {
    const reply = await ways.ask(mine.source, {}, { swaps: true });
    mine.grant = grantIn(reply.items[0]?.path ?? '');
    mine.grantAtMs = performance.now();
    mustRenew = false;
  };

  const renewOnce = async (mine: Mine) => {
    const { lease } = mine;
    try {
      if (lease === null) return await askAnew(mine);
      // Each remote grant ends the one before, so request one only if no remote grant is in use.
      const asksRemote = mine.isRemote && (mustRenew || !mine.isSignedRemote);
      const said = {
        lease_id: lease.id,
        epoch: lease.epoch,
        is_paused: !wantsSound(session),
        is_remote: asksRemote,
      };
      takeRenewed(
        mine,
        await call<Renewed>(calls.playbackLease(), post({ ...said, ...log.report(memberHere() ?? NOBODY) })),
        { asksRemote },
      );
    } catch (error) {
      // A failed request is retried in ten seconds; playback continues for minutes meanwhile.
      if (error instanceof CallRefused) refuse(mine, error);
    }
  };

  /** Serialised, so that positions are reported in order. */
  const renew = async (mine: Mine): Promise<void> => {
    renewing ??= renewOnce(mine).finally(() => (renewing = null));
    await renewing;
  };

  const tick = () => {
    if (held === null || !isMine(held) || !wantsSound(session)) return;
    const { stored } = held.reply;
    if (stored) {
      note(held);
      void reportPositions(stored.memberId, { log });
      return ways.onTick?.(held);
    }
    if (held.lease === null) return;
    note(held);
    void renew(held);
    ways.onTick?.(held);
  };

  const endLease = (leaseId: string) => {
    call(calls.playbackLease(leaseId), { keepalive: true, method: 'DELETE' }).catch(() => undefined);
  };

  /** Its player has moved on to another source, or is gone. */
  const leave = (mine: Mine, { ends }: { ends: boolean }) => {
    if (held === mine) held = null;
    const { lease, reply } = mine;
    if (reply.stored) void reportPositions(reply.stored.memberId, { log, isLeaving: true });
    if (lease === null || !ends) return;
    void reportPositions(memberHere() ?? NOBODY, { log, isLeaving: true });
    endLease(lease.id);
  };

  const signed = {
    present: async (address: string): Promise<string> => {
      const mine = held;
      if (mine === null) return address;
      const isOld = mine.lease !== null && !mine.isRemote && performance.now() - mine.grantAtMs > SIGNED_ANEW_MS;
      if (mustRenew || isOld) await renew(mine);
      return under(address, mine.grant);
    },
    refused: () => {
      mustRenew = true;
    },
  };

  /** A recently renewed lease can be reopened without a new call. */
  const holds = (source: S, { swaps }: AskedOpening): boolean =>
    held !== null &&
    held.source.key === source.key &&
    (ways.isSame?.(held.source, source) ?? true) &&
    source.takeOver === null &&
    // Public access is requested anew: the listener's rights may have grown.
    held.lease !== null &&
    swaps &&
    !held.isRemote &&
    !mustRenew &&
    performance.now() - held.grantAtMs < SIGNED_ANEW_MS;

  const ask = async (source: S, { swaps, isElsewhere }: AskedOpening): Promise<Mine> => {
    const { takeOver } = source;
    const query = {
      device_key: log.deviceKey,
      device_name: deviceName(navigator.userAgent),
      ...(takeOver && { take_over_lease: takeOver.leaseId, take_over_epoch: takeOver.epoch }),
    };
    const reply = await ways.ask(source, query, { swaps });
    // The source was left during the call.
    if (session?.source.key !== source.key) {
      if (reply.lease && !(session && ways.isOurs(session.source))) endLease(reply.lease.id);
      throw new Error('left');
    }
    mustRenew = false;
    const mine: Mine = {
      source: ways.applyReply(source, reply),
      reply,
      lease: reply.lease && { id: reply.lease.id, epoch: reply.lease.epoch },
      grant: grantIn(reply.items[0]?.path ?? ''),
      grantAtMs: performance.now(),
      isRemote: !swaps && reply.lease !== null,
      isSignedRemote: false,
      isElsewhere,
      motion: watchHeard(),
      hasBegun: false,
    };
    held = mine;
    clearInterval(timer);
    if (mine.lease || reply.stored) timer = setInterval(tick, (reply.lease?.renew_s ?? 10) * 1000);
    // Native playback continues with its first address: a durable one, valid until its lease ends.
    if (mine.isRemote) await renew(mine);
    return mine;
  };

  addEventListener('pagehide', () => {
    if (held === null) return;
    note(held);
    // Remote playback outlives the page: the remote device's requests keep the lease alive.
    if (held.isElsewhere()) void reportPositions(memberHere() ?? NOBODY, { log, isLeaving: true });
    else leave(held, { ends: true });
  });

  return {
    open: async (source, asked) => {
      const mine = held !== null && holds(source, asked) ? held : await ask(source, asked);
      const begun = ways.begin(mine, source, asked);
      mine.source = begun.source;
      return { address: ways.addressOf(mine, asked), signed, ...begun };
    },
    follow: (next, tell) => {
      const before = session;
      send = tell;
      if (held !== null && next?.source.key !== held.source.key) {
        // Note the position while it is still known.
        note(held);
        leave(held, { ends: next === null || !ways.isOurs(next.source) });
      }
      session = next;
      const mine = held;
      if (mine === null || next === null || !isMine(mine)) return;
      const sounds = next.phase === 'playing';
      mine.motion.look(sounds ? heardAtMs(mine) : null, next.speed);
      ways.onFollow?.(mine, before, next, heardAtMs(mine), send);
      if (mine.reply.stored && wantsSound(before) && !wantsSound(next)) {
        note(mine);
        void reportPositions(mine.reply.stored.memberId, { log });
      }
      if (mine.lease === null || before?.source.key !== mine.source.key) return;
      const begins = ways.beginsWithMotion === true && !mine.hasBegun && mine.motion.totalMs() >= MOVED_MS;
      if (begins) mine.hasBegun = true;
      if (!begins && wantsSound(before) === wantsSound(next)) return;
      note(mine);
      // A renewal in flight does not report the motion yet.
      if (begins && renewing !== null) void renewing.then(() => renew(mine));
      else void renew(mine);
    },
  };
}
