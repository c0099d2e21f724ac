import type { BlockView } from '#app/components/article/content-blocks.tsx';

const MEDIA: ReadonlySet<BlockView['kind']> = new Set(['audio', 'video', 'youtube', 'facebook', 'gallery']);

/** In the third layout the first media block comes first, before all text; the others keep their order. */
export function leadOf(
  blocks: readonly BlockView[],
  layoutTemplate: 1 | 2 | 3,
): { lead: BlockView | null; rest: readonly BlockView[] } {
  const at = layoutTemplate === 3 ? blocks.findIndex(({ kind }) => MEDIA.has(kind)) : -1;
  const lead = blocks[at];
  return lead === undefined ? { lead: null, rest: blocks } : { lead, rest: blocks.toSpliced(at, 1) };
}
