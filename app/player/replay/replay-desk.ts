import { memberNow } from '#app/components/frame/member-state.ts';
import { calls } from '#app/paths.ts';
import { call, CallRefused } from '#app/player/channel/channel-feed.ts';
import type { PlayerEvent } from '#app/player/player.machine.ts';
import { wantsSound, type PlayerErrorCode, type Session } from '#app/player/player.state.ts';
import { isReplay, type ReplaySource, type ReplayTold } from '#app/player/sources/replay.ts';
import type { AskedOpening, Opening } from '#app/player/sources/source-kinds.ts';
import type { Refused } from '#app/player/sources/source.ts';
import type { PlayReplyWire } from '#domain/archive/archive.schema.ts';
import type { renewedReplySchema } from '#domain/playback/playback.schema.ts';
import { deviceName } from '#domain/security-events/user-agent.rules.ts';
import type { z } from 'zod';
import { handInPlaces, takenNumber } from './hand-in-places.ts';
import { PLACE_MS, watchHeard, type HeardMotion } from './heard-motion.ts';
import { afterStretch, placeIn, stretchesIn } from './only-unheard.ts';
import { createPlaceLog, type PlaceLog } from './place-log.ts';
import { beginningOf, learnReplay } from './replay-told.ts';

/** What a replay needs beside sound: the lease it plays under, addresses signed for the moment, and places. */
export interface ReplayDesk {
  open: (source: ReplaySource, asked: AskedOpening) => Promise<Opening>;
  follow: (session: Session | null, send: Send) => void;
}
type Send = (event: PlayerEvent) => void;
type Renewed = z.output<typeof renewedReplySchema>;

/** What is held for the section that plays. */
interface Held {
  source: ReplaySource & { told: ReplayTold };
  reply: PlayReplyWire;
  /** Null: a free beginning, which is everybody's. */
  lease: { id: string; epoch: number } | null;
  grant: string;
  grantAtMs: number;
  isRemote: boolean;
  isElsewhere: () => boolean;
  motion: HeardMotion;
  isInHistory: boolean;
}

/** Addresses hold for five minutes and are signed anew at three. */
const SIGNED_ANEW_MS = 3 * 60_000;
const GRANT = /^((?:[a-z]+:\/\/[^/]+)?\/replay\/)([\w-]+)(?=\/)/;
/** A media playlist, and the two it is one of. */
const OF_ONE = /\/\w+\/(\d+)-(\d+)\.m3u8$/;
const QUALITY_IDS = { hd: 11, sd: 12 } as const;

/** Who has no number has no places. */
const NOBODY = 0;
const memberHere = (): number | undefined => memberNow()?.user?.user_id;

const grantIn = (path: string): string => GRANT.exec(path)?.[2] ?? '';
const under = (address: string, grant: string): string => address.replace(GRANT, (_, before: string) => before + grant);

const post = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

