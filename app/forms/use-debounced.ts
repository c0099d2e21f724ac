import { useEffect, useState } from 'react';

/** Long enough that nobody is spoken to between two letters. */
const SETTLED_MS = 1_000;

/** Of a code, which is copied in groups: each that is looked up and is none counts against its member and address. */
export const CODE_SETTLED_MS = 2_500;

/** What was written, once it has stayed the same for a second: for words that are read aloud while somebody types. */
export function useDebounced(words: string, settledMs = SETTLED_MS): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), settledMs);
    return () => clearTimeout(timer);
  }, [words, settledMs]);
  return settled;
}
