import { useState, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react';
import { playerText } from '#app/text/zh-hk/player.ts';
import { clockHk } from '#shared/hk-time.ts';
import {
  holesWithin,
  availableWithin,
  nearestAvailable,
  type AvailableSpan,
} from '#app/player/channel/available-sound.ts';
import styles from './programme-dial.module.css';

const STEP_MS = 15_000;
const PAGE_MS = 5 * 60_000;
const QUARTERS = [0, 1, 2, 3, 4] as const;

export interface ProgrammeDialProps {
  startsAtMs: number;
  endsAtMs: number;
  /** Needle position: what is heard, or what is on air. */
  atMs: number;
  /** Newest instant that can be played. */
  liveMs: number;
  /** Available audio; null while unknown. */
  kept: readonly AvailableSpan[] | null;
  behindMs: number;
  onSeek: (instantMs: number) => void;
  onLive: () => void;
}

/**
 * The programme as a tuner scale from start to end, with a needle that can be dragged up to live. Gaps are hatched, and
 * the needle skips them.
 */
export function ProgrammeDial(props: ProgrammeDialProps) {
  const { startsAtMs, endsAtMs, atMs, liveMs, kept, behindMs, onSeek, onLive } = props;
  const [draggedMs, setDraggedMs] = useState<number | null>(null);
  const lengthMs = Math.max(endsAtMs - startsAtMs, 1);
  const lastMs = Math.min(endsAtMs, liveMs);
  const shownMs = draggedMs ?? Math.min(Math.max(atMs, startsAtMs), endsAtMs);
  const percent = (instantMs: number) =>
    `${(Math.min(Math.max((instantMs - startsAtMs) / lengthMs, 0), 1) * 100).toFixed(2)}%`;

  const instantUnder = (event: PointerEvent): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const instantMs = startsAtMs + ((event.clientX - left) / Math.max(width, 1)) * lengthMs;
    return Math.min(nearestAvailable(kept ?? [], Math.max(instantMs, startsAtMs)), lastMs);
  };
  const stretch = ({ fromMs, toMs }: AvailableSpan) => ({
    left: percent(fromMs),
    width: `${(((toMs - fromMs) / lengthMs) * 100).toFixed(2)}%`,
  });
  const land = (instantMs: number) => {
    setDraggedMs(null);
    // A seek within a second of the right end goes live.
    if (instantMs >= liveMs - 1_000) onLive();
    else onSeek(instantMs);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const to = (instantMs: number) => {
      if (instantMs >= liveMs) onLive();
      else onSeek(nearestAvailable(kept ?? [], instantMs, instantMs < atMs));
    };
    switch (event.key) {
      case 'ArrowLeft':
      case 'ArrowDown':
        to(atMs - STEP_MS);
        break;
      case 'ArrowRight':
      case 'ArrowUp':
        to(atMs + STEP_MS);
        break;
      case 'PageDown':
        to(atMs - PAGE_MS);
        break;
      case 'PageUp':
        to(atMs + PAGE_MS);
        break;
      case 'Home':
        onSeek(nearestAvailable(kept ?? [], startsAtMs));
        break;
      case 'End':
        onLive();
        break;
      default:
        return;
    }
    event.preventDefault();
  };

  return (
    <div>
      <div
        className={styles.dial}
        style={{ '--at': percent(shownMs) } as CSSProperties}
        role="slider"
        tabIndex={0}
        aria-label={playerText.dial}
        aria-valuemin={0}
        aria-valuemax={Math.round(lengthMs / 1000)}
        aria-valuenow={Math.round((shownMs - startsAtMs) / 1000)}
        aria-valuetext={playerText.dialValue(clockHk(new Date(shownMs)), shownMs - startsAtMs, behindMs)}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setDraggedMs(instantUnder(event));
        }}
        onPointerMove={(event) => {
          if (draggedMs !== null) setDraggedMs(instantUnder(event));
        }}
        onPointerUp={(event) => {
          if (draggedMs !== null) land(instantUnder(event));
        }}
        onPointerCancel={() => setDraggedMs(null)}
      >
        <div className={styles.ticks} />
        <div className={styles.track} />
        {kept === null ? (
          <div className={styles.made} style={stretch({ fromMs: startsAtMs, toMs: lastMs })} />
        ) : (
          <>
            {availableWithin(kept, startsAtMs, lastMs).map((span) => (
              <div key={span.fromMs} className={styles.made} style={stretch(span)} />
            ))}
            {availableWithin(kept, startsAtMs, Math.min(shownMs, lastMs)).map((span) => (
              <div key={span.fromMs} className={styles.heard} style={stretch(span)} />
            ))}
            {holesWithin(kept, startsAtMs, lastMs).map((span) => (
              <div key={span.fromMs} className={styles.hole} style={stretch(span)} data-hole />
            ))}
          </>
        )}
        <div className={styles.needle} />
        <span className={styles.flag}>{clockHk(new Date(shownMs))}</span>
      </div>
      <div className={styles.times} aria-hidden="true">
        {QUARTERS.map((quarter) => (
          <span key={quarter}>{clockHk(new Date(startsAtMs + (lengthMs * quarter) / 4))}</span>
        ))}
      </div>
    </div>
  );
}
