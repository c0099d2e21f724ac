import { useEffect, useState, type RefObject } from 'react';
import { mediaElement } from '#app/player/player.store.ts';

/** An iPhone gives the whole screen to the picture alone. */
type ApplePicture = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

/** The whole screen for a box with its controls, where the browser has that; else for the picture. */
export function useFullScreen(box: RefObject<HTMLElement | null>): { isFull: boolean; toggle: () => void } {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const look = () => setFull(document.fullscreenElement !== null && document.fullscreenElement === box.current);
    document.addEventListener('fullscreenchange', look);
    return () => document.removeEventListener('fullscreenchange', look);
  }, [box]);
  return {
    isFull,
    toggle: () => {
      const element = box.current;
      if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => undefined);
      else if (element !== null && 'requestFullscreen' in element)
        void element.requestFullscreen().catch(() => undefined);
      else (mediaElement() as ApplePicture | null)?.webkitEnterFullscreen?.();
    },
  };
}
