import { searchText } from '#app/text/zh-hk/search.ts';
import { Icon } from '#app/ui/icon.tsx';
import { pageNumbers } from './page-numbers.ts';
import styles from './search.module.css';

export function Pager({ page, pages, to }: { page: number; pages: number; to: (page: number) => string }) {
  if (pages < 2) return null;
  return (
    <nav className={styles.pager} aria-label={searchText.pages}>
      {page > 1 && (
        <a className={styles.step} href={to(page - 1)} rel="prev" aria-label={searchText.previous}>
          <Icon name="arrow-left" />
        </a>
      )}
      <ol>
        {pageNumbers(page, pages).map((number, at) => (
          // Gaps have no number of their own.
          <li key={number ?? `gap-${at}`}>
            {number === null ? (
              <span aria-hidden="true">…</span>
            ) : (
              <a
                href={to(number)}
                aria-current={number === page ? 'page' : undefined}
                aria-label={searchText.page(number)}
              >
                {number}
              </a>
            )}
          </li>
        ))}
      </ol>
      {page < pages && (
        <a className={styles.step} href={to(page + 1)} rel="next" aria-label={searchText.next}>
          <Icon name="arrow-right" />
        </a>
      )}
    </nav>
  );
}
