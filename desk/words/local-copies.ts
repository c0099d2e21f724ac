import type { Parts } from '#domain/drafts/draft-parts.rules.ts';

// What was typed and is not acknowledged by the server yet, in this browser. It survives a crash.

export interface LocalCopy {
  draftId: number;
  client: string;
  /** Revision from which it was typed. */
  revision: number;
  parts: Parts;
  /** The order of blocks from which that of the parts was made. */
  orderFrom: readonly string[];
  keptAtMs: number;
}

export interface LocalCopies {
  keep: (copy: LocalCopy) => Promise<void>;
  remove: (draftId: number, client: string) => Promise<void>;
  /** Newest first. */
  find: (draftId: number) => Promise<LocalCopy[]>;
}

const STORE = 'copies';

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('the browser keeps no copies')));
  });

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= (() => {
    const request = indexedDB.open('airwave-desk', 1);
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore(STORE, { keyPath: ['draftId', 'client'] });
    });
    return settled(request);
  })();
  return opened;
}

async function store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  return (await open()).transaction(STORE, mode).objectStore(STORE);
}

/** In IndexedDB. */
export const localCopies: LocalCopies = {
  async keep(copy) {
    await settled((await store('readwrite')).put(copy));
  },
  async remove(draftId, client) {
    await settled((await store('readwrite')).delete([draftId, client]));
  },
  async find(draftId) {
    const range = IDBKeyRange.bound([draftId], [draftId, []]);
    const found = await settled((await store('readonly')).getAll(range));
    // A copy of a former desk has other parts.
    return (found as LocalCopy[])
      .filter(({ parts }) => parts !== undefined)
      .toSorted((one, other) => other.keptAtMs - one.keptAtMs);
  },
};
