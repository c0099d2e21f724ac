import { useEffect, useLayoutEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { useFetcher, useLocation } from 'react-router';
import type { ContentCardView } from './content-card.tsx';
import { paths } from '#app/paths.ts';
import { listsText } from '#app/text/zh-hk/lists.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import styles from './more-list.module.css';

/** A page of a list. Its loader returns it as `batch`. */
export interface ListBatch {
  page: number;
  hasMore: boolean;
  cards: ContentCardView[];
}

const KEPT_LISTS = 20;

/** Loaded pages by history entry, so that going back restores the list at its length. */
const keptLists = new Map<string, ListBatch[]>();

function keep(key: string, batches: ListBatch[]): void {
  keptLists.set(key, batches);
  for (const oldest of keptLists.keys()) {
    if (keptLists.size <= KEPT_LISTS) break;
    keptLists.delete(oldest);
  }
}

const idOf = ({ contentType, id }: ContentCardView) => `${contentType}-${id}`;

/** Cards of later batches without those already shown: an item published meanwhile shifts the others by one. */
function unseen(first: ListBatch, batches: ListBatch[]): ContentCardView[][] {
  const seen = new Set(first.cards.map(idOf));
  return batches.map(({ cards }) =>
    cards.filter((card) => {
      if (seen.has(idOf(card))) return false;
      seen.add(idOf(card));
      return true;
    }),
  );
}

interface MoreListProps {
  batch: ListBatch;
  /** Path of a page of this list. */
  pathOf: (page: number | undefined) => string;
  /** Renders the cards of a batch; `at` counts batches from 0. */
  children: (cards: ContentCardView[], at: number) => ReactNode;
}

/**
 * A growing list. `載入更多` is a link to the next page, so it works without scripts; with scripts it appends the next page
 * in place and keeps the address and the focus.
 */
export function MoreList(props: MoreListProps) {
  const { pathname, search } = useLocation();
  return <GrowingList key={pathname + search} {...props} />;
}

function GrowingList({ batch: first, pathOf, children }: MoreListProps) {
  const { key } = useLocation();
  const fetcher = useFetcher<{ batch: ListBatch }>();
  const [more, setMore] = useState<ListBatch[]>(() => keptLists.get(key) ?? []);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const last = more.at(-1) ?? first;
  const loaded = fetcher.data?.batch;
  const isFollowed = useRef(false);
  useEffect(() => {
    if (!loaded) return;
    setMore((before) => {
      if ((before.at(-1) ?? first).page + 1 !== loaded.page) return before;
      const batches = [...before, loaded];
      keep(key, batches);
      return batches;
    });
    setSaid(listsText.loaded(loaded.cards.length));
    isFollowed.current = !loaded.hasMore && document.activeElement?.hasAttribute('data-more') === true;
  }, [loaded, first, key]);
  // The pressed link disappears with the last batch: the focus moves to the new items, together with them.
  useLayoutEffect(() => {
    if (isFollowed.current) list.current?.querySelector<HTMLElement>(':scope > :last-child a')?.focus();
    isFollowed.current = false;
  }, [more]);

  const load = (event: MouseEvent) => {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (!navigator.onLine) setSaid(listsText.offline);
    else if (fetcher.state === 'idle') void fetcher.load(pathOf(last.page + 1));
  };

  if (first.cards.length === 0) {
    return (
      <div className={styles.empty}>
        <h2>{listsText.emptyTitle}</h2>
        <p>{listsText.empty}</p>
        <ButtonLink tone="outline" href={paths.home()}>
          {listsText.toHome}
        </ButtonLink>
      </div>
    );
  }
  const isLoading = fetcher.state !== 'idle';
  return (
    <>
      <div ref={list} className={styles.batches}>
        {children(first.cards, 0)}
        {unseen(first, more).map((cards, at) => children(cards, at + 1))}
      </div>
      {(first.page > 1 || last.hasMore) && (
        <nav className={styles.paging} aria-label={listsText.paging}>
          {first.page > 1 && (
            <ButtonLink tone="quiet" rel="prev" href={pathOf(first.page === 2 ? undefined : first.page - 1)}>
              {listsText.newer}
            </ButtonLink>
          )}
          {last.hasMore && (
            <ButtonLink
              tone="outline"
              rel="next"
              href={pathOf(last.page + 1)}
              onClick={load}
              data-more=""
              aria-disabled={isLoading || undefined}
            >
              {isLoading ? listsText.loading : listsText.more}
            </ButtonLink>
          )}
        </nav>
      )}
      <p role="status" className={said === listsText.offline ? styles.said : 'vh'}>
        {said}
      </p>
    </>
  );
}
