import { useEffect, useState, type ComponentType } from 'react';
import { useCaptioned } from '#app/components/captions/use-captioned.ts';
import { notify } from '#app/components/shell/dialogs.ts';
import type { Session } from '#app/player/player.state.ts';
import type { ScreenDetails } from '#app/player/sources/source.ts';
import { liveCaptionsText as words } from '#app/text/zh-hk/live-captions.ts';
import { keepLanguage, keptLanguage } from './use-captions.ts';

type Strip = ComponentType<{ captioned: string; isOver: boolean }>;

/** Captions of an event are in one language; the choice applies to films too. */
const LANGUAGE = 'zh-Hant-HK';

/**
 * Live captions of an event, offered once its picture plays and there are some. Null: it is not an event. The
 * strip that shows them is loaded on demand.
 */
export function useEventCaptions(details: ScreenDetails | null, { phase }: Session) {
  const address = details?.cues ?? null;
  const [hasPlayed, setPlayed] = useState(false);
  if (phase === 'playing' && !hasPlayed) setPlayed(true);
  const isOffered = useCaptioned(String(details?.streamId), hasPlayed ? address : null) !== null;
  const [isWanted, setWanted] = useState(() => keptLanguage() !== null);
  const [Strip, setStrip] = useState<Strip | null>(null);
  const isDue = isOffered && isWanted;
  useEffect(() => {
    if (!isDue) return undefined;
    let isLeft = false;
    import('#app/components/captions/caption-strip.tsx')
      .then(({ CaptionStrip }) => isLeft || setStrip(() => CaptionStrip))
      .catch(() => {
        if (isLeft) return;
        setWanted(false);
        notify(words.notOpened, 'info');
      });
    return () => {
      isLeft = true;
    };
  }, [isDue]);
  if (address === null) return null;
  return {
    isOffered,
    isShown: isDue,
    toggle: () => {
      if (!isOffered) return;
      setWanted(!isWanted);
      keepLanguage(isWanted ? null : (keptLanguage() ?? LANGUAGE));
    },
    /** What is shown, and where its captions are. */
    strip: isDue && Strip !== null ? { Strip, captioned: address } : null,
  };
}
