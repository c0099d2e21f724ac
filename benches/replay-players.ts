import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { askWhoItIs } from '#app/components/frame/member-state.ts';
import { reducePlayer, type PlayerEvent } from '#app/player/player.machine.ts';
import { initialPlayer, vodOf, type PlayerState } from '#app/player/player.state.ts';
import { createPositionLog } from '#app/player/replay/position-log.ts';
import { createReplayController } from '#app/player/replay/replay-controller.ts';
import { isReplay, replaySource } from '#app/player/sources/replay.ts';

// Replay players as in browsers, but without a media element: state machine, controller, timers, and a cookie each.
// Reports when one plays, and when and why it falls silent.

export interface ToPlay {
  number: number;
  base: string;
  cookie: string;
  sectionId: number;
}
export type PlayerTold = { number: number } & ({ plays: true } | { silentAt: number; code: string });

const TICK_MS = 250;

const cookies = new AsyncLocalStorage<{ base: string; cookie: string }>();
const ask = fetch;
globalThis.fetch = (path, init) => {
  const { base, cookie } = cookies.getStore()!;
  return ask(base + (path as string), { ...init, headers: { ...(init?.headers as Record<string, string>), cookie } });
};
globalThis.addEventListener ??= () => undefined;

async function play({ number, sectionId }: ToPlay): Promise<void> {
  await askWhoItIs();
  const controller = createReplayController(createPositionLog(null));
  let state: PlayerState = initialPlayer;
  const tell = (told: PlayerTold) => process.send?.(told);
  const send = (event: PlayerEvent): void => {
    state = reducePlayer(state, event, Date.now());
    controller.follow(state.session, send);
    const session = vodOf(state);
    if (event.type === 'lost') tell({ number, silentAt: Date.now(), code: String(session?.error) });
  };
  send({ type: 'play', source: replaySource({ sectionId }, 'auto'), startAtMs: null });
  const source = vodOf(state)?.source;
  if (!source || !isReplay(source)) throw new Error('no replay');
  const opening = await controller.open(source, { startAtMs: null, swaps: true, isElsewhere: () => false });
  if (opening.source) send({ type: 'learnt', source: opening.source, startAtMs: opening.startAtMs ?? 0 });
  send({ type: 'playing' });
  tell({ number, plays: true });
  while (vodOf(state)?.phase === 'playing') {
    await delay(TICK_MS);
    const session = vodOf(state);
    if (session?.phase === 'playing')
      send({ type: 'clock', clock: { positionMs: session.positionMs + TICK_MS, durationMs: 0 } });
  }
}

process.on('message', (asked: ToPlay) => void cookies.run(asked, () => play(asked)));
