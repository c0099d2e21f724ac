import { useEffect, useRef, useState } from 'react';
import { mediaElement } from '#app/player/player.store.ts';
import type { ScreenDetails } from '#app/player/sources/source.ts';
import { SHARED_KEYS } from '#app/storage-keys.ts';

const NONE: ScreenDetails['captions'] = [];

/** The chosen language of captions; null: none. */
export function keptLanguage(): string | null {
  try {
    return localStorage.getItem(SHARED_KEYS.captions) || null;
  } catch {
    return null;
  }
}

export function keepLanguage(lang: string | null): void {
  try {
    localStorage.setItem(SHARED_KEYS.captions, lang ?? '');
  } catch {
    // The choice applies to this page only.
  }
}

/**
 * Captions beside the stream, rendered by the browser in the size and colours set in the system. The chosen language is
 * stored. Their addresses change with each renewal of the grant; loaded captions stay.
 */
export function useCaptions(details: ScreenDetails | null): {
  captions: ScreenDetails['captions'];
  shown: string | null;
  show: (lang: string | null) => void;
} {
  const [wanted, setWanted] = useState(keptLanguage);
  const captions = details?.captions ?? NONE;
  const chosen = captions.find(({ lang }) => lang === wanted);
  const { lang = null, label = '', src = '' } = chosen ?? {};
  // Before the rental period starts, captions cover one minute only.
  const isClosed = details?.window?.startsAtMs === null;
  const address = useRef(src);
  const here = useRef<HTMLTrackElement>(null);

  useEffect(() => {
    address.current = src;
    const track = here.current;
    // Refused under the previous grant, such as after a long pause.
    if (track?.readyState === HTMLTrackElement.ERROR) track.src = src;
  }, [src]);

  useEffect(() => {
    const media = mediaElement();
    if (media === null || lang === null) return undefined;
    // Only this track: with several, browsers also show the one in their own language.
    const track = document.createElement('track');
    Object.assign(track, { kind: 'subtitles', srclang: lang, label, src: address.current });
    media.append(track);
    track.track.mode = 'showing';
    here.current = track;
    return () => {
      here.current = null;
      track.remove();
    };
  }, [lang, label, isClosed]);

  return {
    captions,
    shown: lang,
    show: (next) => {
      setWanted(next);
      keepLanguage(next);
    },
  };
}
