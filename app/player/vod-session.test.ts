import { describe, expect, it } from 'vitest';
import { effectsOf, reducePlayer, type PlayerEvent } from './player.machine.ts';
import { initialPlayer, playerStateNumber, wantsSound, type PlayerState, type VodSession } from './player.state.ts';
import { fileOf } from '#tests/factories/playback/sources.ts';
import { replaySource, turnSources, type ReplaySource } from './sources/replay.ts';
import { stopsInMs } from './vod-session.ts';

const source = fileOf();
const step = (state: PlayerState, event: PlayerEvent) => reducePlayer(state, event, 0);
const after = (...events: PlayerEvent[]) => events.reduce(step, initialPlayer);
const sessionAfter = (...events: PlayerEvent[]) => after(...events).session as VodSession;
const play = { type: 'play', source } satisfies PlayerEvent;
const at = (positionMs: number, durationMs = 60_000): PlayerEvent => ({
  type: 'clock',
  clock: { positionMs, durationMs },
});

describe('a clip', () => {
  const clip = { ...source, hasSpeeds: true, stopsAtMs: 30_000 };
  const clipped = (...events: PlayerEvent[]) =>
    after({ type: 'play', source: clip, startAtMs: 20_000 }, { type: 'playing' }, ...events);
  const over = clipped(at(29_900), at(30_200));

  it('pauses at its end, and goes on from there when asked', () => {
    expect(clipped(at(29_900)).session?.phase).toBe('playing');
    expect(over.session).toMatchObject({ phase: 'paused', pausedBy: 'clip', positionMs: 30_000, ended: false });
    expect(effectsOf(clipped(at(29_900)), over)).toContainEqual({ type: 'hush' });
    const on = [{ type: 'resume' }, { type: 'playing' }, at(30_500)] satisfies PlayerEvent[];
    expect(on.reduce(step, over).session).toMatchObject({ phase: 'playing', positionMs: 30_500 });
  });

  it('does not pause for who moves beyond it, and does again for who moves back', () => {
    expect(clipped({ type: 'seek', toMs: 40_000 }, at(40_100)).session?.phase).toBe('playing');
    const back = [{ type: 'resume' }, { type: 'seek', toMs: 25_000 }, { type: 'playing' }, at(25_100)] as const;
    const again = back.reduce<PlayerState>(step, over);
    expect(again.session?.phase).toBe('playing');
    expect(step(again, at(30_010)).session?.phase).toBe('paused');
  });

  it('knows when it ends, at the speed it is heard', () => {
    expect(stopsInMs(clipped(at(29_000)).session as VodSession)).toBe(1_000);
    expect(stopsInMs(clipped(at(29_000), { type: 'setSpeed', speed: 2 }).session as VodSession)).toBe(500);
    expect(stopsInMs(over.session as VodSession)).toBeNull();
  });
});

