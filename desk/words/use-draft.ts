import { useEffect, useState, useSyncExternalStore } from 'react';
import { call, CallError } from '../call.ts';
import type { Draft, Saved } from './article-types.ts';
import { DraftSync, type SyncSnapshot } from './draft-sync.ts';
import { localCopies, type LocalCopy } from './local-copies.ts';

const HEARTBEAT_MS = 10_000;

export interface Other {
  name: string;
  since_ts: number;
  typed_ts: number | null;
  is_me: boolean;
}

/** A draft that is open in this tab: saved as it is typed, while the tab is there and a last time when it goes. */
export function useDraftSync(draft: Draft): { sync: DraftSync; snapshot: SyncSnapshot } {
  const [sync] = useState(
    () =>
      new DraftSync(draft, crypto.randomUUID(), {
        send: (id, body) => call<Saved>(`/api/staff/drafts/${id}`, body),
        copies: localCopies,
        now: () => Date.now(),
      }),
  );
  const snapshot = useSyncExternalStore(sync.subscribe, () => sync.snapshot);
  useEffect(() => {
    const save = () => void sync.flush();
    const warn = (event: BeforeUnloadEvent) => {
      if (sync.snapshot.state !== 'saved') event.preventDefault();
    };
    addEventListener('online', save);
    addEventListener('focus', save);
    addEventListener('beforeunload', warn);
    return () => {
      removeEventListener('online', save);
      removeEventListener('focus', save);
      removeEventListener('beforeunload', warn);
      if (sync.snapshot.state !== 'saved') save();
    };
  }, [sync]);
  return { sync, snapshot };
}

/** Who else has the draft open. What they saved is fetched as soon as it is known. */
export function usePresence(draftId: number, sync: DraftSync): Other[] {
  const [others, setOthers] = useState<Other[]>([]);
  useEffect(() => {
    let isOver = false;
    let seen = sync.snapshot.fields;
    const beat = async () => {
      const { fields } = sync.snapshot;
      const body = { client: sync.client, has_typed: fields !== seen };
      seen = fields;
      try {
        const reply = await call<{ revision: number; others: Other[] }>(`/api/staff/drafts/${draftId}/presence`, body);
        if (isOver) return;
        setOthers(reply.others);
        await sync.catchUp(reply.revision);
      } catch (error) {
        // Presence only advises; the state of saving says whether the desk is reached.
        if (!(error instanceof CallError)) throw error;
      }
    };
    void beat();
    const timer = setInterval(() => void beat(), HEARTBEAT_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [draftId, sync]);
  return others;
}

/** Copies that another tab left in this browser, as after a crash. */
export function useLeftCopies(draftId: number, client: string): [LocalCopy[], (copy: LocalCopy) => void] {
  const [copies, setCopies] = useState<LocalCopy[]>([]);
  useEffect(() => {
    let isOver = false;
    localCopies.find(draftId).then(
      (found) => isOver || setCopies(found.filter((copy) => copy.client !== client)),
      () => undefined,
    );
    return () => {
      isOver = true;
    };
    // Of when the draft was opened; this tab's own name may change by taking one over.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [draftId]);
  return [copies, (copy) => setCopies((all) => all.filter((one) => one !== copy))];
}
