import { isApple, meantForOthers, remoteOf } from './remote-state.ts';

/**
 * Remote playback (AirPlay, Cast): by the standard API if available, else Safari's older one. The remote device fetches
 * the audio itself, so the browser must hold the address natively: Media Source cannot be sent.
 */

const HLS = 'application/vnd.apple.mpegurl';
/** A user gesture is valid for a few seconds: a slower opening needs a second press. */
const OPENS_WITHIN_MS = 4_000;

/**
 * Reports whether a remote device could play an address. The media element itself cannot be asked, as Media Source
 * cannot be sent. If the browser does not know, one may still exist.
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

/** Reports each change between local and remote playback. */
export function watchElsewhere(media: HTMLMediaElement, tell: () => void): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const remote = remoteOf(media);
  for (const type of ['connecting', 'connect', 'disconnect']) remote?.addEventListener(type, tell, { signal });
  if (!remote) media.addEventListener('webkitcurrentplaybacktargetiswirelesschanged', tell, { signal });
  return () => ended.abort();
}

/** `again`: the user gesture has expired. */
export type Shown = 'shown' | 'none' | 'again';

/** Prompts for a remote device. If the browser does not hold the stream natively, reopens it first at its position. */
export async function playElsewhere(
  media: HTMLMediaElement,
  { isHeld, openThere, openHere }: { isHeld: boolean; openThere: () => void; openHere: () => void },
): Promise<Shown> {
  if (!isHeld) {
    meantForOthers.add(media);
    openThere();
    await opened(media);
    // The Media Source engine had disabled it.
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
    // The listener dismissed the prompt.
    return name === 'NotAllowedError' || name === 'AbortError' ? 'shown' : 'none';
  }
}

/** Remote playback has ended: continue locally. */
export function comeBack(media: HTMLMediaElement, openHere: () => void): void {
  if (meantForOthers.delete(media)) openHere();
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
