import type { BlockView } from '#app/components/article/content-blocks.tsx';

/** An ad follows the third paragraph, if at least one more paragraph's worth of text follows. */
const PARAGRAPHS_BEFORE = 3;

/** Splits an article at its in-read ad; the second part is empty if it is too short. */
export function partForAd(views: readonly BlockView[]): [before: readonly BlockView[], after: readonly BlockView[]] {
  let paragraphs = 0;
  for (const [at, view] of views.entries()) {
    if (view.kind !== 'text') continue;
    const third = view.nodes.findIndex(
      (node) => typeof node !== 'string' && node.tag === 'p' && ++paragraphs === PARAGRAPHS_BEFORE,
    );
    if (third < 0) continue;
    const [upTo, rest] = [view.nodes.slice(0, third + 1), view.nodes.slice(third + 1)];
    const after: BlockView[] = [...(rest.length > 0 ? [{ ...view, nodes: rest }] : []), ...views.slice(at + 1)];
    const goesOn = after.some(
      (each) => each.kind === 'text' && each.nodes.some((node) => typeof node !== 'string' && node.tag === 'p'),
    );
    return goesOn ? [[...views.slice(0, at), { ...view, nodes: upTo }], after] : [views, []];
  }
  return [views, []];
}
