import { useSyncExternalStore } from 'react';
import type { DetailedError, Upload } from 'tus-js-client';
import { uploadsText } from '#app/text/zh-hk/desk-uploads.ts';
import { UPLOAD_PIECE_BYTES } from '#domain/uploads/uploads.rules.ts';
import { showFault } from '../actions/toasts.ts';
import { CallError, senderHeader } from '../call.ts';
import { logInAgain } from '../entry/log-in-again.ts';

// Uploads in progress, outside of any page: they continue while other rooms are used. Only this document has the file
// itself, so after a reload it must be chosen again.

export interface Sending {
  /** Of the upload once it has begun. */
  id: string | null;
  /** Of the calls of its kind. */
  path: string;
  fileName: string;
  bytes: number;
  sentBytes: number;
  /** `waiting`: the connection or the server is down, and it is retried automatically. */
  state: 'sending' | 'waiting' | 'paused' | 'failed';
  fault: CallError | null;
}

/** Retries of some twenty minutes; then it is `failed` until a press. Each piece that arrives restarts them. */
const RETRY_MS = [0, 1_000, 3_000, 5_000, 10_000, 20_000, ...Array.from({ length: 40 }, () => 30_000)];
const files = new Map<File, { upload: Upload; now: Sending }>();
const listeners = new Set<() => void>();
const whenDone = new Set<() => void>();
let shown: readonly [File, Sending][] = [];

function show(): void {
  shown = [...files].map(([file, { now }]) => [file, now]);
  for (const listener of listeners) listener();
}

function change(file: File, to: Partial<Sending>): void {
  const entry = files.get(file);
  if (!entry) return;
  entry.now = { ...entry.now, ...to };
  show();
}

function end(file: File): void {
  files.delete(file);
  show();
  for (const done of whenDone) done();
}

const isOnWay = () => shown.some(([, { state }]) => state === 'sending' || state === 'waiting');
if (typeof window !== 'undefined')
  window.addEventListener('beforeunload', (event) => {
    if (isOnWay()) event.preventDefault();
  });

const statusOf = (error: Error): number => (error as DetailedError).originalResponse?.getStatus() ?? 0;

function callErrorOf(error: Error): CallError {
  const reply = (error as DetailedError).originalResponse;
  let detail: unknown = null;
  try {
    ({ detail } = (JSON.parse(reply?.getBody() ?? '') as { response: { detail: unknown } }).response);
  } catch {
    // No reply, or none of ours.
  }
  return new CallError(statusOf(error), null, detail);
}

const idOf = (url: string | null): string | null => url?.split('/').at(-1) ?? null;

/** Ends in a fault; that of an ended session, until its account has logged in again. */
async function fail(file: File, fault: CallError): Promise<void> {
  if (fault.status === 404) {
    end(file);
    return showFault(uploadsText.gone(file.name));
  }
  change(file, { state: 'failed', fault });
  if (fault.status === 401 && (await logInAgain('room'))) goOnWith(file);
}

/** Sends a file to the calls of its kind; `known` is its upload if it was begun before. */
export async function sendFile(
  path: string,
  file: File,
  { name, known }: { name: string; known: string | null },
): Promise<void> {
  // Chosen again, such as after a log-in: another object, and the same file.
  const same = [...files.keys()].find(
    ({ name: of, size, lastModified }) => of === file.name && size === file.size && lastModified === file.lastModified,
  );
  if (same !== undefined) {
    const { state } = files.get(same)!.now;
    if (state === 'failed' || state === 'paused') goOnWith(same);
    return;
  }
  const { Upload: TusUpload } = await import('tus-js-client');
  const upload: Upload = new TusUpload(file, {
    endpoint: known === null ? path : null,
    uploadUrl: known === null ? null : `${path}/${known}`,
    headers: senderHeader(),
    chunkSize: UPLOAD_PIECE_BYTES,
    retryDelays: RETRY_MS,
    // The server knows unfinished uploads, in every browser.
    storeFingerprintForResuming: false,
    metadata: { filename: file.name, name, modified_ms: String(file.lastModified) },
    onShouldRetry(error) {
      const status = statusOf(error);
      const isPassing = status === 0 || status === 409 || status === 408 || status === 429 || status >= 500;
      if (isPassing) change(file, { state: 'waiting' });
      return isPassing;
    },
    onUploadUrlAvailable() {
      // One that was cancelled elsewhere is not begun anew.
      upload.options.endpoint = null;
      change(file, { id: idOf(upload.url), state: 'sending' });
    },
    onProgress: (sentBytes) => change(file, { sentBytes, state: 'sending' }),
    onError: (error) => void fail(file, callErrorOf(error as Error)),
    onSuccess: () => end(file),
  });
  const now: Sending = {
    id: known,
    path,
    fileName: file.name,
    bytes: file.size,
    sentBytes: 0,
    state: 'sending',
    fault: null,
  };
  files.set(file, { upload, now });
  show();
  upload.start();
}

export async function pauseFile(file: File): Promise<void> {
  await files.get(file)?.upload.abort();
  change(file, { state: 'paused' });
}

export function goOnWith(file: File): void {
  if (files.get(file)?.now.state === 'sending') return;
  change(file, { state: 'sending', fault: null });
  files.get(file)?.upload.start();
}

/** Cancels an upload here and at the server. Throws, and only pauses it here, if the server does not answer. */
export async function cancelUpload(path: string, id: string | null, file?: File): Promise<void> {
  if (file) await pauseFile(file);
  if (id !== null) {
    const { Upload: TusUpload } = await import('tus-js-client');
    await TusUpload.terminate(`${path}/${id}`, { headers: senderHeader() }).catch((error: unknown) => {
      // It was cancelled elsewhere.
      if (statusOf(error as Error) !== 404) throw error;
    });
  }
  if (file) end(file);
}

/** Uploads in progress to the calls of a kind. */
export const useSending = (path: string): readonly [File, Sending][] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  ).filter(([, now]) => now.path === path);

/** Calls back whenever a file has arrived or was stopped. Returns a stop function. */
export function onFileSent(done: () => void): () => void {
  whenDone.add(done);
  return () => whenDone.delete(done);
}
