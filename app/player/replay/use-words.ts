import { useEffect, useState } from 'react';
import { loadWords, type SaidLine } from './replay-words.ts';

const NOTHING: readonly SaidLine[] = [];

/** Transcript of a section, fetched on demand; empty until then. */
export function useWords(sectionId: number): readonly SaidLine[] {
  const [found, setFound] = useState({ sectionId, lines: NOTHING });
  useEffect(() => {
    let isOver = false;
    void loadWords(sectionId).then((lines) => {
      if (!isOver) setFound({ sectionId, lines });
    });
    return () => {
      isOver = true;
    };
  }, [sectionId]);
  return found.sectionId === sectionId ? found.lines : NOTHING;
}
