/**
 * Sound on another machine (AirPlay, Cast): by the standard where a browser has it, by Safari's older way else. Another machine
 * asks for the sound itself, so what it is to play is held by the browser and not put together by us.
 */

interface AppleMedia extends HTMLMediaElement {
  webkitShowPlaybackTargetPicker: () => void;
  webkitCurrentPlaybackTargetIsWireless: boolean;
}
/** Firefox has neither. */
type SomeMedia = Omit<HTMLMediaElement, 'remote'> & { remote?: RemotePlayback };

const HLS = 'application/vnd.apple.mpegurl';
/** A press counts for some seconds: what takes longer to open wants a second one. */
const OPENS_WITHIN_MS = 4_000;

const remoteOf = (media: HTMLMediaElement): RemotePlayback | undefined => (media as SomeMedia).remote;
const isApple = (media: HTMLMediaElement): media is AppleMedia => 'webkitShowPlaybackTargetPicker' in media;

/** What is to be played elsewhere, until it has ended there. */
const meant = new WeakSet<HTMLMediaElement>();

/** Whether what sounds, sounds on another machine. */
export function isElsewhere(media: HTMLMediaElement): boolean {
  const remote = remoteOf(media);
  return remote ? remote.state !== 'disconnected' : isApple(media) && media.webkitCurrentPlaybackTargetIsWireless;
}

/** Whether the browser must hold the stream itself, as another machine plays it or is about to. */
export const isHeldForOthers = (media: HTMLMediaElement): boolean => meant.has(media) || isElsewhere(media);

/**
 * Tells whether there is a machine that could play an address. The element that sounds cannot be asked: what we put together
 * plays nowhere else. A browser that does not know may still have one.
 */
export function watchOffer(address: string, tell: (isOffered: boolean) => void): () => void {
  const probe = document.createElement('audio');
  const remote = remoteOf(probe);
  if (probe.canPlayType(HLS) === '') return () => undefined;
  if (remote) {
    probe.preload = 'none';
    probe.src = address;
    let watch: number | undefined;
    let isOver = false;
    const end = () => void remote.cancelWatchAvailability(watch).catch(() => undefined);
    remote.watchAvailability(tell).then(
      (id) => {
        watch = id;
        if (isOver) end();
      },
      () => tell(true),
    );
    return () => {
      isOver = true;
      if (watch !== undefined) end();
    };
  }
  if (!isApple(probe)) return () => undefined;
  const heard = (event: Event) => tell((event as Event & { availability?: string }).availability === 'available');
  probe.addEventListener('webkitplaybacktargetavailabilitychanged', heard);
  return () => probe.removeEventListener('webkitplaybacktargetavailabilitychanged', heard);
}

/** Tells of each change of where it sounds. */
export function watchElsewhere(media: HTMLMediaElement, tell: () => void): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const remote = remoteOf(media);
  for (const type of ['connecting', 'connect', 'disconnect']) remote?.addEventListener(type, tell, { signal });
  if (!remote) media.addEventListener('webkitcurrentplaybacktargetiswirelesschanged', tell, { signal });
  return () => ended.abort();
}

/** `again`: the press is too long ago by now. */
export type Shown = 'shown' | 'none' | 'again';

/** Lets the listener choose a machine. What the browser does not hold itself yet is opened anew first, at its place. */
export async function playElsewhere(
  media: HTMLMediaElement,
  { isHeld, openThere, openHere }: { isHeld: boolean; openThere: () => void; openHere: () => void },
): Promise<Shown> {
  if (!isHeld) {
    meant.add(media);
    openThere();
    await opened(media);
    // What put the stream together before had switched it off.
    media.disableRemotePlayback = false;
  }
  try {
    const remote = remoteOf(media);
    if (remote) await remote.prompt();
    else if (isApple(media)) media.webkitShowPlaybackTargetPicker();
    return 'shown';
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    if (name === 'InvalidAccessError') return 'again';
    comeBack(media, openHere);
    // Who chose none said so.
    return name === 'NotAllowedError' || name === 'AbortError' ? 'shown' : 'none';
  }
}

/** It sounds on no other machine any more: this one goes on by itself. */
export function comeBack(media: HTMLMediaElement, openHere: () => void): void {
  if (meant.delete(media)) openHere();
}

const opened = (media: HTMLMediaElement): Promise<void> =>
  new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      media.removeEventListener('loadedmetadata', end);
      done();
    };
    const timer = setTimeout(end, OPENS_WITHIN_MS);
    media.addEventListener('loadedmetadata', end);
  });
