import { useEffect, useState } from 'react';
import { keptCode } from './kept-code.ts';

/** Initial value of a code field: empty in the first render, which is the same for everyone. */
export function useKeptCode(): string {
  const [code, setCode] = useState('');
  useEffect(() => setCode(keptCode()), []);
  return code;
}
