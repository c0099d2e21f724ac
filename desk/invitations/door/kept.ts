import type { SentScan } from '#domain/invitations/entrance.schema.ts';
import type { DoorList } from '../guest-event-types.ts';

// What a phone at the door stores to work without a network: the list of an event, scans that wait to be sent, and
// its name. Removed at log-out, and when the event is two days past.

const NAME = 'door';
const STORE = 'kept';
const KEPT_AFTER_S = 2 * 86_400;

export interface KeptList {
  list: DoorList;
  readAtMs: number;
}

const replyOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('the store of the browser failed')));
  });

async function within<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  const opening = indexedDB.open(NAME, 1);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(STORE));
  const db = await replyOf(opening);
  try {
    const transaction = db.transaction(STORE, mode, { durability: 'strict' });
    const done = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('nothing was stored')));
    });
    const result = await work(transaction.objectStore(STORE));
    await done;
    return result;
  } finally {
    db.close();
  }
}

const startingWith = (prefix: string) => IDBKeyRange.bound(prefix, `${prefix}\uffff`);
const listKey = (eventId: number) => `list:${eventId}`;
const scanKey = (eventId: number, id = '') => `scan:${eventId}:${id}`;

export const findKeptList = (eventId: number): Promise<KeptList | undefined> =>
  within('readonly', (store) => replyOf<KeptList | undefined>(store.get(listKey(eventId))));

/** Stores a list without meal choices, which no door needs. */
export const keepList = ({ list, readAtMs }: KeptList): Promise<void> =>
  within('readwrite', async (store) => {
    const items = list.items.map((comer) => ({ ...comer, food: null }));
    await replyOf(store.put({ list: { ...list, items }, readAtMs }, listKey(list.event_id)));
  });

/** Scans that wait to be sent, oldest first. */
export const keptScans = async (eventId: number): Promise<SentScan[]> =>
  (await within('readonly', (store) => replyOf<SentScan[]>(store.getAll(startingWith(scanKey(eventId)))))).toSorted(
    (a, b) => a.at_ts - b.at_ts,
  );

export const keepScan = (eventId: number, scan: SentScan): Promise<void> =>
  within('readwrite', async (store) => void (await replyOf(store.put(scan, scanKey(eventId, scan.id)))));

export const removeScans = (eventId: number, ids: readonly string[]): Promise<void> =>
  within('readwrite', async (store) => {
    for (const id of ids) await replyOf(store.delete(scanKey(eventId, id)));
  });

export const findDoorName = (): Promise<string | undefined> =>
  within('readonly', (store) => replyOf<string | undefined>(store.get('name')));

export const keepDoorName = (name: string): Promise<void> =>
  within('readwrite', async (store) => void (await replyOf(store.put(name, 'name'))));

/** Scans of all events that wait to be sent. */
export const countKeptScans = (): Promise<number> =>
  within('readonly', (store) => replyOf(store.count(startingWith('scan:')))).catch(() => 0);

/** Removes what is kept of events that are two days past. */
export const forgetPastEvents = (nowMs: number): Promise<void> =>
  within('readwrite', async (store) => {
    const lists = await replyOf<KeptList[]>(store.getAll(startingWith('list:')));
    for (const { list } of lists) {
      if (list.ends_ts + KEPT_AFTER_S > nowMs / 1000) continue;
      await replyOf(store.delete(listKey(list.event_id)));
      await replyOf(store.delete(startingWith(scanKey(list.event_id))));
    }
  });

/** Removes all that is kept, and the shell of the page. */
export async function forgetDoors(): Promise<void> {
  await within('readwrite', (store) => replyOf(store.clear())).catch(() => undefined);
  if ('caches' in globalThis) await caches.delete(SHELL_CACHE);
  if ('serviceWorker' in navigator)
    for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister();
}

/** Also spelled in `door-worker.js`. */
export const SHELL_CACHE = 'door';
