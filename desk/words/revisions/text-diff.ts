// Differences of two texts, by longest common subsequence: paragraphs first, then the words of a changed paragraph.

export interface Part {
  kind: 'same' | 'deleted' | 'inserted';
  text: string;
}

/** A paragraph of both texts, of one, or of both with other words. */
export interface Paragraph {
  isSame: boolean;
  parts: Part[];
}

/** Cells of the table of a comparison; beyond that everything counts as changed. */
const MAX_CELLS = 4_000_000;

type Step<Item> = { kind: Part['kind']; item: Item };

/** The steps from one list to another. */
function steps<Item>(before: readonly Item[], after: readonly Item[]): Step<Item>[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end++;
  const of = (kind: Part['kind'], items: readonly Item[]) => items.map((item): Step<Item> => ({ kind, item }));
  return [
    ...of('same', before.slice(0, start)),
    ...middle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...of('same', before.slice(before.length - end)),
  ];
}

function middle<Item>(before: readonly Item[], after: readonly Item[]): Step<Item>[] {
  const width = after.length + 1;
  const isLarge = before.length * width > MAX_CELLS;
  /** Length of the longest common subsequence of the two rests. */
  const common = new Uint32Array(isLarge ? 0 : (before.length + 1) * width);
  if (!isLarge)
    for (let i = before.length - 1; i >= 0; i--)
      for (let k = after.length - 1; k >= 0; k--)
        common[i * width + k] =
          before[i] === after[k]
            ? common[(i + 1) * width + k + 1]! + 1
            : Math.max(common[(i + 1) * width + k]!, common[i * width + k + 1]!);
  const found: Step<Item>[] = [];
  let [i, k] = [0, 0];
  while (i < before.length || k < after.length) {
    if (!isLarge && i < before.length && k < after.length && before[i] === after[k]) {
      found.push({ kind: 'same', item: before[i++]! });
      k++;
    } else if (
      i < before.length &&
      (k === after.length || isLarge || common[(i + 1) * width + k]! >= common[i * width + k + 1]!)
    )
      found.push({ kind: 'deleted', item: before[i++]! });
    else found.push({ kind: 'inserted', item: after[k++]! });
  }
  return found;
}

/** Chinese characters each, other words as one, and what is between. */
const splitWords = (text: string): string[] =>
  text.match(/\p{Script=Han}|[\p{L}\p{N}]+(?<!\p{Script=Han})|\s+|./gsu) ?? [];

/** The words of a text that changed, neighbours of one kind joined. */
export function diffWords(before: string, after: string): Part[] {
  const parts: Part[] = [];
  for (const { kind, item } of steps(splitWords(before), splitWords(after))) {
    const last = parts.at(-1);
    if (last?.kind === kind) last.text += item;
    else parts.push({ kind, text: item });
  }
  return parts;
}

/** The paragraphs of both texts. One that replaces another is compared with it word by word. */
export function diffParagraphs(before: readonly string[], after: readonly string[]): Paragraph[] {
  const found: Paragraph[] = [];
  let [deleted, inserted]: [string[], string[]] = [[], []];
  const flush = () => {
    for (let i = 0; i < Math.max(deleted.length, inserted.length); i++)
      found.push({ isSame: false, parts: diffWords(deleted[i] ?? '', inserted[i] ?? '') });
    [deleted, inserted] = [[], []];
  };
  for (const { kind, item } of steps(before, after)) {
    if (kind === 'deleted') deleted.push(item);
    else if (kind === 'inserted') inserted.push(item);
    else {
      flush();
      found.push({ isSame: true, parts: [{ kind, text: item }] });
    }
  }
  flush();
  return found;
}