describe('a recording', () => {
  it('opens where it was left, but not in its last second', () => {
    expect(sessionAfter({ ...play, startAtMs: 20_000 }).load?.startAtMs).toBe(20_000);
    expect(sessionAfter({ ...play, startAtMs: 59_500 }).load?.startAtMs).toBe(0);
  });

  it('keeps the position asked for until the file has begun, whatever the element says', () => {
    expect(sessionAfter({ ...play, startAtMs: 20_000 }, at(0)).positionMs).toBe(20_000);
    expect(sessionAfter({ ...play, startAtMs: 20_000 }, { type: 'playing' }, at(20_100)).positionMs).toBe(20_100);
  });

  it('moves inside the file without opening it again, and never beyond its ends', () => {
    const playing = after(play, { type: 'playing' });
    const moved = step(playing, { type: 'seek', toMs: 90_000 });
    expect(effectsOf(playing, moved)).toContainEqual({ type: 'seek', toMs: 60_000 });
    expect(effectsOf(playing, moved)).not.toContainEqual({ type: 'open' });
    expect(moved.session).toMatchObject({ positionMs: 60_000 });
    expect(sessionAfter(play, { type: 'playing' }, { type: 'seek', toMs: -5_000 }).positionMs).toBe(0);
    expect(sessionAfter(play, { type: 'playing' }, at(30_000), { type: 'skip', byMs: -15_000 }).positionMs).toBe(
      15_000,
    );
  });

  it('opens again where a move comes before the file has begun', () => {
    const [loading, moved] = [after(play), after(play, { type: 'seek', toMs: 30_000 })];
    expect(moved.session?.load).toEqual({ startAtMs: 30_000 });
    expect(effectsOf(loading, moved)).toContainEqual({ type: 'open' });
  });

  it('pauses and goes on in place, however long that takes', () => {
    const playing = after(play, { type: 'playing' }, at(10_000));
    const paused = step(playing, { type: 'pause', by: 'listener' });
    expect(wantsSound(paused.session)).toBe(false);
    expect(effectsOf(playing, paused)).toEqual([{ type: 'hush' }, { type: 'wait', next: null }]);
    const again = step(paused, { type: 'resume' });
    expect(again.session).toMatchObject({ phase: 'buffering', load: playing.session?.load, positionMs: 10_000 });
    expect(effectsOf(paused, again)).toContainEqual({ type: 'start' });
    // Play at the current position is the same as resume.
    expect(step(paused, play)).toEqual(again);
    expect(step(again, play)).toBe(again);
  });

  it('is ended at its end, and begins again when played once more', () => {
    const ended = after(play, { type: 'playing' }, at(59_000), { type: 'ended' });
    expect([playerStateNumber(ended), ended.session]).toMatchObject([0, { positionMs: 60_000 }]);
    expect(step(ended, { type: 'resume' }).session?.seek?.toMs).toBe(0);
    expect(step(step(ended, { type: 'close' }), play).session?.load?.startAtMs).toBe(0);
  });

  it('takes the length of the file once it is known', () => {
    expect(sessionAfter(play, { type: 'playing' }, at(1, 61_234)).durationMs).toBe(61_234);
  });

  it('comes back by itself where it was, and asks the listener after several failures in a row', () => {
    const lost: PlayerEvent = { type: 'lost', code: '120006', retry: true };
    let state = after(play, { type: 'playing' }, at(30_000));
    for (let i = 1; i < 4; i++) {
      state = step(state, lost);
      expect(state.session?.phase).toBe('reconnecting');
      state = step(state, { type: 'reconnect' });
      expect(state.session?.load?.startAtMs).toBe(30_000);
    }
    state = step(state, lost);
    expect(state.session).toMatchObject({ phase: 'failed', error: '120006', retrying: false, load: null });
    const again = step(state, { type: 'resume' });
    expect(again.session).toMatchObject({ phase: 'loading', load: { startAtMs: 30_000 }, attempts: 0 });
  });

  describe('that failed without a network', () => {
    const lost: PlayerEvent = { type: 'lost', code: '120006', retry: true };
    const again: PlayerEvent = { type: 'reconnect' };
    const online: PlayerEvent = { type: 'online' };
    const losses = [lost, again, lost, again, lost, again, lost];
    const failed = after(play, { type: 'playing' }, at(30_000), ...losses);

    it('is resumed where it was once that is back', () => {
      const back = step(failed, online);
      expect(back.session).toMatchObject({ phase: 'loading', load: { startAtMs: 30_000 }, attempts: 0, error: null });
      expect(effectsOf(failed, back)).toContainEqual({ type: 'open' });
    });

    it('is resumed once, until it sounds or is played again', () => {
      const twice = [online, ...losses].reduce(step, failed);
      expect(twice.session).toMatchObject({ phase: 'failed', retrying: false });
      expect(step(twice, online)).toBe(twice);
      for (const heard of [
        [online, { type: 'playing' } as const],
        [online, ...losses, { type: 'resume' } as const],
      ])
        expect([...heard, ...losses, online].reduce(step, failed).session?.phase).toBe('loading');
    });

    it.each(['listener', 'sleep', 'other-tab'] as const)('stays silent after a pause by %s', (by) => {
      const paused = step(failed, { type: 'pause', by });
      expect(paused.session).toMatchObject({ phase: 'failed', error: '120006' });
      expect(step(paused, online)).toBe(paused);
      expect(step(paused, { type: 'resume' }).session?.phase).toBe('loading');
    });

    it('stays silent once the sleep timer has ended, or it was closed', () => {
      for (const left of [{ type: 'slept' }, { type: 'close' }] as const) {
        const over = step(failed, left);
        expect(step(over, online)).toBe(over);
      }
    });
  });

  it.each([
    ['a refusal', { code: '121003', retry: false, refused: { code: '121003', message: '', detail: null } }],
    ['an item that is not there', { code: '120010', retry: false, refused: { code: 6, message: '', detail: null } }],
    ['a file that cannot be decoded', { code: '120008', retry: false }],
  ] as const)('is not resumed by the network after %s', (_, why) => {
    const failed = after(play, { type: 'playing' }, at(30_000), { type: 'lost', ...why });
    expect(failed.session?.phase).toBe('failed');
    expect(step(failed, { type: 'online' })).toBe(failed);
  });

  it('stops asking for a file that cannot be decoded', () => {
    expect(sessionAfter(play, { type: 'lost', code: '120008', retry: false }).phase).toBe('failed');
  });

  it('forgets failures once it sounds', () => {
    const { attempts, error } = sessionAfter(
      play,
      { type: 'lost', code: '120006', retry: true },
      { type: 'reconnect' },
      { type: 'playing' },
    );
    expect([attempts, error]).toEqual([0, null]);
  });

  it('holds nothing once closed', () => {
    const closed = after(play, { type: 'playing' }, { type: 'close' });
    expect([closed.session, playerStateNumber(closed)]).toEqual([null, -1]);
    expect(effectsOf(after(play), closed)).toContainEqual({ type: 'open' });
  });
});

