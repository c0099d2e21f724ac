import { useEffect, useState } from 'react';

/** Long enough that nobody is spoken to between two letters. */
const SETTLED_MS = 1_000;

/** What was written, once it has stayed the same for a second: for words that are read aloud while somebody types. */
export function useDebounced(words: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return settled;
}
