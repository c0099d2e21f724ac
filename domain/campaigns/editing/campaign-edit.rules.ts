/** Sizes of what the desk may enter, also for its forms. */
export const MAX_ITEMS = 40;
export const MAX_SECTIONS = 12;
export const MAX_CLAUSES = 40;
export const MAX_CLAUSE_CHARS = 1_000;
export const MAX_BODY_CHARS = 4_000;
export const MAX_STOCK = 1_000_000;
export const MAX_ITEM_CENTS = 10_000_000;
export const MAX_TARGET_CENTS = 2_000_000_000;
export const MAX_DAYS = 366;
export const MAX_AN_ORDER = 99;

/** Versions of terms that a page lists. */
export const MAX_VERSIONS = 100;

/** Why a draft cannot be published yet. */
export type Block = 'closes' | 'items' | 'delivery' | 'days' | 'title' | 'lead' | 'alt' | 'terms';

interface Draft {
  goal: { closesTs: number; days: number | null };
  page: { title: string; lead: string; picture: string; pictureAlt: string; sections: readonly Pictured[] };
  items: readonly (Pictured & { kind: string; choosesDay: boolean })[];
  clauses: readonly string[];
}
interface Pictured {
  picture: string;
  pictureAlt: string;
}

const lacksAlt = ({ picture, pictureAlt }: Pictured): boolean => picture !== '' && pictureAlt === '';

/** What blocks the publication of a draft, in the order of the editor. `items`: those on offer. */
export function blocksOf({ goal, page, items, clauses }: Draft, now: Date): Block[] {
  const has = (kind: string) => items.some((item) => item.kind === kind);
  const isBlocked: Record<Block, boolean> = {
    closes: goal.closesTs * 1000 <= now.getTime(),
    items: !has('tier') && !has('goods'),
    delivery: has('goods') && !has('delivery'),
    days: items.some(({ choosesDay }) => choosesDay) && goal.days === null,
    title: page.title === '',
    lead: page.lead === '',
    alt: [page, ...page.sections, ...items].some(lacksAlt),
    terms: clauses.length === 0,
  };
  return (Object.keys(isBlocked) as Block[]).filter((block) => isBlocked[block]);
}
