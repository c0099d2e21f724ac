import { startTransition, useEffect, useState } from 'react';
import { useActionData, useFetcher, useRevalidator } from 'react-router';
import { isSentToApp } from '#app/components/library/get-the-app.ts';
import { tellListTabs } from '#app/components/library/list-tabs.ts';
import { SHARED_KEYS } from '#app/storage-keys.ts';
import { applyChange, enqueue, isAdding, writeChange, type ListChange } from './list-changes.ts';
import type { ListReply } from './list-posted.server.ts';

/**
 * Reloads the list after a change in another tab, and when the tab is shown again, as another device may have changed
 * it.
 */
function useOtherTabs(revalidate: () => Promise<void>): void {
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    window.addEventListener('storage', ({ key }) => key === SHARED_KEYS.lists && void revalidate(), { signal });
    document.addEventListener('visibilitychange', () => !document.hidden && void revalidate(), { signal });
    return () => ended.abort();
  }, [revalidate]);
}

export interface ListChanges<T> {
  /** The list with pending changes applied. */
  shown: readonly T[];
  send: (change: ListChange) => void;
  /** The reply to the last change. */
  reply: ListReply | undefined;
}

/**
 * Changes of a list, sent one at a time in order, and shown at once. A refused change also drops those after it, since
 * they were meant for a different list.
 */
export function useListChanges<T extends { id: number }>(items: readonly T[]): ListChanges<T> {
  const { submit, data } = useFetcher<ListReply>();
  const posted = useActionData<ListReply>();
  const { revalidate } = useRevalidator();
  const [waiting, setWaiting] = useState<readonly ListChange[]>([]);
  const [sent, setSent] = useState<{ turn: number; change: ListChange } | null>(null);
  const [answered, setAnswered] = useState(0);
  useOtherTabs(revalidate);

  useEffect(() => {
    const [change, ...rest] = waiting;
    if (sent !== null || change === undefined) return;
    const turn = answered + 1;
    setSent({ turn, change });
    setWaiting(rest);
    const form = { change: writeChange(change), turn: String(turn), note: change.kind === 'note' ? change.note : '' };
    // In a transition, so that it applies together with the reloaded list, or after it.
    const end = () => startTransition(() => setAnswered(turn));
    submit(form, { method: 'post' }).then(end, end);
  }, [waiting, sent, answered, submit]);

  useEffect(() => {
    if (sent === null || answered !== sent.turn) return;
    setSent(null);
    if (data?.turn === String(sent.turn) && data.problem === null) return tellListTabs();
    setWaiting([]);
    void revalidate();
  }, [sent, answered, data, revalidate]);

  const send = (change: ListChange) => {
    if (isAdding(change) && isSentToApp()) return;
    setWaiting((before) => enqueue(before, change));
  };
  const changes = sent === null ? waiting : [sent.change, ...waiting];
  return { shown: changes.reduce<readonly T[]>(applyChange, items), send, reply: data ?? posted };
}
