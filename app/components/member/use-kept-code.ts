import { useEffect, useState } from 'react';
import { keptCode } from './kept-code.ts';

/** What a field of a code begins with: empty as it is first drawn, as for everybody. */
export function useKeptCode(): string {
  const [code, setCode] = useState('');
  useEffect(() => setCode(keptCode()), []);
  return code;
}
