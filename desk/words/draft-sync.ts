import { isSame } from '#domain/drafts/same-value.rules.ts';
import { CallError } from '../call.ts';
import type { ChangedFields, ConflictDetail, Draft, DraftField, DraftFields, Fault, Saved } from './article-types.ts';
import type { LocalCopies, LocalCopy } from './local-copies.ts';

type SaveState =
  | 'saved'
  | 'waiting'
  | 'saving'
  /** No reply; tried again. */
  | 'offline'
  /** The session is over; tried again after a log-in in another tab. */
  | 'signed-out'
  | 'failed'
  /** The draft was discarded. */
  | 'gone';

export interface Conflict {
  theirs: unknown;
  by: string;
  atMs: number | null;
}

export interface SyncSnapshot {
  fields: DraftFields;
  revision: number;
  state: SaveState;
  savedAtMs: number | null;
  conflicts: Partial<Record<DraftField, Conflict>>;
  faults: Fault[];
}

interface Outside {
  send: (draftId: number, body: { base_revision: number; client: string; fields: ChangedFields }) => Promise<Saved>;
  copies: LocalCopies;
  now: () => number;
}

const AFTER_LAST_KEY_MS = 1_000;
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 15_000;

const stateOf = (error: unknown): SaveState => {
  const status = error instanceof CallError ? error.status : null;
  if (status === 0) return 'offline';
  if (status === 401) return 'signed-out';
  if (status === 404) return 'gone';
  return 'failed';
};

/** Retrying helps unless the server refused what was sent. */
const mayRetry = (error: unknown) =>
  error instanceof CallError && (error.status === 0 || error.status === 401 || error.status >= 429);

/**
 * One open draft: what was typed, which of it the server has, and what others typed meanwhile. Fields that somebody else
 * changed too are held back until a person decides.
 */
export class DraftSync {
  #client: string;
  readonly #draftId: number;
  readonly #outside: Outside;
  readonly #changed = new Set<DraftField>();
  readonly #listeners = new Set<() => void>();
  #snapshot: SyncSnapshot;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #retryMs = FIRST_RETRY_MS;
  #flight: Promise<void> | null = null;

  constructor(draft: Pick<Draft, 'draft_id' | 'fields' | 'revision' | 'faults'>, client: string, outside: Outside) {
    this.#client = client;
    this.#draftId = draft.draft_id;
    this.#outside = outside;
    const { fields, revision, faults } = draft;
    this.#snapshot = { fields, revision, faults, state: 'saved', savedAtMs: null, conflicts: {} };
  }

