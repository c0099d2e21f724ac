import { useCallback, useEffect, useRef, useState } from 'react';
import { invitationsText } from '#app/text/zh-hk/desk-invitations.ts';
import { MAX_SCANS } from '#domain/invitations/entrance.rules.ts';
import type { SentScan } from '#domain/invitations/entrance.schema.ts';
import { runAction } from '../../actions/run-action.ts';
import { call, CallError } from '../../call.ts';
import type { DoorList } from '../guest-event-types.ts';
import {
  findDoorName,
  findKeptList,
  forgetPastEvents,
  keepDoorName,
  keepList,
  keepScan,
  keptScans,
  removeScans,
  type KeptList,
} from './kept.ts';
import { keepShell } from './shell.ts';

const EACH_MS = 15_000;

/** Of the last sending: `ended` where the session has, `refused` where the desk did not take it. */
type Connection = 'starting' | 'online' | 'offline' | 'ended' | 'refused';

const connectionOf = (error: unknown): Connection => {
  if (!(error instanceof CallError)) return 'refused';
  if (error.status === 0 || error.status >= 500 || error.status === 429) return 'offline';
  return error.status === 401 ? 'ended' : 'refused';
};

/** Sends waiting scans; returns the list afterwards, and the number of scans that match nobody. */
async function exchange(eventId: number): Promise<{ kept: KeptList; lost: number }> {
  const waiting = await keptScans(eventId);
  let lost = 0;
  for (let at = 0; at < waiting.length; at += MAX_SCANS) {
    const scans = waiting.slice(at, at + MAX_SCANS);
    const reply = await runAction('invitations.scan', { event_id: eventId, scans });
    if (reply.outcome !== 'done') throw new CallError(409, null, null);
    const answers = reply.result['answers'] as { outcome: string }[];
    lost += answers.filter(({ outcome }) => outcome === 'unknown').length;
  }
  const list = await call<DoorList>(`/api/staff/guest-events/${eventId}/door`);
  const kept = { list, readAtMs: Date.now() };
  await keepList(kept);
  // Only now: the list that contains them is kept.
  await removeScans(
    eventId,
    waiting.map(({ id }) => id),
  );
  return { kept, lost };
}

export interface Door {
  kept: KeptList | null;
  waiting: SentScan[];
  connection: Connection;
  /** Scans of nobody on the list, since the page was opened. */
  lost: number;
  name: string;
  rename(name: string): void;
  record(scan: Pick<SentScan, 'invitation_id' | 'seats' | 'corrects'>): Promise<void>;
  /** Sends and reads; returns the list if the network answered. */
  sync(): Promise<DoorList | null>;
}

/** The list of the door and the scans of this phone, which works without a network and sends when there is one. */
export function useDoor(eventId: number): Door {
  const [kept, setKept] = useState<KeptList | null>(null);
  const [waiting, setWaiting] = useState<SentScan[]>([]);
  const [connection, setConnection] = useState<Connection>('starting');
  const [lost, setLost] = useState(0);
  const [name, setName] = useState('');
  const running = useRef<Promise<DoorList | null> | null>(null);
  const next = useRef<Promise<DoorList | null> | null>(null);
  const isKept = useRef(false);

  const sync = useCallback((): Promise<DoorList | null> => {
    const run = async () => {
      try {
        const done = await exchange(eventId);
        setKept(done.kept);
        setLost((sum) => sum + done.lost);
        setWaiting(await keptScans(eventId));
        setConnection('online');
        if (!isKept.current) {
          isKept.current = true;
          await keepShell().catch(() => (isKept.current = false));
        }
        return done.kept.list;
      } catch (error) {
        setConnection(connectionOf(error));
        return null;
      }
    };
    const begin = (): Promise<DoorList | null> =>
      (running.current = run().finally(() => {
        running.current = null;
      }));
    if (!running.current) return begin();
    // What was recorded meanwhile goes with the next.
    next.current ??= running.current.then(() => {
      next.current = null;
      return running.current ?? begin();
    });
    return next.current;
  }, [eventId]);

  useEffect(() => {
    const begin = async () => {
      await forgetPastEvents(Date.now());
      const stored = await findKeptList(eventId);
      if (stored) setKept((now) => now ?? stored);
      setWaiting(await keptScans(eventId));
      const known = await findDoorName();
      // Unnamed phones get different names.
      const own = known ?? invitationsText.door.defaultName(100 + Math.floor(Math.random() * 900));
      if (known === undefined) await keepDoorName(own);
      setName(own);
      await sync();
    };
    void begin().catch(() => sync());
    const timer = setInterval(() => void sync(), EACH_MS);
    const onOnline = () => void sync();
    const onOffline = () => setConnection('offline');
    addEventListener('online', onOnline);
    addEventListener('offline', onOffline);
    return () => {
      clearInterval(timer);
      removeEventListener('online', onOnline);
      removeEventListener('offline', onOffline);
    };
  }, [eventId, sync]);

  return {
    kept,
    waiting,
    connection,
    lost,
    name,
    rename(given) {
      setName(given);
      if (given.trim() !== '') void keepDoorName(given.trim());
    },
    async record(scan) {
      const door = name.trim() || (await findDoorName()) || invitationsText.door.defaultName(0);
      // On the phone before anything is shown: a scan that was shown is never lost.
      await keepScan(eventId, { ...scan, id: crypto.randomUUID(), door, at_ts: Date.now() / 1000 });
      setWaiting(await keptScans(eventId));
      void sync();
    },
    sync,
  };
}
