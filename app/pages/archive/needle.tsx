import { useState, type CSSProperties } from 'react';
import { ReplayLink } from '#app/components/archive/replay-link.tsx';
import { archiveText } from '#app/text/zh-hk/archive.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Numeral } from '#app/ui/numeral.tsx';
import { Phrase } from '#app/ui/phrase.tsx';
import { BREAK } from '#shared/text/break-mark.ts';
import type { ChannelId } from '#shared/enums.ts';
import { clockHk } from '#shared/hk-time.ts';
import type { LaneBlock } from './archives.server.ts';
import { shareOf } from './lane-scale.ts';
import scale from './lanes.module.css';
import styles from './needle.module.css';
import { startsAt } from './starts-at.ts';

const STEP_MS = 5 * 60_000;
/** Initial position with available audio: two hours before now, or the morning on other days. */
const BEFORE_NOW_MS = 2 * 3_600_000;
const MORNING_MS = 4 * 3_600_000;

/** A moment of the day, in steps of five minutes, with what was on air on each channel: a press plays it from there. */
export function Needle({
  lanes,
  fromMs,
  toMs,
  nowMs,
}: {
  lanes: { channelId: ChannelId; blocks: LaneBlock[] }[];
  fromMs: number;
  toMs: number;
  nowMs: number;
}) {
  const step = (ms: number) => fromMs + Math.max(0, Math.floor((ms - fromMs) / STEP_MS)) * STEP_MS;
  const lastMs = step(Math.min(toMs - STEP_MS, nowMs));
  const [chosenMs, setChosenMs] = useState(() => (nowMs < toMs ? step(nowMs - BEFORE_NOW_MS) : fromMs + MORNING_MS));
  const atMs = Math.min(chosenMs, lastMs);
  const clock = clockHk(new Date(atMs));
  return (
    <>
      <div className={styles.needle}>
        <input
          type="range"
          min={fromMs}
          max={toMs}
          step={STEP_MS}
          value={atMs}
          aria-label={archiveText.needle}
          aria-valuetext={clock}
          onChange={(event) => setChosenMs(Math.min(Number(event.target.value), lastMs))}
        />
        <i className={scale.at} style={{ '--at': shareOf(atMs, fromMs, toMs) } as CSSProperties} aria-hidden="true">
          <b>{clock}</b>
        </i>
      </div>
      <p className={styles.starts}>
        <b>{archiveText.fromMoment(clock)}</b>
        {startsAt(lanes, atMs).map(({ channelId, title, start }) => (
          <ReplayLink
            key={channelId}
            start={start}
            label={archiveText.playAt(title.replaceAll(BREAK, ''), clock)}
            className={styles.start}
          >
            <Icon name="play" fill />
            <span data-channel={channelId}>
              <Numeral channel={channelId} decorative />
            </span>
            <Phrase text={title} />
          </ReplayLink>
        ))}
      </p>
    </>
  );
}
