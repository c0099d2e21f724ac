import {
  blockIdOf,
  blockIdsIn,
  blockPart,
  changesOf,
  fieldsOfParts,
  mergeOrders,
  orderIn,
  partNames,
  partsOf,
  partsOfChanges,
  woven,
  type PartName,
  type Parts,
} from '#domain/drafts/draft-parts.rules.ts';
import { isSame } from '#domain/drafts/same-value.rules.ts';
import { CallError } from '../call.ts';
import type {
  ChangedFields,
  ConflictDetail,
  Draft,
  DraftBlock,
  DraftFields,
  Fault,
  SaveBody,
  Saved,
} from './article-types.ts';
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

/** How a conflict ends. `both`, of a block: theirs stays, and mine follows it as a block of its own. */
export type Decision = 'mine' | 'theirs' | 'both' | { value: unknown };

export interface SyncSnapshot {
  fields: DraftFields;
  /** The same by part; a block that was removed here and is not saved yet is null. */
  parts: Parts;
  revision: number;
  state: SaveState;
  savedAtMs: number | null;
  conflicts: Partial<Record<PartName, Conflict>>;
  faults: Fault[];
}

interface Outside {
  send: (draftId: number, body: SaveBody) => Promise<Saved>;
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
 * One open draft: what was typed, which of it the server has, and what others typed meanwhile. Parts that somebody else
 * changed too are held back until a person decides.
 */
export class DraftSync {
  #client: string;
  readonly #draftId: number;
  readonly #outside: Outside;
  readonly #changed = new Set<PartName>();
  readonly #listeners = new Set<() => void>();
  #snapshot: SyncSnapshot;
  /** The order on which the own one is based. Both have blocks whose removal is not saved. */
  #orderFrom: readonly string[];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #retryMs = FIRST_RETRY_MS;
  #flight: Promise<void> | null = null;

