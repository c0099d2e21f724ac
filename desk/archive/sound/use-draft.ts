import { useState } from 'react';
import type { OpenBroadcast } from '../archive.types.ts';

/** A beginning of a part that is being edited. */
interface DraftPart {
  key: number;
  startMs: number;
  title: string;
  /** `studio`: begins at a mark, and stays there. */
  source: OpenBroadcast['sections'][number]['source'];
}

export interface Draft {
  startMs: number;
  endMs: number;
  parts: readonly DraftPart[];
}

/** Two boundaries are this far apart at least. */
const APART_MS = 1_000;

const ms = (ts: number): number => Math.round(ts * 1_000);

const draftOf = ({ broadcast, sections }: OpenBroadcast): Draft => ({
  startMs: ms(broadcast.starts_ts),
  endMs: ms(broadcast.ends_ts),
  parts: sections.map((part) => ({
    key: part.section_id,
    startMs: ms(part.starts_ts),
    title: part.title ?? '',
    source: part.source,
  })),
});

/** Edited parts: the first begins with the broadcast. */
const partsText = ({ parts }: Draft): string =>
  JSON.stringify(parts.map(({ startMs, title }, i) => [i === 0 ? 0 : startMs, title.trim()]));
const hasEdges = (one: Draft, other: Draft): boolean => one.startMs === other.startMs && one.endMs === other.endMs;

/** The edits, applied to what is saved now: another person's changes replace them. */
function rebased(draft: Draft, of: Draft, saved: Draft): Draft {
  const areEdgesKept = hasEdges(saved, of);
  const { startMs, endMs } = areEdgesKept ? draft : saved;
  if (partsText(draft) === partsText(of) || partsText(saved) !== partsText(of)) return { ...saved, startMs, endMs };
  const inside = draft.parts.filter((part, i) => i === 0 || (part.startMs > startMs && part.startMs < endMs));
  return { startMs, endMs, parts: inside.map((part, i) => (i === 0 ? { ...part, startMs } : part)) };
}

/** Edges and parts as they are edited, beside those that are saved. */
export function useDraft(open: OpenBroadcast) {
  const saved = draftOf(open);
  const [{ draft, of }, setAll] = useState({ draft: saved, of: saved });
  const set = (change: Partial<Draft>) => setAll((all) => ({ ...all, draft: { ...all.draft, ...change } }));
  if (!hasEdges(saved, of) || partsText(saved) !== partsText(of))
    setAll({ draft: rebased(draft, of, saved), of: saved });
  const edgesChanged = !hasEdges(draft, of);
  const partsChanged = partsText(draft) !== partsText(of);
  const edit = {
    /** Moves a boundary as far as its neighbours allow. `at`: 0 is the start, then the parts from the second, then the end. */
    move(at: number, to: number, [first, last]: readonly [number, number]) {
      const { startMs, endMs, parts } = draft;
      const inner = parts.slice(1);
      const before = at === 0 ? first : (inner[at - 2]?.startMs ?? startMs) + APART_MS;
      const after = at > inner.length ? last : (inner[at]?.startMs ?? endMs) - APART_MS;
      const ms = Math.round(Math.min(after, Math.max(before, to)));
      if (at === 0) set({ startMs: ms, parts: parts.map((part, i) => (i === 0 ? { ...part, startMs: ms } : part)) });
      else if (at > inner.length) set({ endMs: ms });
      else set({ parts: parts.map((part, i) => (i === at ? { ...part, startMs: ms } : part)) });
    },
    /** Begins a part. False: there is a boundary, or it is outside. */
    add(at: number): boolean {
      const { startMs, endMs, parts } = draft;
      const isFree = [startMs, endMs, ...parts.map((part) => part.startMs)].every(
        (ms) => Math.abs(ms - at) >= APART_MS,
      );
      if (at <= startMs || at >= endMs || !isFree) return false;
      const made: DraftPart = { key: -Date.now(), startMs: Math.round(at), title: '', source: 'staff' };
      set({ parts: [...parts, made].toSorted((a, b) => a.startMs - b.startMs) });
      return true;
    },
    remove: (key: number) => set({ parts: draft.parts.filter((part) => part.key !== key) }),
    rename: (key: number, title: string) =>
      set({ parts: draft.parts.map((part) => (part.key === key ? { ...part, title } : part)) }),
    reset: () => setAll({ draft: saved, of: saved }),
  };
  return { draft, saved, edgesChanged, partsChanged, edit };
}