it('R-252 numbers its states as the live player does', () => {
  expect(playerStateNumber(after(play))).toBe(3);
  expect(playerStateNumber(after(play, { type: 'playing' }))).toBe(1);
  expect(playerStateNumber(after(play, { type: 'playing' }, { type: 'pause', by: 'system' }))).toBe(2);
});

describe('a replay', () => {
  const asked = replaySource({ sectionId: 11 }, 'auto');
  const next = replaySource({ sectionId: 12 }, 'auto');
  const answered: ReplaySource = {
    ...asked,
    title: '的士高峰',
    durationMs: 60_000,
    zeroMs: 1_000_000,
    isWhole: true,
    next,
  };
  const press: PlayerEvent = { type: 'play', source: asked, startAtMs: null };
  const learnt: PlayerEvent = { type: 'learnt', source: answered, startAtMs: 20_000 };
  /** Its clock has no length: that comes from its call. */
  const heard = (positionMs: number) => at(positionMs, 0);
  const playing = [press, learnt, { type: 'playing' }, heard(20_500)] satisfies PlayerEvent[];

  it('begins where its kind says, and is opened once for it', () => {
    const pressed = after(press);
    expect(pressed.session?.load).toEqual({ startAtMs: null });
    const known = step(pressed, learnt);
    expect(known.session).toMatchObject({ positionMs: 20_000, durationMs: 60_000, source: { title: '的士高峰' } });
    expect(effectsOf(pressed, known)).not.toContainEqual({ type: 'open' });
  });

  it('is still its kind’s to position where it was lost before it was known', () => {
    const again = after(press, { type: 'lost', code: '120006', retry: true }, { type: 'reconnect' });
    expect(again.session?.load).toEqual({ startAtMs: null });
    const known = step(again, learnt);
    const lost = [{ type: 'lost', code: '120006', retry: true }, { type: 'reconnect' }] satisfies PlayerEvent[];
    expect(lost.reduce(step, known).session?.load).toEqual({ startAtMs: 20_000 });
  });

  it('ends at its end, wherever its last segment ends, and is followed by the next', () => {
    const ended = after(...playing, heard(60_010));
    expect(ended.session).toMatchObject({ source: { key: 'replay/12' }, phase: 'loading', load: { startAtMs: 0 } });
    const last = { ...answered, next: null };
    const alone = after(press, { ...learnt, source: last }, { type: 'playing' }, heard(60_010));
    expect(alone.session).toMatchObject({ phase: 'paused', ended: true, positionMs: 60_000 });
    expect(wantsSound(alone.session)).toBe(false);
  });

  it('that is still on air does not end where its end is planned', () => {
    const open = { ...answered, isWhole: false };
    const state = after(press, { ...learnt, source: open }, { type: 'playing' }, heard(60_010));
    expect(state.session).toMatchObject({ phase: 'playing', source: { key: 'replay/11' } });
  });

  it('steps back to its beginning, and from there to what came before', () => {
    const previous = replaySource({ sectionId: 10 }, 'auto');
    const second = { ...answered, previous };
    const state = after(press, { ...learnt, source: second }, { type: 'playing' }, heard(20_500));
    const begun = step(state, { type: 'step', to: 'previous' });
    expect(begun.session).toMatchObject({ positionMs: 0, source: { key: 'replay/11' } });
    expect(step(begun, { type: 'step', to: 'previous' }).session).toMatchObject({ source: { key: 'replay/10' } });
  });

  it('keeps its speed from section to section; a recording has none', () => {
    const before = after(...playing);
    const fast = step(before, { type: 'setSpeed', speed: 1.5 });
    expect(effectsOf(before, fast)).toContainEqual({ type: 'speed', speed: 1.5 });
    expect(step(fast, { type: 'step', to: 'next' }).session).toMatchObject({ speed: 1.5 });
    expect(step(fast, play).session).toMatchObject({ speed: 1 });
    expect(sessionAfter(play, { type: 'playing' }, { type: 'setSpeed', speed: 2 }).speed).toBe(1);
  });

  it('is opened anew in another quality, at its position', () => {
    const changed = step(after(...playing), { type: 'change', source: { ...answered, quality: 'sd' } as ReplaySource });
    expect(changed.session).toMatchObject({ load: { startAtMs: 20_500 }, source: { quality: 'sd' } });
  });

  it('goes back to where the sleep timer was set, over the edges of sections', () => {
    const sleep = { until: 'time', minutes: 15, endsAtMs: 900_000 } as const;
    const set = step(after(...playing), { type: 'setSleep', sleep });
    const slept = [heard(60_010), { type: 'playing' }, { type: 'slept' }] satisfies PlayerEvent[];
    const asleep = slept.reduce(step, set);
    expect(asleep.session).toMatchObject({ phase: 'paused', pausedBy: 'sleep', source: { key: 'replay/12' } });
    expect(step(asleep, { type: 'resumeSlept' }).session).toMatchObject({
      source: { key: 'replay/11' },
      load: { startAtMs: 20_500 },
    });
    const near = step(step(set, heard(30_000)), { type: 'slept' });
    const back = step(near, { type: 'resumeSlept' });
    expect(back.session).toMatchObject({ positionMs: 20_500, phase: 'buffering' });
    expect(back.sleptAt).toBeNull();
  });

  it('keeps what it was refused with until it is opened again', () => {
    const refused = { code: 20003, message: '', detail: undefined };
    const state = after(press, { type: 'lost', code: '121001', retry: false, refused });
    expect(state.session).toMatchObject({ phase: 'failed', refused });
    expect(step(state, { type: 'resume' }).session).toMatchObject({ refused: null, load: { startAtMs: null } });
  });
});

