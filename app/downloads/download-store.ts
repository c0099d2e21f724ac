import { advance, type DownloadClock } from './download-clock.ts';

/** What this browser knows of a stored replay. Its sound is in the origin's private file system, encrypted. */
export interface StoredDownload {
  id: string;
  memberId: number;
  sectionId: number;
  archiveId: number;
  programId: number;
  title: string;
  part: string | null;
  partNo: number;
  dayHk: string;
  channelBitwise: number;
  streamId: number;
  startsAtMs: number;
  endsAtMs: number;
  expiresAtMs: number;
  bytes: number;
  /** Null until its first connection. */
  playlist: string | null;
  files: string[];
  /** Files stored, from the first. */
  done: number;
  /** Instant of its stream up to which it was played here. */
  atMs: number | null;
  isSuspended: boolean;
}

const DATABASE = 'airwave.downloads';
const FOLDER = 'kept';
const IV_BYTES = 12;

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('the browser’s database failed')));
  });

let opening: Promise<IDBDatabase> | undefined;
function database(): Promise<IDBDatabase> {
  opening ??= (() => {
    const request = indexedDB.open(DATABASE, 1);
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore('downloads', { keyPath: 'id' });
      request.result.createObjectStore('meta');
    });
    return settled(request);
  })().catch((error: unknown) => {
    opening = undefined;
    throw error;
  });
  return opening;
}

type StoreName = 'downloads' | 'meta';
const reading = async (name: StoreName) => (await database()).transaction(name).objectStore(name);
const writing = async (name: StoreName) => (await database()).transaction(name, 'readwrite').objectStore(name);

export const listStored = async (): Promise<StoredDownload[]> => settled((await reading('downloads')).getAll());
export const findStored = async (id: string): Promise<StoredDownload | undefined> =>
  settled((await reading('downloads')).get(id));

export async function putStored(download: StoredDownload): Promise<void> {
  await settled((await writing('downloads')).put(download));
}

/** Changes one that is still there. False: it was removed meanwhile. */
export async function changeStored(id: string, change: Partial<StoredDownload>): Promise<boolean> {
  const store = await writing('downloads');
  const was = (await settled(store.get(id))) as StoredDownload | undefined;
  if (was === undefined) return false;
  await settled(store.put({ ...was, ...change }));
  return true;
}

/** The clock that never goes back, advanced. */
export async function moveClock(serverMs?: number): Promise<DownloadClock> {
  const store = await writing('meta');
  const was = (await settled(store.get('clock'))) as DownloadClock | undefined;
  const clock = advance(was, { deviceMs: Date.now(), ...(serverMs !== undefined && { serverMs }) });
  await settled(store.put(clock, 'clock'));
  return clock;
}

export const isWifiOnly = async (): Promise<boolean> => (await settled((await reading('meta')).get('wifi'))) === true;
export async function setWifiOnly(isOn: boolean): Promise<void> {
  await settled((await writing('meta')).put(isOn, 'wifi'));
}

/** Not extractable: what is stored is useless outside this browser. */
async function encryptionKey(): Promise<CryptoKey> {
  const had = (await settled((await reading('meta')).get('key'))) as CryptoKey | undefined;
  if (had) return had;
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const store = await writing('meta');
  // Another tab may have been faster.
  const other = (await settled(store.get('key'))) as CryptoKey | undefined;
  if (other) return other;
  await settled(store.put(made, 'key'));
  return made;
}

const folder = async (create: boolean): Promise<FileSystemDirectoryHandle> =>
  (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create });

/** Stores one file, whole or not at all. */
export async function writeSound(id: string, number: number, bytes: ArrayBuffer): Promise<void> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await encryptionKey(), bytes);
  const own = await (await folder(true)).getDirectoryHandle(id, { create: true });
  const file = await (await own.getFileHandle(String(number), { create: true })).createWritable();
  await file.write(iv);
  await file.write(sealed);
  await file.close();
}

async function removeFolder(id: string): Promise<void> {
  try {
    await (await folder(false)).removeEntry(id, { recursive: true });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error;
  }
}

/** The entry goes first: without it nothing is played. */
export async function removeStored(id: string): Promise<void> {
  await settled((await writing('downloads')).delete(id));
  await removeFolder(id);
}

/** Deletes everything, with the key. The clock stays: it must not go back. */
export async function removeAllStored(): Promise<void> {
  await settled((await writing('downloads')).clear());
  await settled((await writing('meta')).delete('key'));
  try {
    await (await navigator.storage.getDirectory()).removeEntry(FOLDER, { recursive: true });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error;
  }
}
