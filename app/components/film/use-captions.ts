import { useEffect, useState } from 'react';
import { mediaElement } from '#app/player/player.store.ts';
import type { ScreenTold } from '#app/player/sources/source.ts';
import { SHARED_KEYS } from '#app/storage-keys.ts';

type Captions = ScreenTold['captions'];

function keptLanguage(): string | null {
  try {
    return localStorage.getItem(SHARED_KEYS.captions) || null;
  } catch {
    return null;
  }
}

function keepLanguage(lang: string | null): void {
  try {
    localStorage.setItem(SHARED_KEYS.captions, lang ?? '');
  } catch {
    // It holds for this page alone.
  }
}

/**
 * Captions beside the stream, drawn by the browser: in the size and colours that its owner set in the system. The language
 * that was chosen is kept.
 */
export function useCaptions(captions: Captions): { shown: string | null; show: (lang: string | null) => void } {
  const [shown, setShown] = useState(keptLanguage);

  useEffect(() => {
    const media = mediaElement();
    const chosen = captions.find(({ lang }) => lang === shown);
    if (media === null || chosen === undefined) return undefined;
    // It alone: of several a browser also shows the one in its own language.
    const { lang, label, src } = chosen;
    const track = document.createElement('track');
    Object.assign(track, { kind: 'subtitles', srclang: lang, label, src });
    media.append(track);
    track.track.mode = 'showing';
    return () => track.remove();
  }, [captions, shown]);

  return {
    shown: captions.some(({ lang }) => lang === shown) ? shown : null,
    show: (lang) => {
      setShown(lang);
      keepLanguage(lang);
    },
  };
}
