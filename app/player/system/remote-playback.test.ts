import { beforeEach, describe, expect, it } from 'vitest';
import { FakeMedia } from '#tests/factories/playback/media-element.ts';
import { comeBack, playElsewhere } from './remote-playback.ts';
import { isElsewhere, isHeldForOthers } from './remote-state.ts';

// Without a real remote device or browser: the order of calls, for the standard API and Safari's older one.

class FakeRemote extends EventTarget {
  state = 'disconnected';
  refusal: string | null = null;
  async prompt(): Promise<void> {
    orders.push('prompt');
    if (this.refusal !== null) throw new DOMException('', this.refusal);
    this.state = 'connecting';
  }
}

let orders: string[];
let remote: FakeRemote;
let media: HTMLMediaElement;
beforeEach(() => {
  orders = [];
  remote = new FakeRemote();
  media = Object.assign(new FakeMedia(), { remote }) as unknown as HTMLMediaElement;
});

const openHere = () => void orders.push('here');
function openThere() {
  orders.push(`there, ${isHeldForOthers(media) ? 'held' : 'put together'}`);
  queueMicrotask(() => (media as unknown as FakeMedia).begin());
}
const choose = (isHeld = false) => playElsewhere(media, { isHeld, openThere, openHere });

describe('by the standard', () => {
  it('lets the browser hold the stream before it asks for a machine, and takes it back when it has ended there', async () => {
    expect(await choose()).toBe('shown');
    expect(orders).toEqual(['there, held', 'prompt']);
    expect(isElsewhere(media)).toBe(true);
    remote.state = 'disconnected';
    comeBack(media, openHere);
    expect(orders.at(-1)).toBe('here');
    expect(isHeldForOthers(media)).toBe(false);
    comeBack(media, openHere);
    expect(orders.filter((order) => order === 'here')).toHaveLength(1);
  });

  it('asks at once where the browser holds it anyway', async () => {
    expect(await choose(true)).toBe('shown');
    expect(orders).toEqual(['prompt']);
  });

  it.each([
    ['NotAllowedError', 'shown'],
    ['NotFoundError', 'none'],
    ['NotSupportedError', 'none'],
  ])('goes on here after %s', async (refusal, shown) => {
    remote.refusal = refusal;
    expect(await choose()).toBe(shown);
    expect(orders).toEqual(['there, held', 'prompt', 'here']);
    expect(isHeldForOthers(media)).toBe(false);
  });

  it('stays ready for a second press where the first is too long ago', async () => {
    remote.refusal = 'InvalidAccessError';
    expect(await choose()).toBe('again');
    expect(isHeldForOthers(media)).toBe(true);
    expect(orders).toEqual(['there, held', 'prompt']);
  });
});

it('opens the list of machines of a Safari that knows no standard', async () => {
  const apple = {
    webkitCurrentPlaybackTargetIsWireless: false,
    webkitShowPlaybackTargetPicker: () => orders.push('list'),
  };
  media = Object.assign(new FakeMedia(), apple) as unknown as HTMLMediaElement;
  expect(await choose()).toBe('shown');
  expect(orders).toEqual(['there, held', 'list']);
  Object.assign(media, { webkitCurrentPlaybackTargetIsWireless: true });
  expect(isElsewhere(media)).toBe(true);
});
