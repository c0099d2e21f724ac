import type { Runtime } from '#server/runtime.ts';
import type { Actor } from '#shared/actor.ts';

// What the process that listens and the one that makes pages say to each other, over the channel between a process and
// its child: nobody else can speak there.

/** What the page process begins with. */
export interface PageStart {
  env: Record<string, string | undefined>;
  databaseUrl: string;
  jobs: ('worker' | 'clock')[];
}

/** A page that is to be made. */
export interface PageQuestion {
  method: string;
  url: string;
  headers: [name: string, value: string][];
  body: Uint8Array<ArrayBuffer> | null;
  /** Null for a page that others may get too. `actor` is null where it could not be looked up. */
  asker: { actor: Actor | null; ip: string; userAgent: string | undefined } | null;
  /** How phones are proved: whoever tests a demo changes it where calls are answered. */
  phoneMode: Runtime['phones']['mode'];
}

export interface PageAnswer {
  status: number;
  headers: [name: string, value: string][];
  body: Uint8Array<ArrayBuffer>;
}

export type ToPages =
  | { start: PageStart }
  /** Jobs end; pages are still made. */
  | { drain: true }
  | { id: number; page: PageQuestion }
  | { id: number; metrics: true };

export type FromPages =
  | { ready: true }
  /** It still runs: its loop comes round. */
  | { beat: true }
  | { id: number; page: PageAnswer }
  | { id: number; metrics: string }
  | { id: number; fault: string }
  /** Pages are old, and what they are made from is forgotten already. */
  | { purge: readonly string[] | 'all' }
  /** A session ended, or what its member may do changed, as `SESSION_CHANGES` says it. */
  | { session: string };
