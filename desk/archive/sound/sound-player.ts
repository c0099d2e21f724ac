// Plays the sound of a broadcast at the desk by Web Audio: forward and backward, at several speeds, and to the instant.

/** Sound is fetched in pieces of this length. */
const PIECE_MS = 30_000;
/** Fetched before a piece, because a decoder needs some frames before it gives sound. */
const LEAD_MS = 200;
const KEPT_PIECES = 12;
/** The next piece is scheduled this long before the current one ends. */
const AHEAD_MS = 3_000;
const TICK_MS = 100;

interface SoundState {
  /** Air time of what is heard, Unix ms. */
  atMs: number;
  /** Where it last stopped, for screen readers. */
  stoodMs: number;
  /** 1: as broadcast; negative: backward. */
  rate: number;
  status: 'still' | 'loading' | 'playing' | 'failed';
}

export interface SoundPlayer {
  subscribe: (onChange: () => void) => () => void;
  state: () => SoundState;
  /** From where it is, unless another instant is given; `untilMs`: stops there. */
  play(options?: { rate?: number; fromMs?: number; untilMs?: number }): void;
  pause(): void;
  /** Seeks, without starting or stopping. */
  seek(atMs: number): void;
  /** Plays spans one after the other. */
  playSpans(spans: readonly { fromMs: number; toMs: number }[]): void;
  /** Range that may be requested, Unix ms, after edges have moved. */
  reach(fromMs: number, toMs: number): void;
  close(): void;
}

/** Puts the decoded parts at their air time in a buffer of a whole piece; what is missing is silent. */
function pieceOf(
  context: AudioContext,
  decoded: AudioBuffer,
  {
    startMs,
    parts,
  }: { startMs: number; parts: readonly (readonly [airMs: number, offsetMs: number, lastsMs: number])[] },
): AudioBuffer {
  const { sampleRate, numberOfChannels } = decoded;
  const samples = (ms: number) => Math.round((ms * sampleRate) / 1_000);
  const piece = context.createBuffer(numberOfChannels, samples(PIECE_MS), sampleRate);
  for (let channel = 0; channel < numberOfChannels; channel++) {
    const from = decoded.getChannelData(channel);
    const to = piece.getChannelData(channel);
    for (const [airMs, offsetMs, lastsMs] of parts) {
      const skipped = Math.max(0, startMs - airMs);
      const some = from.subarray(samples(offsetMs + skipped), samples(offsetMs + lastsMs));
      const at = samples(Math.max(0, airMs - startMs));
      to.set(some.subarray(0, Math.max(0, to.length - at)), at);
    }
  }
  return piece;
}

function reversed(context: AudioContext, piece: AudioBuffer): AudioBuffer {
  const { numberOfChannels, length, sampleRate } = piece;
  const back = context.createBuffer(numberOfChannels, length, sampleRate);
  for (let channel = 0; channel < numberOfChannels; channel++)
    back.getChannelData(channel).set(piece.getChannelData(channel).slice().reverse());
  return back;
}

