import { useMemo, useRef, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react';
import { archiveSoundText as text } from '#app/text/zh-hk/desk-archive-sound.ts';
import { clockTime } from '../broadcast-text.ts';
import type { Removal, SoundLanes } from '../archive.types.ts';
import type { Draft } from './use-draft.ts';
import { axisOf, barsOf, pathOf, type Peaks } from './wave.rules.ts';
import styles from './sound.module.css';

export interface View {
  fromMs: number;
  toMs: number;
}

const BARS = 360;
const SHORT_MS = 100;
const LONG_MS = 1_000;
const FAR_MS = 10_000;
const SEEK_MS = 5_000;
/** Percent of the width within which the time of an edge would be cut off. */
const NEAR_SIDE = 8;

const edgeName = (at: number, last: number) => (at === 0 ? text.start : at === last ? text.end : text.part(at + 1));

/** The sound of a span with its boundaries, which are moved by pointer and by keys, and where it is heard. */
export function Wave({
  view,
  windows,
  draft,
  lanes,
  removals,
  atMs,
  saidMs,
  chosen,
  isFixed,
  onChoose,
  onMove,
  onRemove,
  onSeek,
}: {
  view: View;
  windows: readonly Peaks[];
  draft: Draft;
  lanes: SoundLanes;
  removals: readonly Removal[];
  atMs: number;
  /** For screen readers: where it was before it played. */
  saidMs: number;
  /** The boundary that keys move: 0 is the start, then the parts from the second, then the end. */
  chosen: number | null;
  /** Whether a boundary cannot be moved. */
  isFixed: (at: number) => boolean;
  onChoose: (at: number) => void;
  onMove: (at: number, toMs: number) => void;
  onRemove: (at: number) => void;
  onSeek: (atMs: number) => void;
}) {
  const ground = useRef<HTMLDivElement>(null);
  const { fromMs, toMs } = view;
  // Not at each move of the cursor.
  const drawn = useMemo(() => pathOf(barsOf(windows, { fromMs, toMs }, BARS)), [windows, fromMs, toMs]);
  const share = (ms: number): number => ((ms - view.fromMs) / (view.toMs - view.fromMs)) * 100;
  const at = (ms: number): CSSProperties => ({ left: `${share(ms)}%` });
  const between = (from: number, to: number): CSSProperties => {
    const [start, end] = [Math.max(0, share(from)), Math.min(100, share(to))];
    return { left: `${start}%`, width: `${Math.max(0, end - start)}%` };
  };
  const isSeen = (from: number, to = from) => to >= view.fromMs && from <= view.toMs;
  const msAt = ({ clientX }: PointerEvent): number => {
    const { left, width } = ground.current!.getBoundingClientRect();
    return view.fromMs + ((clientX - left) / width) * (view.toMs - view.fromMs);
  };
  const bounds = [draft.startMs, ...draft.parts.slice(1).map(({ startMs }) => startMs), draft.endMs];
  const last = bounds.length - 1;
  const handleKey = (event: KeyboardEvent, i: number) => {
    const stepMs = event.key.startsWith('Page') ? FAR_MS : event.shiftKey ? LONG_MS : SHORT_MS;
    const sign = ['ArrowRight', 'ArrowUp', 'PageUp'].includes(event.key) ? 1 : -1;
    if (event.key === 'Delete' && i > 0 && i < last) onRemove(i);
    else if (/^(Arrow|Page)/.test(event.key)) onMove(i, bounds[i]! + sign * stepMs);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const seekKey = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowLeft: -SEEK_MS,
      ArrowRight: SEEK_MS,
      PageDown: -60_000,
      PageUp: 60_000,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onSeek(atMs + step);
  };
  return (
    <div className={styles.wave}>
      <ol className={styles.axis} aria-hidden="true">
        {axisOf(view).map((ms) => (
          <li key={ms} style={at(ms)}>
            {clockTime(ms, { seconds: view.toMs - view.fromMs < 1_200_000 })}
          </li>
        ))}
      </ol>
      {/* A pointer seeks; keys do so on the cursor, which is a slider. */}
      <div
        ref={ground}
        className={styles.ground}
        onPointerDown={(event) => event.target === ground.current && onSeek(msAt(event))}
      >
        <svg viewBox={`0 -1.05 ${BARS} 2.1`} preserveAspectRatio="none" aria-hidden="true">
          <path d={drawn} vectorEffect="non-scaling-stroke" />
        </svg>
        {draft.parts.map((part, i) => {
          const end = draft.parts[i + 1]?.startMs ?? draft.endMs;
          return (
            isSeen(part.startMs, end) && (
              <div
                key={part.key}
                className={styles.part}
                style={between(part.startMs, end)}
                data-odd={i % 2 === 1 || undefined}
              >
                <span>{part.title || text.untitled}</span>
              </div>
            )
          );
        })}
        {lanes.others.map(({ archive_id: id, starts_ts: from, ends_ts: to }) => (
          <div key={id} className={styles.other} style={between(from * 1_000, to * 1_000)} title={text.other} />
        ))}
        {removals.map(({ removal_id: id, starts_ts: from, ends_ts: to }) => (
          <div key={id} className={styles.removed} style={between(from * 1_000, to * 1_000)} title={text.removed} />
        ))}
        {bounds.map((ms, i) => {
          const fixed = isFixed(i);
          const isMark = i > 0 && i < last && draft.parts[i]?.source === 'studio';
          if (!isSeen(ms)) return null;
          return (
            <div
              key={i === 0 ? 'start' : i === last ? 'end' : draft.parts[i]!.key}
              className={styles.handle}
              style={at(ms)}
              role="slider"
              tabIndex={0}
              aria-label={edgeName(i, last)}
              aria-disabled={fixed}
              aria-valuenow={Math.round(ms / 1_000)}
              aria-valuemin={Math.round(lanes.from_ts)}
              aria-valuemax={Math.round(lanes.to_ts)}
              aria-valuetext={`${clockTime(ms, { tenths: true })}${isMark ? `，${text.studio}` : ''}`}
              data-chosen={chosen === i || undefined}
              data-side={share(ms) < NEAR_SIDE ? 'start' : share(ms) > 100 - NEAR_SIDE ? 'end' : undefined}
              onFocus={() => onChoose(i)}
              onKeyDown={(event) => !fixed && handleKey(event, i)}
              onPointerDown={(event) => {
                onChoose(i);
                if (!fixed) event.currentTarget.setPointerCapture(event.pointerId);
              }}
              onPointerMove={(event) => {
                if (event.currentTarget.hasPointerCapture(event.pointerId)) onMove(i, msAt(event));
              }}
            >
              <span>{clockTime(ms, { seconds: true })}</span>
            </div>
          );
        })}
        {isSeen(atMs) && (
          <div
            className={styles.cursor}
            style={at(atMs)}
            role="slider"
            tabIndex={0}
            aria-label={text.position}
            aria-valuenow={Math.round(saidMs / 1_000)}
            aria-valuemin={Math.round(lanes.from_ts)}
            aria-valuemax={Math.round(lanes.to_ts)}
            aria-valuetext={clockTime(saidMs, { seconds: true })}
            onKeyDown={seekKey}
          />
        )}
      </div>
      <Lane
        name={text.automation}
        items={lanes.reports.map((one) => ({ ...one, words: one.title ?? text.untitled }))}
        {...{ view, between, isSeen, onSeek }}
      />
      <Lane
        name={text.songs}
        items={lanes.songs.map((one) => ({ ...one, words: text.song(one.title, one.artist) }))}
        {...{ view, between, isSeen, onSeek }}
      />
    </div>
  );
}

/** Sounds reported by one source. */
function Lane({
  name,
  items,
  view,
  between,
  isSeen,
  onSeek,
}: {
  name: string;
  items: readonly { starts_ts: number; ends_ts: number | null; words: string }[];
  view: View;
  between: (from: number, to: number) => CSSProperties;
  isSeen: (from: number, to?: number) => boolean;
  onSeek: (atMs: number) => void;
}) {
  const seen = items
    .map((one, i) => ({
      ...one,
      fromMs: one.starts_ts * 1_000,
      toMs: (one.ends_ts ?? items[i + 1]?.starts_ts ?? view.toMs / 1_000) * 1_000,
    }))
    .filter(({ fromMs, toMs }) => isSeen(fromMs, toMs));
  if (seen.length === 0) return null;
  return (
    <div className={styles.lane} role="group" aria-label={name}>
      <span className={styles.laneName}>{name}</span>
      <div>
        {seen.map(({ fromMs, toMs, words }) => (
          <button
            key={fromMs}
            type="button"
            title={`${clockTime(fromMs, { seconds: true })} ${words}`}
            style={between(fromMs, toMs)}
            onClick={() => onSeek(fromMs)}
          >
            {words}
          </button>
        ))}
      </div>
    </div>
  );
}
