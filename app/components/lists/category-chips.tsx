import { listsText } from '#app/text/zh-hk/lists.ts';
import page from '#app/styles/page.module.css';

/** Links to all pieces of a list and to those of each category; without any category nothing. */
export function CategoryChips<C extends { id: number; name: string }>({
  categories,
  current,
  pathOf,
  className = '',
}: {
  categories: readonly C[];
  current: C | null;
  /** Path of a category, and of all. */
  pathOf: (category: C | null) => string;
  className?: string | undefined;
}) {
  if (categories.length === 0) return null;
  return (
    <nav className={`${page.chips} ${className}`} aria-label={listsText.categories}>
      <a href={pathOf(null)} aria-current={current === null ? 'page' : undefined}>
        {listsText.all}
      </a>
      {categories.map((each) => (
        <a key={each.id} href={pathOf(each)} aria-current={each.id === current?.id ? 'page' : undefined}>
          {each.name}
        </a>
      ))}
    </nav>
  );
}
