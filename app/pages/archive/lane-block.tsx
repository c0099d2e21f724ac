import type { CSSProperties } from 'react';
import { ReplayLink } from '#app/components/archive/replay-link.tsx';
import { firstStart } from '#app/components/archive/replay-view.ts';
import { newestPositionMs, type OwnPosition } from '#app/components/archive/use-own-positions.ts';
import { ListenLink } from '#app/components/lists/listen-link.tsx';
import { archiveText } from '#app/text/zh-hk/archive.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Phrase } from '#app/ui/phrase.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { BREAK } from '#shared/text/break-mark.ts';
import type { ChannelId } from '#shared/enums.ts';
import { clockHk } from '#shared/hk-time.ts';
import type { LaneBlock } from './archives.server.ts';
import { shareOf } from './lane-scale.ts';
import styles from './lanes.module.css';

/** Too narrow for most names. */
const SHORT_MS = 3_600_000;
/** From here on a name is written to the left of its block. */
const LATE = 0.8;

const clock = (ms: number) => clockHk(new Date(ms));

/** A subscriber's position in a broadcast; null: none or unknown. */
function positionIn({ replay }: LaneBlock, positions: ReadonlyMap<number, OwnPosition> | null): number | null {
  if (replay === null || positions === null) return null;
  const own = replay.parts.flatMap(({ id }) => {
    const position = positions.get(id);
    return position === undefined ? [] : [[id, position] as const];
  });
  return newestPositionMs(new Map(own));
}

const STATES = { ready: '', live: styles.live, next: styles.next, ended: styles.ended };
type State = keyof typeof STATES;

function stateOf({ replay, startsAtMs }: LaneBlock, onAirMs: number | undefined): State {
  if (replay === null) return 'next';
  if (replay.isEnded) return 'ended';
  return !replay.isOver && startsAtMs === onAirMs ? 'live' : 'ready';
}

function laneLabel(state: State, { replay, startsAtMs }: LaneBlock): string {
  if (state === 'live') return archiveText.onAir;
  if (state === 'ended') return archiveText.ended;
  return replay === null ? archiveText.next(clock(startsAtMs)) : archiveText.parts(replay.parts.length);
}

interface LaneProps {
  channelId: ChannelId;
  fromMs: number;
  toMs: number;
  /** Start of the broadcast on air. */
  onAirMs: number | undefined;
  positions: ReadonlyMap<number, OwnPosition> | null;
  /** The section that is playing. */
  sounding: number | null;
}

/** The broadcasts of a channel. */
export function LaneBlocks({ blocks, ...lane }: LaneProps & { blocks: LaneBlock[] }) {
  return blocks.map((block) => <Block key={block.key} block={block} {...lane} />);
}

/** A broadcast in its lane, with a width for its length, and a subscriber's progress. */
function Block({ block, channelId, fromMs, toMs, onAirMs, positions, sounding }: LaneProps & { block: LaneBlock }) {
  const { title, art, startsAtMs, endsAtMs, href, replay } = block;
  const state = stateOf(block, onAirMs);
  const at = shareOf(startsAtMs, fromMs, toMs);
  const plainTitle = title.replaceAll(BREAK, '');
  const heard = replay?.parts.find(({ id }) => id === sounding);
  const first = state === 'ready' && replay ? firstStart(replay) : undefined;
  // Pressing the playing section pauses it.
  const start = first && heard ? { ...first, sectionId: heard.id } : first;
  const positionMs = positionIn(block, positions);
  return (
    <li
      className={`${styles.block} ${styles.at} ${STATES[state]}`}
      data-sounding={heard && ''}
      data-short={endsAtMs - startsAtMs <= SHORT_MS || undefined}
      data-late={at > LATE || undefined}
      style={{ '--at': at, '--to': shareOf(endsAtMs, fromMs, toMs) } as CSSProperties}
    >
      <time dateTime={new Date(startsAtMs).toISOString()}>{clock(startsAtMs)}</time>
      <Picture name={art} alt="" sizes="84px" className={styles.art} />
      <div className={styles.words}>
        <b>
          {href === null ? (
            <Phrase text={title} />
          ) : (
            <a href={href} title={`${plainTitle} ${timeText.range(clock(startsAtMs), clock(endsAtMs))}`}>
              <Phrase text={title} />
            </a>
          )}
        </b>
        <small>
          {heard ? archiveText.sounding : laneLabel(state, block)}
          {positionMs !== null && <span className="vh"> {archiveText.heardTo(clock(positionMs))}</span>}
        </small>
      </div>
      {start && (
        <ReplayLink
          start={start}
          label={heard ? archiveText.pause(plainTitle) : archiveText.play(plainTitle, clock(startsAtMs))}
          className={styles.play}
        >
          <Icon name={heard ? 'pause' : 'play'} fill />
        </ReplayLink>
      )}
      {state === 'live' && (
        <ListenLink
          channel={channelId}
          icon="headphones"
          label={archiveText.listenTo(plainTitle)}
          className={styles.play}
        />
      )}
      {positionMs !== null && (
        <i
          className={styles.heard}
          style={{ width: `${shareOf(positionMs, startsAtMs, endsAtMs) * 100}%` }}
          aria-hidden="true"
        />
      )}
    </li>
  );
}
