import { useEffect, useState } from 'react';

/** Long enough not to announce between two keystrokes. */
const SETTLED_MS = 1_000;

/** For codes, which are copied in groups: each failed lookup counts against the member and the address. */
export const CODE_SETTLED_MS = 2_500;

/** The text once it has been unchanged for a second: for announcements while typing. */
export function useDebounced(words: string, settledMs = SETTLED_MS): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), settledMs);
    return () => clearTimeout(timer);
  }, [words, settledMs]);
  return settled;
}