function storageHere(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** The playlist of a quality: the one that has both where the player may choose by its line. */
function addressOf({ reply, grant, source: { quality } }: Held, { swaps }: AskedOpening): string {
  const wanted = QUALITY_IDS[quality === 'sd' ? 'sd' : 'hd'];
  const [first] = reply.items;
  const item = reply.items.find((one) => one.default_encode_profile_output_id === wanted) ?? first;
  if (item === undefined) throw new Error('no address');
  const path = quality === 'auto' && swaps ? item.path.replace(OF_ONE, '/audio.m3u8?from=$1&to=$2') : item.path;
  return under(path, grant);
}

export function createReplayDesk(log: PlaceLog = createPlaceLog(storageHere())): ReplayDesk {
  let held: Held | null = null;
  let send: Send = () => undefined;
  let session: Session | null = null;
  let timer: ReturnType<typeof setInterval> | undefined;
  let renewing: Promise<void> | null = null;
  let mustRenew = false;

  const isMine = (mine: Held) => session?.source.key === mine.source.key;
  const heardAtMs = (mine: Held): number | null =>
    session?.timeline === 'vod' && isMine(mine) && session.isPlaced
      ? mine.source.told.startsAtMs + session.positionMs
      : null;

  const note = (mine: Held) => {
    const memberId = memberHere();
    const atMs = heardAtMs(mine);
    if (memberId === undefined || mine.lease === null || atMs === null) return;
    const { movedMs, heard } = mine.motion.take();
    if (heard.length > 0)
      log.note({ memberId, streamId: mine.source.told.streamId, atMs: Math.round(atMs), movedMs, heard });
  };

  const lose = (mine: Held, code: PlayerErrorCode, refused: Refused | null, retry = false) => {
    if (held !== mine) return;
    held = null;
    if (isMine(mine)) send({ type: 'lost', code, retry, refused });
  };

  const takeRenewed = (mine: Held, reply: Renewed) => {
    log.acknowledge(memberHere() ?? NOBODY, reply.acknowledged);
    if (mine.lease) mine.lease.epoch = reply.epoch;
    if (reply.grant !== null) {
      mine.grant = reply.grant;
      mine.grantAtMs = performance.now();
      mustRenew = false;
    }
    const endsAtMs = Math.round(reply.end_ts * 1000);
    const { source } = mine;
    if (endsAtMs === source.told.endsAtMs && source.isWhole === !reply.is_open) return;
    const told = { ...source.told, endsAtMs };
    mine.source = { ...source, told, isWhole: !reply.is_open, durationMs: endsAtMs - told.startsAtMs };
    if (isMine(mine)) send({ type: 'learnt', source: mine.source, startAtMs: null });
  };

  const refuse = (mine: Held, error: CallRefused) => {
    const { code } = error;
    const taken = takenNumber(error);
    if (taken) return log.renumber(taken);
    const { why } = (error.detail ?? {}) as { why?: unknown };
    // Something else began in this browser, in another tab or just now: where this is still wanted, it begins anew.
    if (code === '121003' && why === 'moved') return lose(mine, code, null, true);
    if (code === '121001' || code === '121003') return lose(mine, code, error);
    if (code === 10004 || code === 20003) return lose(mine, '121001', error);
    // It is nobody's of this session any more: a new one is asked for.
    if (code === 6) lose(mine, '120010', null, true);
  };

  const askAnew = async (mine: Held) => {
    const reply = await call<PlayReplyWire>(calls.playback(mine.source.sectionId));
    mine.grant = grantIn(reply.items[0]?.path ?? '');
    mine.grantAtMs = performance.now();
    mustRenew = false;
  };

  const renewOnce = async (mine: Held) => {
    const { lease } = mine;
    try {
      if (lease === null) return await askAnew(mine);
      const said = {
        lease_id: lease.id,
        epoch: lease.epoch,
        is_paused: !wantsSound(session),
        is_remote: mine.isRemote,
      };
      takeRenewed(
        mine,
        await call<Renewed>(calls.playbackLease(), post({ ...said, ...log.report(memberHere() ?? NOBODY) })),
      );
    } catch (error) {
      // What did not come is asked for again in ten seconds, and sound goes on for minutes meanwhile.
      if (error instanceof CallRefused) refuse(mine, error);
    }
  };

  /** One at a time: places are told in their order. */
  const renew = async (mine: Held): Promise<void> => {
    renewing ??= renewOnce(mine).finally(() => (renewing = null));
    await renewing;
  };

  const tick = () => {
    if (held === null || held.lease === null || !isMine(held) || !wantsSound(session)) return;
    note(held);
    void renew(held);
    remember(held);
  };

  /** What was heard for as long as a place takes is in the member's history. */
  const remember = (mine: Held) => {
    if (mine.isInHistory || mine.motion.totalMs() < PLACE_MS) return;
    mine.isInHistory = true;
    const body = { program_archive_section_id: mine.source.sectionId };
    call(calls.replayHistory(), post(body)).catch(() => undefined);
  };

  const endLease = (leaseId: string) => {
    call(calls.playbackLease(leaseId), { keepalive: true, method: 'DELETE' }).catch(() => undefined);
  };

  /** Its player has gone on to something else, or is gone itself. */
  const leave = (mine: Held, { ends }: { ends: boolean }) => {
    if (held === mine) held = null;
    const { lease } = mine;
    if (lease === null || !ends) return;
    void handInPlaces(memberHere() ?? NOBODY, { log, isLeaving: true });
    endLease(lease.id);
  };

  /** Where only some stretches are played: goes from the end of one to the next. */
  const passOver = (mine: Held, before: Session | null) => {
    const { only, told } = mine.source;
    const nowMs = heardAtMs(mine);
    const isSame = before?.timeline === 'vod' && before.source.key === mine.source.key && before.isPlaced;
    if (only === null || nowMs === null || !isSame || session?.phase !== 'playing') return;
    const within = stretchesIn(only, told.startsAtMs, told.endsAtMs);
    const toMs = afterStretch(within, told.startsAtMs + before.positionMs, nowMs);
    if (toMs === 'end') send({ type: 'ended' });
    else if (toMs !== null) send({ type: 'seek', toMs: toMs - told.startsAtMs });
  };

  const signed = {
    present: async (address: string): Promise<string> => {
      const mine = held;
      if (mine === null) return address;
      const isOld = mine.lease !== null && performance.now() - mine.grantAtMs > SIGNED_ANEW_MS;
      if (mustRenew || isOld) await renew(mine);
      return under(address, mine.grant);
    },
    refused: () => {
      mustRenew = true;
    },
  };

  /** A lease that was said to go on a moment ago needs no other to be opened again. */
  const holds = (source: ReplaySource, { swaps }: AskedOpening): boolean =>
    held !== null &&
    held.source.key === source.key &&
    held.source.only === source.only &&
    source.takeOver === null &&
    // A free beginning is asked for anew: more may be heard by now.
    held.lease !== null &&
    swaps &&
    !held.isRemote &&
    !mustRenew &&
    performance.now() - held.grantAtMs < SIGNED_ANEW_MS;

  const ask = async (source: ReplaySource, { swaps, isElsewhere }: AskedOpening): Promise<Held> => {
    const { takeOver } = source;
    const query = {
      device_key: log.deviceKey,
      device_name: deviceName(navigator.userAgent),
      ...(takeOver && { take_over_lease: takeOver.leaseId, take_over_epoch: takeOver.epoch }),
    };
    const reply = await call<PlayReplyWire>(calls.playback(source.sectionId, query));
    // It was left while its call was on the way.
    if (session?.source.key !== source.key) {
      if (reply.lease && !(session && isReplay(session.source))) endLease(reply.lease.id);
      throw new Error('left');
    }
    mustRenew = false;
    const mine: Held = {
      source: learnReplay(source, reply),
      reply,
      lease: reply.lease && { id: reply.lease.id, epoch: reply.lease.epoch },
      grant: grantIn(reply.items[0]?.path ?? ''),
      grantAtMs: performance.now(),
      isRemote: !swaps && reply.lease !== null,
      isElsewhere,
      motion: watchHeard(),
      isInHistory: false,
    };
    held = mine;
    clearInterval(timer);
    if (mine.lease) timer = setInterval(tick, (reply.lease?.renew_s ?? 10) * 1000);
    // What plays by itself goes on with the address it was given: one that lasts, and ends with its lease.
    if (mine.isRemote) await renew(mine);
    return mine;
  };

  addEventListener('pagehide', () => {
    if (held === null) return;
    note(held);
    // What another machine plays outlives its page: that it asks for sound keeps its place.
    if (held.isElsewhere()) void handInPlaces(memberHere() ?? NOBODY, { log, isLeaving: true });
    else leave(held, { ends: true });
  });

  return {
    open: async (source, asked) => {
      const mine = held !== null && holds(source, asked) ? held : await ask(source, asked);
      const startAtMs = placeIn(mine.source, asked.startAtMs ?? beginningOf(mine.source));
      const { told } = mine.source;
      mine.source = {
        ...mine.source,
        quality: source.quality ?? mine.source.quality,
        // Who was somewhere already is not asked where to go on.
        told: asked.startAtMs === null ? told : { ...told, otherPlace: null },
      };
      return { address: addressOf(mine, asked), signed, source: mine.source, startAtMs };
    },
    follow: (next, tell) => {
      const before = session;
      send = tell;
      if (held !== null && next?.source.key !== held.source.key) {
        // Noted while its place is still known.
        note(held);
        leave(held, { ends: next === null || !isReplay(next.source) });
      }
      session = next;
      const mine = held;
      if (mine === null || !isMine(mine)) return;
      const sounds = next?.phase === 'playing';
      mine.motion.look(sounds ? heardAtMs(mine) : null, next?.timeline === 'vod' ? next.speed : 1);
      passOver(mine, before);
      if (mine.lease === null || before?.source.key !== mine.source.key || wantsSound(before) === wantsSound(next))
        return;
      note(mine);
      void renew(mine);
    },
  };
}
