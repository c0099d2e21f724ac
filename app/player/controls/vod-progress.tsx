import { useState, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react';
import { playerText } from '#app/text/zh-hk/player.ts';
import controls from './controls.module.css';
import type { VodSession } from '#app/player/player.state.ts';
import { seekTo } from '#app/player/player.store.ts';

const STEPS_MS: Record<string, number> = {
  ArrowLeft: -15_000,
  ArrowDown: -15_000,
  ArrowRight: 15_000,
  ArrowUp: 15_000,
  PageDown: -60_000,
  PageUp: 60_000,
};

/** A slider for VOD sources from start to end, with both times. */
export function VodProgress({ session, children }: { session: VodSession; children?: ReactNode }) {
  const { positionMs, durationMs } = session;
  const [draftMs, setDraftMs] = useState<number | null>(null);
  const shownMs = draftMs ?? positionMs;
  const land = () => {
    if (draftMs === null) return;
    setDraftMs(null);
    seekTo(draftMs);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS_MS[event.key];
    if (step === undefined && event.key !== 'Home' && event.key !== 'End') return;
    event.preventDefault();
    seekTo(step === undefined ? (event.key === 'Home' ? 0 : durationMs) : positionMs + step);
  };
  const share = durationMs > 0 ? (shownMs / durationMs) * 100 : 0;
  return (
    <>
      <span>{playerText.span(shownMs)}</span>
      <span className={controls.track}>
        {children}
        <input
          type="range"
          className={controls.range}
          aria-label={playerText.position}
          aria-valuetext={playerText.positionValue(shownMs, durationMs)}
          min={0}
          max={Math.max(1, Math.round(durationMs / 1000))}
          value={Math.round(shownMs / 1000)}
          style={{ '--filled': `${share}%` } as CSSProperties}
          // Commit at the end of a drag only.
          onChange={(event) => setDraftMs(Number(event.currentTarget.value) * 1000)}
          onPointerUp={land}
          onBlur={land}
          onKeyDown={onKeyDown}
        />
      </span>
      <span>{playerText.span(durationMs)}</span>
    </>
  );
}
