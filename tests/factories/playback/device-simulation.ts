import type { PlaybackPosition, PositionEvent } from '#domain/playback/positions.rules.ts';
import { dice } from '#tests/simulation/dice.ts';

// Simulates three devices of one member, with offline periods, crashes, lost replies and wrong clocks: acknowledged
// positions must be stored, and the position must be where the member last listened.

/** Storage under test: the rules over a list, or the database. */
export interface PositionStore {
  /** The first number already used by another event, and the next free one. Null: all were stored. */
  record(
    device: number,
    events: PositionEvent[],
    sentAt: Date,
    now: Date,
  ): Promise<{ sequence: number; next: number } | null>;
  /** All stored events of all devices. */
  kept(): Promise<{ device: number; at: number }[]>;
  position(): Promise<PlaybackPosition | null>;
}

interface Waiting {
  sequence: number;
  at: number;
  movedMs: number;
  /** True time. */
  trueMs: number;
  clockMs: number;
  /** Incarnation of the device: its monotonic clock restarts with each. */
  life: number;
}

const START_MS = Date.parse('2026-11-21T20:00:00+08:00');
/** Span of the replay. */
const FROM_MS = Date.parse('2026-11-21T08:00:00+08:00');
const LENGTH_MS = 7_200_000;
const CLOCK_FAULTS_MS = [-600_000, 0, 600_000];
const TRANSIT_MS = 400;
const STEPS = 60;

/** Runs random steps. Returns the violations found; empty if none. */
export async function simulateDevices(store: PositionStore, seed: number, steps = STEPS): Promise<string[]> {
  const next = dice(seed);
  const below = (n: number) => Math.floor(next() * n);
  let trueMs = START_MS;
  const devices = CLOCK_FAULTS_MS.map((faultMs) => ({
    faultMs,
    life: 0,
    isOnline: next() < 0.7,
    position: FROM_MS + below(LENGTH_MS),
    /** State in memory, and the part that survives a crash. */
    sequence: 0,
    waiting: [] as Waiting[],
    lasting: { sequence: 0, waiting: [] as Waiting[] },
  }));
  /** Acknowledged events. */
  const acknowledged: { device: number; at: number }[] = [];
  /** Everything actually listened to. */
  const truth: { device: number; at: number; movedMs: number; trueMs: number }[] = [];

  async function handIn(index: number): Promise<void> {
    const device = devices[index]!;
    // Oldest first, a random number.
    const sent = device.waiting.slice(0, 1 + below(20));
    if (!device.isOnline || sent.length === 0) return;
    const fate = next();
    // Request lost.
    if (fate < 0.15) return;
    const events = sent.map(({ sequence, at, movedMs, clockMs, life, trueMs: wasMs }): PositionEvent => ({
      sequence,
      streamId: 881,
      at: new Date(at),
      movedMs,
      ageMs: life === device.life ? trueMs - wasMs : null,
      clockAt: new Date(clockMs),
      heard: [],
    }));
    const taken = await store.record(
      index,
      events,
      new Date(trueMs + device.faultMs),
      new Date(trueMs + below(TRANSIT_MS)),
    );
    // Response lost: the device does not know that the events were stored.
    if (fate < 0.3) return;
    if (taken !== null) {
      const by = taken.next - taken.sequence;
      for (const one of device.waiting) if (one.sequence >= taken.sequence) one.sequence += by;
      device.sequence += by;
      device.lasting.sequence = device.sequence;
      return;
    }
    acknowledged.push(...sent.map(({ at }) => ({ device: index, at })));
    const isSent = (one: Waiting) => sent.some(({ trueMs: wasMs }) => wasMs === one.trueMs);
    device.waiting = device.waiting.filter((one) => !isSent(one));
    device.lasting.waiting = device.lasting.waiting.filter((one) => !isSent(one));
  }

  for (let step = 0; step < steps; step++) {
    const index = below(devices.length);
    const device = devices[index]!;
    const what = next();
    if (what < 0.45) {
      // Listens for a moment or for minutes, sometimes after a jump.
      if (next() < 0.3) device.position = FROM_MS + below(LENGTH_MS);
      const movedMs = next() < 0.15 ? 1_000 + below(8_900) : 10_000 + below(300_000);
      device.position += movedMs;
      trueMs += movedMs;
      device.sequence += 1;
      const { sequence, position: at, life } = device;
      truth.push({ device: index, at, movedMs, trueMs });
      device.waiting.push({ sequence, at, movedMs, trueMs, clockMs: trueMs + device.faultMs, life });
      // Persistence lags behind memory.
      if (next() < 0.8) device.lasting = { sequence, waiting: [...device.waiting] };
    } else if (what < 0.75) await handIn(index);
    else if (what < 0.85) device.isOnline = !device.isOnline;
    else if (what < 0.93) {
      device.life += 1;
      device.waiting = device.lasting.waiting.map((one) => ({ ...one }));
      device.sequence = device.lasting.sequence;
    } else trueMs += below(36_000_000);
    trueMs += TRANSIT_MS * 3;
  }

  const faults: string[] = [];
  const kept = await store.kept();
  for (const one of acknowledged)
    if (!kept.some(({ device, at }) => device === one.device && at === one.at))
      faults.push(`seed ${seed}: device ${one.device} was told that ${one.at} is kept, and it is not`);
  // Events stored without an acknowledgement count too.
  const isKept = (one: (typeof truth)[number]) => kept.some(({ device, at }) => device === one.device && at === one.at);
  const [last, ...others] = devices
    .map((_, device) => truth.filter((one) => one.device === device && one.movedMs >= 10_000 && isKept(one)))
    .flatMap((positions) => positions.toSorted((a, b) => b.trueMs - a.trueMs).slice(0, 1))
    .toSorted((a, b) => b.trueMs - a.trueMs);
  const other = last && others.find(({ at }) => Math.abs(at - last.at) > 60_000);
  const position = await store.position();
  if ((position?.at.getTime() ?? null) !== (last?.at ?? null))
    faults.push(`seed ${seed}: the position is ${position?.at.getTime()}, and was ${last?.at}`);
  if ((position?.other?.at.getTime() ?? null) !== (other?.at ?? null))
    faults.push(`seed ${seed}: the other position is ${position?.other?.at.getTime()}, and was ${other?.at}`);
  return faults;
}
