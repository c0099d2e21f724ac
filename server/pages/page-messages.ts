import type { LeverKey } from '#domain/settings/settings.rules.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Actor } from '#shared/actor.ts';

// Messages between the listening process and the page process, over the IPC channel of a child process, which is
// private to both.

/** Initial message to the page process. */
export interface PageStart {
  env: Record<string, string | undefined>;
  databaseUrl: string;
  jobs: ('worker' | 'clock')[];
}

/** A request for a page. */
export interface PageQuestion {
  method: string;
  url: string;
  headers: [name: string, value: string][];
  body: Uint8Array<ArrayBuffer> | null;
  /** Null for a page that may be shared. `actor` is null if it could not be looked up. */
  requester: { actor: Actor | null; ip: string; userAgent: string | undefined } | null;
  /** Phone verification mode. Testers of a demo change it in the process that answers calls. */
  phoneMode: Runtime['phones']['mode'];
  /** What the process that answers gives up in a crowd. */
  pulled: LeverKey[];
  /** The span of the request, in the form of W3C `traceparent`. Null where requests are not traced. */
  trace: string | null;
}

export interface PageAnswer {
  status: number;
  headers: [name: string, value: string][];
  body: Uint8Array<ArrayBuffer>;
}

export type ToPages =
  | { start: PageStart }
  /** Ends jobs; pages are still rendered. */
  | { drain: true }
  | { id: number; page: PageQuestion }
  | { id: number; metrics: true };

export type FromPages =
  | { ready: true }
  /** Heartbeat: the event loop is responsive. */
  | { beat: true }
  | { id: number; page: PageAnswer }
  | { id: number; metrics: string }
  | { id: number; fault: string }
  /** Pages are stale; cached queries have already been dropped. */
  | { purge: readonly string[] | 'all' }
  /** A session ended or its permissions changed, as notified on `SESSION_CHANGES`. */
  | { session: string };
