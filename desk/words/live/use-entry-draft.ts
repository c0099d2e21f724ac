import { useEffect, useEffectEvent, useState } from 'react';
import { CallError } from '../../call.ts';
import { runAction, type ActionReply } from '../../actions/run-action.ts';
import { EMPTY, inputOf, type Written } from './live-types.ts';

/** A post whose reply did not arrive is sent again this often, under the same key. */
const AGAIN_MS = 4_000;

interface Kept {
  written: Written;
  isSigned: boolean;
  /** Idempotency key of the post: what arrived although its reply was lost is not posted twice. */
  key: string;
}

const fresh = (isSigned: boolean): Kept => ({ written: EMPTY, isSigned, key: crypto.randomUUID() });
const storageKey = (articleId: number) => `live-entry/${articleId}`;

function keptOf(articleId: number): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey(articleId)) ?? 'null') as Kept | null;
    return kept ?? fresh(false);
  } catch {
    return fresh(false);
  }
}

/**
 * The entry that is being written, in this browser until it was posted. A post without a network is sent again
 * until there is an answer.
 */
export function useEntryDraft(articleId: number, onPosted: (reply: ActionReply) => void) {
  const [kept, setKept] = useState(() => keptOf(articleId));
  const [state, setState] = useState<'typing' | 'posting' | 'waiting'>('typing');
  const [fault, setFault] = useState<unknown>(null);
  /** Counts posts, each of which resets the text field. */
  const [posts, setPosts] = useState(0);
  useEffect(() => {
    try {
      localStorage.setItem(storageKey(articleId), JSON.stringify(kept));
    } catch {
      // Without storage it is in this tab alone.
    }
  }, [articleId, kept]);

  /** Other words are another post. */
  const edit = (change: Partial<Written> & { isSigned?: boolean }) => {
    const { isSigned, ...written } = change;
    setState('typing');
    setKept((former) => ({
      written: { ...former.written, ...written },
      isSigned: isSigned ?? former.isSigned,
      key: crypto.randomUUID(),
    }));
  };

  const post = async () => {
    if (state === 'posting') return;
    setState('posting');
    setFault(null);
    const { written, isSigned, key } = kept;
    try {
      const input = { article_id: articleId, ...inputOf(written), is_signed: isSigned };
      const reply = await runAction('live-blogs.post', input, { key });
      setState('typing');
      // What was typed meanwhile stays.
      setKept((former) => (former.key === key ? fresh(isSigned) : former));
      setPosts((n) => n + 1);
      onPosted(reply);
    } catch (error) {
      const isAway = error instanceof CallError && (error.status === 0 || error.status >= 502);
      setState(isAway ? 'waiting' : 'typing');
      setFault(isAway ? null : error);
    }
  };
  const again = useEffectEvent(() => void post());
  useEffect(() => {
    if (state !== 'waiting') return;
    const timer = setTimeout(again, AGAIN_MS);
    addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', again);
    };
  }, [state]);
  return { ...kept, state, fault, posts, edit, post };
}