export function createSoundPlayer({
  archiveId,
  atMs,
  ...reach
}: {
  archiveId: number;
  /** Where it begins. */
  atMs: number;
  /** Range that may be requested. */
  fromMs: number;
  toMs: number;
}): SoundPlayer {
  let { fromMs, toMs } = reach;
  let context: AudioContext | undefined;
  let state: SoundState = { atMs, stoodMs: atMs, rate: 1, status: 'still' };
  /** Incremented by each command, which ends the work of earlier ones. */
  let turn = 0;
  /** Time of the context, with the instant heard then and the rate from then on. */
  let anchors: { whenS: number; atMs: number; rate: number }[] = [];
  const sources = new Set<AudioBufferSourceNode>();
  const pieces = new Map<number, Promise<AudioBuffer | null>>();
  const listeners = new Set<() => void>();
  const set = (change: Partial<SoundState>) => {
    const next = { ...state, ...change };
    state = next.status === 'playing' ? next : { ...next, stoodMs: next.atMs };
    for (const listener of listeners) listener();
  };
  const within = (ms: number) => Math.min(toMs, Math.max(fromMs, ms));

  async function fetchPiece(on: AudioContext, index: number): Promise<AudioBuffer | null> {
    const startMs = index * PIECE_MS;
    const from = Math.max(fromMs, startMs - LEAD_MS);
    const to = Math.min(toMs, startMs + PIECE_MS);
    const path = `/api/staff/archive/${archiveId}/sound.m4a?from_ms=${Math.ceil(from)}&to_ms=${Math.floor(to)}`;
    const reply = await fetch(path, { signal: AbortSignal.timeout(20_000) });
    // No sound was stored, or all of it is removed.
    if (reply.status === 204) return null;
    if (!reply.ok) throw new Error(`the sound was answered with ${reply.status}`);
    const parts = JSON.parse(reply.headers.get('sound-parts') ?? '[]') as [number, number, number][];
    return pieceOf(on, await on.decodeAudioData(await reply.arrayBuffer()), { startMs, parts });
  }

  function pieceAt(on: AudioContext, index: number): Promise<AudioBuffer | null> {
    const there = pieces.get(index);
    if (there) return there;
    const made = fetchPiece(on, index);
    pieces.set(index, made);
    made.catch(() => pieces.delete(index));
    const oldest = pieces.keys().next().value;
    if (pieces.size > KEPT_PIECES && oldest !== undefined) pieces.delete(oldest);
    return made;
  }

  function heardMs(): number {
    const nowS = context?.currentTime ?? 0;
    const last = anchors.findLast(({ whenS }) => whenS <= nowS);
    return last === undefined ? state.atMs : within(last.atMs + (nowS - last.whenS) * 1_000 * last.rate);
  }

  function silence(): void {
    turn++;
    for (const source of sources) source.stop();
    sources.clear();
    anchors = [];
  }

  const until = (on: AudioContext, whenS: number, mine: number): Promise<void> =>
    new Promise((done) => {
      const timer = setInterval(() => {
        if (mine === turn && on.currentTime < whenS) {
          set({ atMs: heardMs() });
          return;
        }
        clearInterval(timer);
        done();
      }, TICK_MS);
    });

  /** Resolves when the sound has ended or another command was given; false: the latter. */
  async function run(from: number, to: number, rate: number): Promise<boolean> {
    silence();
    const mine = turn;
    set({ status: 'loading', rate, atMs: within(from) });
    const on = (context ??= new AudioContext());
    try {
      await on.resume();
      let at = within(from);
      let whenS = 0;
      const end = rate > 0 ? Math.min(to, toMs) : fromMs;
      while (mine === turn && (rate > 0 ? at < end : at > end)) {
        const index = rate > 0 ? Math.floor(at / PIECE_MS) : Math.ceil(at / PIECE_MS) - 1;
        const piece = await pieceAt(on, index);
        if (mine !== turn) return false;
        const [startMs, endMs] = [index * PIECE_MS, (index + 1) * PIECE_MS];
        const stop = rate > 0 ? Math.min(endMs, end) : Math.max(startMs, end);
        whenS = Math.max(whenS, on.currentTime + 0.02);
        const lastsS = Math.abs(stop - at) / 1_000;
        if (piece !== null) {
          const source = on.createBufferSource();
          source.buffer = rate > 0 ? piece : reversed(on, piece);
          source.playbackRate.value = Math.abs(rate);
          source.connect(on.destination);
          source.onended = () => sources.delete(source);
          source.start(whenS, (rate > 0 ? at - startMs : endMs - at) / 1_000, lastsS);
          sources.add(source);
        }
        anchors.push({ whenS, atMs: at, rate });
        set({ status: 'playing', atMs: heardMs() });
        at = stop;
        whenS += lastsS / Math.abs(rate);
        const isLast = rate > 0 ? at >= end : at <= end;
        await until(on, isLast ? whenS : whenS - AHEAD_MS / 1_000, mine);
      }
      if (mine !== turn) return false;
      silence();
      set({ status: 'still', rate: 1, atMs: within(rate > 0 ? end : fromMs) });
      return true;
    } catch {
      if (mine === turn) set({ status: 'failed', rate: 1 });
      return false;
    }
  }

  const player: SoundPlayer = {
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    state: () => state,
    play({ rate = 1, fromMs: from = heardMs(), untilMs: to = Infinity } = {}) {
      // At its end, play begins again at its beginning.
      void run(rate > 0 && from >= toMs ? fromMs : from, to, rate);
    },
    pause() {
      const at = heardMs();
      silence();
      set({ status: 'still', rate: 1, atMs: at });
    },
    seek(ms) {
      if (state.status === 'playing' || state.status === 'loading') player.play({ rate: state.rate, fromMs: ms });
      else {
        silence();
        set({ status: 'still', atMs: within(ms) });
      }
    },
    playSpans(spans) {
      void (async () => {
        for (const span of spans) if (!(await run(span.fromMs, span.toMs, 1))) return;
      })();
    },
    reach(from, to) {
      [fromMs, toMs] = [from, to];
      // The first and last pieces may have been cut short.
      pieces.clear();
    },
    close() {
      silence();
      listeners.clear();
      void context?.close();
    },
  };
  return player;
}