  constructor(draft: Pick<Draft, 'draft_id' | 'fields' | 'revision' | 'faults'>, client: string, outside: Outside) {
    this.#client = client;
    this.#draftId = draft.draft_id;
    this.#outside = outside;
    const { fields, revision, faults } = draft;
    const parts = partsOf(fields);
    this.#orderFrom = orderIn(parts);
    this.#snapshot = { fields, parts, revision, faults, state: 'saved', savedAtMs: null, conflicts: {} };
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

  #set({ parts, ...change }: Partial<Omit<SyncSnapshot, 'fields'>>): void {
    const typed = parts && !isSame(parts, this.#snapshot.parts) && { parts, fields: fieldsOfParts(parts) };
    this.#snapshot = { ...this.#snapshot, ...typed, ...change };
    for (const listener of this.#listeners) listener();
  }

  #pick(held: boolean): Parts {
    const { parts, conflicts } = this.#snapshot;
    const names = [...this.#changed].filter((part) => held || !(part in conflicts));
    return Object.fromEntries(names.map((part) => [part, parts[part]]));
  }

  #schedule(afterMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), afterMs);
  }

  /** Typed values; of blocks, all that there are. They are kept in this browser at once, and sent after the last key. */
  edit({ blocks, ...fields }: ChangedFields): void {
    const change: Parts = { ...fields };
    if (blocks) {
      const { parts } = this.#snapshot;
      const ids = blocks.map(({ id }) => id);
      for (const block of blocks) change[blockPart(block.id)] = block;
      for (const { id } of this.#snapshot.fields.blocks) change[blockPart(id)] ??= null;
      change.order = woven(ids, orderIn(parts), 'first');
    }
    this.#type(change);
  }

  #type(change: Parts): void {
    const { parts, state } = this.#snapshot;
    const names = partNames(change).filter((part) => !isSame(parts[part], change[part]));
    if (names.length === 0) return;
    for (const part of names) this.#changed.add(part);
    const isStuck = state === 'gone';
    this.#set({ parts: { ...parts, ...change }, ...(!isStuck && { state: 'waiting' }) });
    void this.#keep();
    if (!isStuck) this.#schedule(AFTER_LAST_KEY_MS);
  }

  /** Continues from a copy of a crashed tab, as that tab. */
  async adopt({ client, revision, parts, orderFrom }: LocalCopy): Promise<void> {
    this.#client = client;
    this.#set({ revision });
    const order = orderIn(this.#snapshot.parts);
    this.#orderFrom = orderFrom;
    // The acknowledged order still has the positions of blocks that others removed and that conflict in this tab.
    const there = new Set([...order, ...blockIdsIn(parts)]);
    const known = orderFrom.filter((id) => there.has(id));
    const own = parts.order === undefined ? woven(order, known, 'first') : woven(orderIn(parts), order, 'first');
    this.#type({ ...parts, order: own });
    await this.flush();
  }

  /** Decides a conflict. */
  resolve(part: PartName, decision: Decision): void {
    const { [part]: conflict, ...conflicts } = this.#snapshot.conflicts;
    if (conflict === undefined) return;
    const parts = { ...this.#snapshot.parts };
    const mine = parts[part];
    if (decision === 'mine') {
      this.#changed.add(part);
      // A block that was removed there is put back in its place.
      if (conflict.theirs === null) this.#changed.add('order');
    } else if (typeof decision === 'object') {
      parts[part] = decision.value;
      this.#changed.add(part);
    } else {
      parts[part] = conflict.theirs;
      this.#changed.delete(part);
    }
    if (part === 'order') {
      const theirs = conflict.theirs as string[];
      this.#orderFrom = theirs;
      // Blocks that only one of the orders has stay where it has them.
      parts.order = woven(orderIn(parts), decision === 'theirs' ? orderIn({ order: mine }) : theirs, 'last');
      if (!isSame(parts.order, theirs)) this.#changed.add(part);
    }
    if (decision === 'both' && mine !== null) {
      const block = { ...(mine as DraftBlock), id: crypto.randomUUID() };
      const order = orderIn(parts);
      parts[blockPart(block.id)] = block;
      parts.order = order.toSpliced(order.indexOf(blockIdOf(part)!) + 1, 0, block.id);
      this.#changed.add(blockPart(block.id)).add('order');
    }
    this.#set({ conflicts, parts, state: 'waiting' });
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
        ...changesOf(sent),
        ...(sent.order !== undefined && { order: { from: [...this.#orderFrom], to: orderIn(sent) } }),
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

  /** Holds back the parts that somebody else changed; false if the reply names none. */
  #hold(detail: unknown): boolean {
    const { conflicts: found = [] } = (detail ?? {}) as Partial<ConflictDetail>;
    if (found.length === 0) return false;
    const held = found.map(({ part, theirs, by, at_ts: at }) => [part, { theirs, by, atMs: at * 1000 }] as const);
    this.#set({ conflicts: { ...this.#snapshot.conflicts, ...Object.fromEntries(held) }, state: 'waiting' });
    return true;
  }

  async #acknowledge(sent: Parts, { revision, faults, order: newOrder, ...changes }: Saved): Promise<void> {
    const { parts, conflicts } = this.#snapshot;
    for (const part of partNames(sent)) if (isSame(parts[part], sent[part])) this.#changed.delete(part);
    const mine = { ...parts };
    const held = { ...conflicts };
    const hold = (part: PartName, theirs: unknown) => {
      held[part] = { by: '', atMs: null, ...held[part], theirs };
    };
    for (const [part, value] of Object.entries(partsOfChanges(changes)) as [PartName, unknown][]) {
      if (isSame(parts[part], value)) {
        this.#changed.delete(part);
        delete held[part];
      } else if (this.#changed.has(part)) hold(part, value); // Typed here while it was changed there.
      else mine[part] = value;
    }
    for (const part of partNames(mine))
      if (blockIdOf(part) !== null && mine[part] === null && !this.#changed.has(part)) delete mine[part];
    // An order that waited for a decision may name blocks that were removed meanwhile.
    const ofBlocks = (order: readonly string[]) => order.filter((id) => blockPart(id) in mine);
    mine.order = ofBlocks(orderIn(mine));
    this.#orderFrom = ofBlocks(sent.order === undefined ? this.#orderFrom : orderIn(sent));
    if (newOrder) {
      const merged = mergeOrders(this.#orderFrom, orderIn(mine), newOrder);
      if (merged === null) hold('order', newOrder);
      else {
        delete held.order;
        mine.order = merged;
        this.#orderFrom = newOrder;
      }
      if (isSame(merged, newOrder)) this.#changed.delete('order');
      else this.#changed.add('order');
    }
    const isAll = this.#changed.size === 0;
    this.#set({
      revision,
      faults,
      parts: mine,
      conflicts: held,
      state: isAll ? 'saved' : 'waiting',
      savedAtMs: this.#outside.now(),
    });
    await this.#keep();
    if (Object.keys(this.#pick(false)).length > 0) this.#schedule(AFTER_LAST_KEY_MS);
  }

  /** Keeps what is not acknowledged in this browser. A browser without storage must not prevent typing. */
  async #keep(): Promise<void> {
    const { copies, now } = this.#outside;
    const [draftId, client, orderFrom] = [this.#draftId, this.#client, this.#orderFrom];
    const { revision } = this.#snapshot;
    const copy = { draftId, client, revision, parts: this.#pick(true), orderFrom, keptAtMs: now() };
    await (this.#changed.size === 0 ? copies.remove(draftId, client) : copies.keep(copy)).catch(() => undefined);
  }
}
