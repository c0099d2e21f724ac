import { useEffect, useState } from 'react';
import { faultText } from '../../actions/fault-text.ts';
import { call } from '../../call.ts';

/** What a panel loads by itself. It is reloaded, and shown until then, when the path or `version` changes. */
export function useLoaded<T>(path: string, version: unknown) {
  const [loaded, setLoaded] = useState<T | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const mine = new AbortController();
    call<T>(path, undefined, mine.signal).then(
      (reply) => {
        setLoaded(reply);
        setFault(null);
      },
      (error: unknown) => {
        if (!mine.signal.aborted) setFault(faultText(error));
      },
    );
    return () => mine.abort();
  }, [path, version, tries]);
  return { loaded, fault, setLoaded, retry: () => setTries((count) => count + 1) };
}
