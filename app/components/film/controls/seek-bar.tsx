import { useState, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react';
import type { Stills } from '#app/player/sources/source.ts';
import { pieceAt, piecesOf, stillAt, type Piece } from '#app/components/film/chapters.ts';
import styles from './seek-bar.module.css';
import { STEP_SECONDS } from './use-watch-keys.ts';

const STEP_MS = STEP_SECONDS * 1000;
const PAGE_MS = 60_000;

interface SeekBarProps {
  label: string;
  /** Positions of a film, or instants of an event. */
  fromMs: number;
  toMs: number;
  atMs: number;
  /** Last position that can be selected; defaults to the end. */
  lastMs?: number;
  chapters: readonly { atMs: number; title: string }[];
  stills: Stills | null;
  /** Whether it is advancing: then changes are not announced. */
  isMoving: boolean;
  /** Text of a position, such as 1:11:40. */
  words: (positionMs: number) => string;
  /** Screen reader text of a position and its chapter. */
  valueText: (positionMs: number, piece: string) => string;
  onSeek: (positionMs: number) => void;
}

/**
 * The position as one slider divided by chapters, with a thumbnail of the position under the pointer. Commits at the
 * end of a drag only.
 */
export function SeekBar(props: SeekBarProps) {
  const { label, fromMs, toMs, atMs, lastMs = toMs, chapters, stills, isMoving, words, valueText, onSeek } = props;
  const [draggedMs, setDraggedMs] = useState<number | null>(null);
  const [lookedAtMs, setLookedAtMs] = useState<number | null>(null);
  /** Position last announced to the focused user; null: not focused. */
  const [toldMs, setToldMs] = useState<number | null>(null);
  const lengthMs = Math.max(toMs - fromMs, 1);
  const pieces = piecesOf(chapters, fromMs, toMs);
  const shownMs = Math.min(Math.max(draggedMs ?? atMs, fromMs), toMs);
  const titleAt = (ms: number) => pieces[pieceAt(pieces, ms)]?.title ?? '';
  const percent = (ms: number) => `${(((ms - fromMs) / lengthMs) * 100).toFixed(2)}%`;

  const positionUnder = (event: PointerEvent): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const share = Math.min(Math.max((event.clientX - left) / Math.max(width, 1), 0), 1);
    return Math.min(fromMs + share * lengthMs, lastMs);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = {
      ArrowLeft: atMs - STEP_MS,
      ArrowDown: atMs - STEP_MS,
      ArrowRight: atMs + STEP_MS,
      ArrowUp: atMs + STEP_MS,
      PageDown: atMs - PAGE_MS,
      PageUp: atMs + PAGE_MS,
      Home: fromMs,
      End: lastMs,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const positionMs = Math.min(Math.max(to, fromMs), lastMs);
    setToldMs(positionMs);
    onSeek(positionMs);
  };
  // Screen readers announce every change of a focused slider's value.
  const saidMs = isMoving && toldMs !== null && draggedMs === null ? toldMs : shownMs;

  return (
    <div
      className={styles.bar}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.round(lengthMs / 1000)}
      aria-valuenow={Math.round((saidMs - fromMs) / 1000)}
      aria-valuetext={valueText(saidMs, titleAt(saidMs))}
      onFocus={() => setToldMs(shownMs)}
      onBlur={() => setToldMs(null)}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDraggedMs(positionUnder(event));
      }}
      onPointerMove={(event) => {
        setLookedAtMs(positionUnder(event));
        if (draggedMs !== null) setDraggedMs(positionUnder(event));
      }}
      onPointerUp={(event) => {
        if (draggedMs === null) return;
        setDraggedMs(null);
        setToldMs(positionUnder(event));
        onSeek(positionUnder(event));
        if (event.pointerType !== 'mouse') setLookedAtMs(null);
      }}
      onPointerCancel={() => setDraggedMs(null)}
      onPointerLeave={() => setLookedAtMs(null)}
    >
      <span className={styles.pieces}>
        {pieces.map((piece) => (
          <PieceOfBar key={piece.atMs} piece={piece} shownMs={shownMs} lastMs={lastMs} />
        ))}
      </span>
      <i className={styles.thumb} style={{ left: percent(shownMs) }} />
      {lookedAtMs !== null && (
        <Look
          left={percent(lookedAtMs)}
          still={stills && { ...stills, ...stillAt(stills, lookedAtMs - fromMs) }}
          words={words(lookedAtMs)}
          title={titleAt(lookedAtMs)}
        />
      )}
    </div>
  );
}

function PieceOfBar({ piece: { atMs, toMs }, shownMs, lastMs }: { piece: Piece; shownMs: number; lastMs: number }) {
  const share = (ms: number) =>
    `${(Math.min(Math.max((ms - atMs) / Math.max(toMs - atMs, 1), 0), 1) * 100).toFixed(2)}%`;
  return <s style={{ flexGrow: toMs - atMs, '--seen': share(shownMs), '--there': share(lastMs) } as CSSProperties} />;
}

/** Preview of a position: thumbnail, time and chapter. Screen readers get the same from the slider. */
function Look({
  left,
  still,
  words,
  title,
}: {
  left: string;
  still: (Stills & { x: number; y: number }) | null;
  words: string;
  title: string;
}) {
  return (
    <span className={styles.look} style={{ '--at': left } as CSSProperties} aria-hidden="true">
      {still && (
        <i
          className={styles.still}
          style={{
            width: still.width,
            height: still.height,
            backgroundImage: `url("${still.src}")`,
            backgroundPosition: `-${still.x}px -${still.y}px`,
          }}
        />
      )}
      <b>{words}</b>
      {title}
    </span>
  );
}