describe('a list played in turn', () => {
  const songs = [1, 2, 3].map((n) => ({
    sectionId: n,
    startsAtMs: n * 100_000 + 5_000,
    endsAtMs: n * 100_000 + 8_000,
    title: `歌 ${n}`,
    artist: '歌手',
    page: `/songs/song/${n}`,
  }));
  const [first] = turnSources(songs);
  /** As its call answers: the section begins five seconds before the song. */
  const learn = (source: ReplaySource): PlayerEvent => ({
    type: 'learnt',
    source: {
      ...source,
      zeroMs: source.song!.startsAtMs - 5_000,
      durationMs: 60_000,
      beginsAtMs: 5_000,
      stopsAtMs: 8_000,
    },
    startAtMs: 5_000,
  });
  const heard = (state: PlayerState) => (state.session as VodSession).source as ReplaySource;
  const learnt = (state: PlayerState): PlayerState =>
    [learn(heard(state)), { type: 'playing' } as const].reduce(step, state);
  const playing = learnt(after({ type: 'play', source: first!, startAtMs: null }));

  it('goes on with the next song where that begins, and pauses after the last', () => {
    const second = step(step(playing, at(7_900)), at(8_100));
    expect(heard(second).title).toBe('歌 2');
    // Its kind says where it begins, as with a press on it.
    expect(second.session).toMatchObject({ phase: 'loading', load: { startAtMs: null } });
    const third = step(step(learnt(second), at(7_900)), at(8_100));
    const over = step(step(learnt(third), at(7_900)), at(8_100));
    expect(heard(over).title).toBe('歌 3');
    expect(over.session).toMatchObject({ phase: 'paused', ended: false });
  });

  it('steps to the song before, or to the beginning of one that was heard for a while, not of its broadcast', () => {
    const second = learnt(step(playing, { type: 'step', to: 'next' }));
    expect(heard(second).title).toBe('歌 2');
    expect(heard(step(second, { type: 'step', to: 'previous' })).title).toBe('歌 1');
    const late = step(playing, { type: 'step', to: 'previous' });
    expect(late.session).toMatchObject({ positionMs: 5_000 });
    expect(heard(late).title).toBe('歌 1');
  });

  it('goes on with songs that are added while the last one plays', () => {
    const [last] = turnSources(songs.slice(0, 1));
    const alone = learnt(after({ type: 'play', source: last!, startAtMs: null }));
    const [more] = turnSources(songs.slice(1), heard(alone));
    const amended = step(alone, { type: 'amend', source: { ...heard(alone), next: more! } });
    const next = step(step(amended, at(7_900)), at(8_100));
    expect(heard(next).title).toBe('歌 2');
    expect(heard(next).previous).toMatchObject({ title: '歌 1' });
  });
});
