import { useEffect, useLayoutEffect, useState, type MouseEvent as PressEvent } from 'react';
import { staticIsland } from '#app/ui/static-island.tsx';
import { useCurrentInView } from '#app/ui/use-current-in-view.ts';
import { shell } from '#app/text/zh-hk/shell.ts';
import { SearchField } from './search-field.tsx';
import styles from './top-nav.module.css';

const Entries = staticIsland(() => import('./nav-entries.tsx').then((module) => module.NavEntries), 'ul');

/** The element of each entry. */
const entriesIn = (nav: HTMLElement | null) =>
  [...(nav?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])].map(
    (entry) => [entry.dataset.entry, entry.firstElementChild, entry.lastElementChild] as const,
  );

/**
 * Disclosure buttons, not a `menu`: Enter and Space open, Escape closes and returns the focus. The entries are
 * static HTML, in which state is set by attributes.
 */
export function TopNav({ my903, currentKey }: { my903: string; currentKey: string | undefined }) {
  const [open, setOpen] = useState<string | null>(null);
  const nav = useCurrentInView<HTMLElement>(currentKey, 'ul');
  const [firstKey] = useState(currentKey);
  useLayoutEffect(() => {
    for (const [key, entry] of entriesIn(nav.current))
      if (key !== currentKey) entry?.removeAttribute('aria-current');
      else entry?.setAttribute('aria-current', entry instanceof HTMLButtonElement ? 'true' : 'page');
  }, [currentKey, nav]);
  useLayoutEffect(() => {
    for (const [key, entry, list] of entriesIn(nav.current)) {
      if (!(entry instanceof HTMLButtonElement)) continue;
      entry.ariaExpanded = String(key === open);
      list?.toggleAttribute('hidden', key !== open);
    }
  }, [open, nav]);
  useEffect(() => {
    if (!open) return;
    const outside = (event: Event) => {
      if (!nav.current?.contains(event.target as Node)) setOpen(null);
    };
    const left = (event: FocusEvent) => {
      if (event.relatedTarget instanceof Node && !nav.current?.contains(event.relatedTarget)) setOpen(null);
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(null);
      nav.current?.querySelector<HTMLElement>(`[data-key="${open}"]`)?.focus();
    };
    document.addEventListener('click', outside);
    document.addEventListener('focusout', left);
    document.addEventListener('keydown', escape);
    return () => {
      document.removeEventListener('click', outside);
      document.removeEventListener('focusout', left);
      document.removeEventListener('keydown', escape);
    };
  }, [open, nav]);
  const press = ({ target }: PressEvent) => {
    const pressed = (target as Element).closest<HTMLElement>('a,[data-key]');
    if (pressed === null) return;
    const key = pressed.dataset.key ?? null;
    setOpen((was) => (was === key ? null : key));
  };
  return (
    <nav className={styles.nav} aria-label={shell.nav} ref={nav}>
      <div className={`wrap ${styles.row}`}>
        <Entries box={{ className: styles.list, onClick: press }} my903={my903} firstKey={firstKey} />
        <div className={styles.search}>
          <SearchField id="nav-search" look="bar" />
        </div>
      </div>
    </nav>
  );
}