  get client(): string {
    return this.#client;
  }
  get snapshot(): SyncSnapshot {
    return this.#snapshot;
  }
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #set(change: Partial<SyncSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    for (const listener of this.#listeners) listener();
  }

  #pick(held: boolean): ChangedFields {
    const { fields, conflicts } = this.#snapshot;
    const names = [...this.#changed].filter((field) => held || !(field in conflicts));
    return Object.fromEntries(names.map((field) => [field, fields[field]]));
  }

  #schedule(afterMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), afterMs);
  }

  /** Typed values. They are kept in this browser at once, and sent a second after the last key. */
  edit(change: ChangedFields): void {
    const { fields, state } = this.#snapshot;
    const names = (Object.keys(change) as DraftField[]).filter((field) => !isSame(fields[field], change[field]));
    if (names.length === 0) return;
    for (const field of names) this.#changed.add(field);
    const isStuck = state === 'gone';
    this.#set({ fields: { ...fields, ...change } as DraftFields, ...(!isStuck && { state: 'waiting' }) });
    void this.#keep();
    if (!isStuck) this.#schedule(AFTER_LAST_KEY_MS);
  }

  /** Goes on from a copy of a crashed tab, as that tab. */
  async adopt({ client, revision, fields }: LocalCopy): Promise<void> {
    this.#client = client;
    this.#set({ revision });
    this.edit(fields);
    await this.flush();
  }

  /** Decides a conflict: theirs, or a value of one's own. */
  resolve(field: DraftField, decision: { theirs: true } | { value: unknown }): void {
    const conflict = this.#snapshot.conflicts[field];
    if (conflict === undefined) return;
    const { [field]: _decided, ...conflicts } = this.#snapshot.conflicts;
    const value = 'theirs' in decision ? conflict.theirs : decision.value;
    if ('theirs' in decision) this.#changed.delete(field);
    else this.#changed.add(field);
    this.#set({ conflicts, fields: { ...this.#snapshot.fields, [field]: value } as DraftFields, state: 'waiting' });
    void this.#keep();
    this.#schedule(0);
  }

  /** Sends what is not saved yet, and receives what others saved. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#flight ??= this.#send().finally(() => (this.#flight = null));
    return this.#flight;
  }

  /** Another tab has saved a later revision. */
  async catchUp(revision: number): Promise<void> {
    if (revision > this.#snapshot.revision) await this.flush();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#listeners.clear();
  }

  async #send(): Promise<void> {
    if (this.#snapshot.state === 'gone') return;
    const sent = this.#pick(false);
    if (Object.keys(sent).length > 0) this.#set({ state: 'saving' });
    try {
      const saved = await this.#outside.send(this.#draftId, {
        base_revision: this.#snapshot.revision,
        client: this.#client,
        fields: sent,
      });
      this.#retryMs = FIRST_RETRY_MS;
      await this.#acknowledge(sent, saved);
    } catch (error) {
      if (error instanceof CallError && error.status === 409 && this.#hold(error.detail)) return this.#schedule(0);
      this.#set({ state: stateOf(error) });
      if (!mayRetry(error)) return;
      this.#schedule(this.#retryMs);
      this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS);
    }
  }

  /** Holds back the fields that somebody else changed; false if the reply names none. */
  #hold(detail: unknown): boolean {
    const { conflicts: found = [] } = (detail ?? {}) as Partial<ConflictDetail>;
    if (found.length === 0) return false;
    const held = found.map(({ field, theirs, by, at_ts: at }) => [field, { theirs, by, atMs: at * 1000 }] as const);
    this.#set({ conflicts: { ...this.#snapshot.conflicts, ...Object.fromEntries(held) }, state: 'waiting' });
    return true;
  }

  async #acknowledge(sent: ChangedFields, { revision, fields: theirs, faults }: Saved): Promise<void> {
    const { fields, conflicts } = this.#snapshot;
    for (const field of Object.keys(sent) as DraftField[])
      if (fields[field] === sent[field]) this.#changed.delete(field);
    const mine = { ...fields } as Record<DraftField, unknown>;
    const held = { ...conflicts };
    for (const [field, value] of Object.entries(theirs) as [DraftField, unknown][]) {
      if (isSame(fields[field], value)) {
        this.#changed.delete(field);
        delete held[field];
      } else if (this.#changed.has(field)) {
        // Typed here while it was changed there.
        held[field] = { by: '', atMs: null, ...held[field], theirs: value };
      } else mine[field] = value;
    }
    const isAll = this.#changed.size === 0;
    this.#set({
      revision,
      faults,
      fields: mine as DraftFields,
      conflicts: held,
      state: isAll ? 'saved' : 'waiting',
      savedAtMs: this.#outside.now(),
    });
    await this.#keep();
    if (Object.keys(this.#pick(false)).length > 0) this.#schedule(AFTER_LAST_KEY_MS);
  }

  /** Keeps what is not acknowledged in this browser. A browser that keeps nothing must not stop the typing. */
  async #keep(): Promise<void> {
    const { copies, now } = this.#outside;
    const [draftId, client] = [this.#draftId, this.#client];
    const copy = { draftId, client, revision: this.#snapshot.revision, fields: this.#pick(true), keptAtMs: now() };
    await (this.#changed.size === 0 ? copies.remove(draftId, client) : copies.keep(copy)).catch(() => undefined);
  }
}
