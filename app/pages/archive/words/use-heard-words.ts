import { useEffect, useState } from 'react';
import type { PartView } from '#app/components/archive/replay-view.ts';
import { useSoundingSection } from '#app/player/sounding-section.ts';

type Loaded = Pick<typeof import('./heard-words.tsx'), 'HeardWords'> & {
  part: PartView;
  said: Awaited<ReturnType<typeof import('./heard-words.tsx').loadWords>>;
};

/**
 * The transcript of the part of a broadcast that was heard last, with the code that shows it: both are loaded with the
 * first press. Null before, and if no part that was heard has one.
 */
export function useHeardWords(parts: readonly PartView[]): Loaded | null {
  const sounding = useSoundingSection();
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const heard = parts.find(({ id }) => id === sounding);
  const isLoaded = loaded?.part.id === heard?.id;
  useEffect(() => {
    if (heard === undefined || isLoaded) return undefined;
    let isOver = false;
    void (async () => {
      try {
        const { HeardWords, loadWords } = await import('./heard-words.tsx');
        const said = await loadWords(heard.id);
        if (!isOver && said.length > 0) setLoaded({ HeardWords, part: heard, said });
      } catch {
        // The page's own transcript stays.
      }
    })();
    return () => {
      isOver = true;
    };
  }, [heard, isLoaded]);
  return loaded !== null && parts.some(({ id }) => id === loaded.part.id) ? loaded : null;
}
