import type { CSSProperties } from 'react';
import { ReplayLink } from '#app/components/archive/replay-link.tsx';
import { firstStart } from '#app/components/archive/replay-view.ts';
import { ListenLink } from '#app/components/lists/listen-link.tsx';
import { paths } from '#app/paths.ts';
import page from '#app/styles/page.module.css';
import { archiveText } from '#app/text/zh-hk/archive.ts';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Numeral } from '#app/ui/numeral.tsx';
import { Phrase } from '#app/ui/phrase.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { BREAK } from '#shared/break-mark.ts';
import { CHANNEL_IDS, type ChannelId } from '#shared/enums.ts';
import { clockHk, type DayHk } from '#shared/hk-time.ts';
import styles from './lanes.module.css';
import type { LaneBlock } from './archives.server.ts';

const HOUR_MS = 3_600_000;
/** A clock stands at each such hour. */
const SCALE_HOURS = 2;

const clock = (ms: number) => clockHk(new Date(ms));
const share = (ms: number, fromMs: number, toMs: number) =>
  Math.min(Math.max((ms - fromMs) / (toMs - fromMs), 0), 1) * 100;

/**
 * What the three channels had on air from five to five: a lane each where there is room, else the list of one channel.
 * One markup, so that it reads the same to who listens to it.
 */
export function Lanes({
  lanes,
  channelId,
  query,
  fromMs,
  toMs,
  nowMs,
}: {
  lanes: { channelId: ChannelId; blocks: LaneBlock[] }[];
  /** The one that a phone lists. */
  channelId: ChannelId;
  query: { day?: DayHk };
  fromMs: number;
  toMs: number;
  nowMs: number;
}) {
  const hours = Array.from({ length: 24 / SCALE_HOURS }, (_, i) => fromMs + i * SCALE_HOURS * HOUR_MS);
  const isToday = fromMs <= nowMs && nowMs < toMs;
  return (
    <div className={styles.lanes}>
      <nav className={`${page.segments} ${styles.channels}`} aria-label={archiveText.channels}>
        {CHANNEL_IDS.map((id) => (
          <a
            key={id}
            data-channel={id}
            href={`${paths.archives({ ...query, channel: id })}#by-day`}
            aria-current={id === channelId ? 'true' : undefined}
          >
            <Numeral channel={id} decorative />
            <span className="vh">{channelText[id].name}</span>
          </a>
        ))}
      </nav>
      <div className={styles.scale} aria-hidden="true">
        {hours.map((atMs) => (
          <span key={atMs} style={{ left: `${share(atMs, fromMs, toMs)}%` }}>
            {clock(atMs)}
          </span>
        ))}
        {isToday && (
          <i style={{ left: `${share(nowMs, fromMs, toMs)}%` }}>
            <b>
              {archiveText.now} {clock(nowMs)}
            </b>
          </i>
        )}
      </div>
      {lanes.map(({ channelId: id, blocks }) => (
        <section
          key={id}
          className={styles.lane}
          data-channel={id}
          data-chosen={id === channelId || undefined}
          aria-labelledby={`lane-${id}`}
        >
          <h3 id={`lane-${id}`}>
            <Numeral channel={id} decorative />
            <span className="vh">{channelText[id].name}</span>
          </h3>
          {blocks.length === 0 ? (
            <p className={styles.none}>{archiveText.noneOfDay}</p>
          ) : (
            <ol>
              {blocks.map((block) => (
                <Block key={block.key} block={block} channelId={id} fromMs={fromMs} toMs={toMs} nowMs={nowMs} />
              ))}
            </ol>
          )}
        </section>
      ))}
    </div>
  );
}

type State = 'ready' | 'live' | 'next' | 'ended';

function stateOf({ replay, startsAtMs, endsAtMs }: LaneBlock, nowMs: number): State {
  if (replay === null) return 'next';
  if (replay.isEnded) return 'ended';
  return !replay.isOver && startsAtMs <= nowMs && nowMs < endsAtMs ? 'live' : 'ready';
}

function wordsOf(state: State, { replay, startsAtMs }: LaneBlock): string {
  if (state === 'live') return archiveText.onAir;
  if (state === 'ended') return archiveText.ended;
  return replay === null ? archiveText.next(clock(startsAtMs)) : archiveText.parts(replay.parts.length);
}

function Block({
  block,
  channelId,
  fromMs,
  toMs,
  nowMs,
}: {
  block: LaneBlock;
  channelId: ChannelId;
  fromMs: number;
  toMs: number;
  nowMs: number;
}) {
  const { title, art, startsAtMs, endsAtMs, href, replay } = block;
  const state = stateOf(block, nowMs);
  const left = share(startsAtMs, fromMs, toMs);
  const plainTitle = title.replaceAll(BREAK, '');
  const start = state === 'ready' && replay ? firstStart(replay) : undefined;
  return (
    <li
      className={`${styles.block} ${styles[state]}`}
      style={{ '--left': `${left}%`, '--width': `${share(endsAtMs, fromMs, toMs) - left}%` } as CSSProperties}
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
        <small>{wordsOf(state, block)}</small>
      </div>
      {start && (
        <ReplayLink start={start} label={archiveText.play(plainTitle, clock(startsAtMs))} className={styles.play}>
          <Icon name="play" fill />
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
    </li>
  );
}
