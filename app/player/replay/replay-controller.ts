import { downloadsPaths } from '#app/downloads-paths.ts';
import { calls } from '#app/paths.ts';
import { call } from '#app/player/channel/channel-feed.ts';
import {
  createLeaseController,
  post,
  under,
  type Held,
  type LeaseController,
  type LeaseWays,
  type LeasedReply,
} from '#app/player/lease/lease-controller.ts';
import { wantsSound, type Session } from '#app/player/player.state.ts';
import { isReplay, type ReplaySource, type ReplayDetails } from '#app/player/sources/replay.ts';
import type { AskedOpening } from '#app/player/sources/source-kind.ts';
import type { PlayReplyWire } from '#domain/archive/archive.schema.ts';
import { MIN_PLAYED_MS } from './heard-motion.ts';
import { afterStretch, positionIn, stretchesIn } from './only-unheard.ts';
import type { PositionLog } from './position-log.ts';
import { beginningOf, applyReply } from './replay-reply.ts';

export type ReplayController = LeaseController<ReplaySource>;

type AnsweredSource = ReplaySource & { details: ReplayDetails };
type Reply = PlayReplyWire & Pick<LeasedReply, 'stored'>;
type Mine = Held<AnsweredSource, Reply>;

/** A media playlist, and the multivariant playlist that contains it. */
const OF_ONE = /\/\w+\/(\d+)-(\d+)\.m3u8$/;
const QUALITY_IDS = { hd: 11, sd: 12 } as const;

/** The playlist of a quality: the multivariant one for automatic selection. */
function addressOf({ reply, grant, source: { quality } }: Mine, { swaps }: AskedOpening): string {
  const wanted = QUALITY_IDS[quality === 'sd' ? 'sd' : 'hd'];
  const [first] = reply.items;
  const item = reply.items.find((one) => one.default_encode_profile_output_id === wanted) ?? first;
  if (item === undefined) throw new Error('the reply has no playlist URL');
  const path = quality === 'auto' && swaps ? item.path.replace(OF_ONE, '/audio.m3u8?from=$1&to=$2') : item.path;
  return under(path, grant);
}

/** If only some spans are played: skips from the end of one to the next. */
const skipUnselected: NonNullable<LeaseWays<ReplaySource, AnsweredSource, Reply>['onFollow']> = (
  { source: { only, details, key } },
  was,
  is,
  nowMs,
  send,
) => {
  const isSame = was?.timeline === 'vod' && was.source.key === key && was.hasPosition;
  if (only === null || nowMs === null || !isSame || is.phase !== 'playing') return;
  const within = stretchesIn(only, details.startsAtMs, details.endsAtMs);
  const toMs = afterStretch(within, details.startsAtMs + was.positionMs, nowMs);
  if (toMs === 'end') send({ type: 'ended' });
  else if (toMs !== null) send({ type: 'seek', toMs: toMs - details.startsAtMs });
};

/** The sound that this browser stores is served on its own page alone, by that page's service worker. */
async function storedHere(sectionId: number): Promise<Reply | null> {
  const controller = 'serviceWorker' in navigator ? navigator.serviceWorker.controller : null;
  if (!controller?.scriptURL.endsWith(downloadsPaths.serviceWorker())) return null;
  return (await import('#app/downloads/downloads.ts')).playStored(sectionId);
}

const POSITION_EACH_MS = 5_000;
/** Without network, only this browser knows where to resume. */
const keepPosition = ({ reply }: Mine, was: Session | null, is: Session, atMs: number | null): void => {
  const { stored } = reply;
  if (!stored || atMs === null) return;
  const isPaused = wantsSound(was) && !wantsSound(is);
  if (!isPaused && performance.now() - keptAtMs < POSITION_EACH_MS) return;
  keptAtMs = performance.now();
  void import('#app/downloads/downloads.ts')
    .then(({ rememberPosition }) => rememberPosition(stored.id, atMs))
    .catch(() => undefined);
};
let keptAtMs = 0;

/** What a replay needs in addition to audio: a lease controller, partial playback, and the member's history. */
export function createReplayController(log?: PositionLog): ReplayController {
  const inHistory = new WeakSet<Mine>();

  /** What was heard for as long as a position takes enters the member's history. */
  const remember = (mine: Mine) => {
    if (inHistory.has(mine) || mine.motion.totalMs() < MIN_PLAYED_MS) return;
    inHistory.add(mine);
    const body = { program_archive_section_id: mine.source.sectionId };
    call(calls.replayHistory(), post(body)).catch(() => undefined);
  };

  return createLeaseController<ReplaySource, AnsweredSource, Reply>(
    {
      isOurs: isReplay,
      ask: async ({ sectionId }, query) =>
        (await storedHere(sectionId)) ?? call<Reply>(calls.playback(sectionId, query)),
      applyReply,
      begin: ({ source }, { quality }, { startAtMs }) => ({
        startAtMs: positionIn(source, startAtMs ?? beginningOf(source)),
        source: {
          ...source,
          quality: quality ?? source.quality,
          // A listener already at a position is not asked where to resume.
          details: startAtMs === null ? source.details : { ...source.details, otherPosition: null },
        },
      }),
      addressOf,
      isSame: (held, asked) => held.only === asked.only,
      renewed: ({ source }, { end_ts, is_open }) => {
        const endsAtMs = Math.round(end_ts * 1000);
        if (endsAtMs === source.details.endsAtMs && source.isWhole === !is_open) return null;
        const details = { ...source.details, endsAtMs };
        return { ...source, details, isWhole: !is_open, durationMs: endsAtMs - details.startsAtMs };
      },
      onTick: remember,
      onFollow: (mine, was, is, atMs, send) => {
        skipUnselected(mine, was, is, atMs, send);
        keepPosition(mine, was, is, atMs);
      },
    },
    log,
  );
}
