import type { CSSProperties } from 'react';
import { useOwnPositions } from '#app/components/archive/use-own-positions.ts';
import { paths } from '#app/paths.ts';
import page from '#app/styles/page.module.css';
import { archiveText } from '#app/text/zh-hk/archive.ts';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { useSoundingSection } from '#app/player/sounding-section.ts';
import { Numeral } from '#app/ui/numeral.tsx';
import { unhydrated } from '#app/ui/static-island.tsx';
import { LaneBlocks } from './lane-block.tsx';
import { CHANNEL_IDS, type ChannelId } from '#shared/enums.ts';
import { clockHk, type DayHk } from '#shared/hk-time.ts';
import type { LaneBlock } from './archives.server.ts';
import { shareOf } from './lane-scale.ts';
import styles from './lanes.module.css';
import { useMagnifiedHour } from './magnified-hour.ts';
import { Needle } from './needle.tsx';

const HOUR_MS = 3_600_000;
/** Interval of times on the scale, so that they have room. */
const scaleHours = (hours: number) => (hours > 12 ? 2 : 1);

const clock = (ms: number) => clockHk(new Date(ms));

const Blocks = unhydrated(LaneBlocks, 'ol');

/** Arrow keys go along it (`lane-keys.ts`). */
const LANE = { 'data-lane': '' } as object;

/**
 * The three channels over the hours of a day: a lane each if there is space, else the list of one channel. The same markup,
 * so that screen readers get the same.
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
  /** The one listed on phones. */
  channelId: ChannelId;
  query: { day?: DayHk };
  fromMs: number;
  toMs: number;
  nowMs: number;
}) {
  const hours = (toMs - fromMs) / HOUR_MS;
  const each = scaleHours(hours);
  const times = Array.from({ length: Math.ceil(hours / each) }, (_, i) => fromMs + i * each * HOUR_MS);
  const at = (ms: number) => ({ '--at': shareOf(ms, fromMs, toMs) }) as CSSProperties;
  const magnifiedHour = useMagnifiedHour(hours);
  const isToday = fromMs <= nowMs && nowMs < toMs;
  const sounding = useSoundingSection();
  const replays = lanes.flatMap(({ blocks }) => blocks.flatMap(({ replay }) => replay ?? []));
  const positions = useOwnPositions(
    replays.flatMap(({ isEnded, parts }) => (isEnded ? [] : parts.map(({ id }) => id))),
  );
  return (
    <div className={styles.lanes} {...magnifiedHour}>
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
      <Needle key={fromMs} lanes={lanes} fromMs={fromMs} toMs={toMs} nowMs={nowMs} />
      <div className={styles.scale} aria-hidden="true">
        {times.map((atMs) => (
          <span key={atMs} className={styles.at} style={at(atMs)}>
            {clock(atMs)}
          </span>
        ))}
        {isToday && (
          <i className={styles.at} style={at(nowMs)}>
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
            <Blocks
              box={LANE}
              blocks={blocks}
              channelId={id}
              fromMs={fromMs}
              toMs={toMs}
              onAirMs={blocks.find(({ startsAtMs, endsAtMs }) => startsAtMs <= nowMs && nowMs < endsAtMs)?.startsAtMs}
              positions={positions}
              sounding={
                blocks.some(({ replay }) => replay?.parts.some((part) => part.id === sounding)) ? sounding : null
              }
            />
          )}
        </section>
      ))}
    </div>
  );
}
