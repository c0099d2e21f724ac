import type { SleepAtEnd } from '#app/player/controls/sleep-menu.tsx';
import { SPEEDS, vodOf, type Speed, type VodSession } from '#app/player/player.state.ts';
import { playerSnapshot, send } from '#app/player/player.store.ts';
import { isReplay, type Quality, type ReplaySource } from '#app/player/sources/replay.ts';
import type { OtherPlayback } from '#app/player/sources/source.ts';
import { replayText } from '#app/text/zh-hk/replay.ts';
import { keepQuality } from './replay-quality.ts';

/** Actions of the replay controls, in addition to the common ones. */

const held = (): VodSession | null => vodOf(playerSnapshot().player);

export const setSpeed = (speed: Speed): void => send({ type: 'setSpeed', speed });

/** The next faster or slower speed. */
export function changeSpeed(by: -1 | 1): void {
  const session = held();
  const slowFirst = SPEEDS.toSorted((a, b) => a - b);
  const speed = session && slowFirst[slowFirst.indexOf(session.speed) + by];
  if (speed) setSpeed(speed);
}

/** Switches quality at the same position. The browser stores the choice. */
export function setQuality(quality: Quality): void {
  const now = held()?.source;
  keepQuality(quality);
  if (!now || !isReplay(now)) return;
  const source: ReplaySource = { ...now, quality };
  send({ type: 'change', source });
}

/** Takes over from another device and continues here. */
export function takeOver(other: OtherPlayback): void {
  const session = held();
  if (session === null || !isReplay(session.source)) return;
  const source: ReplaySource = { ...session.source, takeOver: other };
  send({ type: 'play', source, startAtMs: session.hasPosition ? session.positionMs : null });
}

export const stepTo = (to: 'previous' | 'next'): void => send({ type: 'step', to });

/** Sleep timer until the end of the current section, once that is known. */
export const sleepAtEndOf = ({ details }: ReplaySource): SleepAtEnd | undefined =>
  details === null
    ? undefined
    : {
        words: replayText.sleepSection,
        choose: () => send({ type: 'setSleep', sleep: { until: 'programme', endsAtMs: details.endsAtMs } }),
      };
