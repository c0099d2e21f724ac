import { useCallback, useEffect, useRef, useState } from 'react';
import { callAsMember } from '#app/components/member/member-call.ts';
import { screenCalls } from '#app/screen-paths.ts';
import type { EntryWire } from '#domain/events/events.schema.ts';
import { openChime, ring } from './chime.ts';

/** `lost`: the visitor's heartbeats were missing for too long. */
export type Waiting =
  | { is: 'outside' }
  | { is: 'coming' }
  | { is: 'waiting'; entry: EntryWire }
  | { is: 'in' }
  | { is: 'lost' }
  | { is: 'failed' };

const NOWHERE = 6;
/** Delay after a failed call. */
const RETRY_MS = 5_000;

/** Joins the waiting room on a press, polls the position, and reports admission. */
export function useWaitingRoom(eventId: number): { waiting: Waiting; come: () => void } {
  const [waiting, setWaiting] = useState<Waiting>({ is: 'outside' });
  const run = useRef({ timer: undefined as ReturnType<typeof setTimeout> | undefined, turn: 0 });
  useEffect(() => {
    const { current } = run;
    return () => {
      current.turn = -1;
      clearTimeout(current.timer);
    };
  }, []);

  const come = useCallback(() => {
    const { current } = run;
    clearTimeout(current.timer);
    const mine = ++current.turn;
    const chime = openChime();
    const path = screenCalls.eventPlace(eventId);
    let hasWaited = false;

    async function ask(method: 'GET' | 'POST'): Promise<void> {
      const answer = await callAsMember(path, { method });
      if (current.turn !== mine) return;
      if (answer.isOk) {
        const entry = answer.response as EntryWire;
        if (entry.is_turn) {
          if (hasWaited) ring(chime);
          return setWaiting({ is: 'in' });
        }
        hasWaited = true;
        setWaiting({ is: 'waiting', entry });
        current.timer = setTimeout(() => void ask('GET'), entry.poll_ms);
        return;
      }
      if (method === 'GET' && answer.code === NOWHERE) return setWaiting({ is: 'lost' });
      // Waiting continues: one failed call does not lose the position.
      if (method === 'GET' && (answer.status === 0 || answer.status >= 500)) {
        current.timer = setTimeout(() => void ask('GET'), RETRY_MS);
        return;
      }
      setWaiting({ is: 'failed' });
    }
    setWaiting({ is: 'coming' });
    void ask('POST');
  }, [eventId]);

  return { waiting, come };
}
