import { useEffect, useState, type MouseEvent as PressEvent } from 'react';
import { unhydrated } from '#app/ui/static-island.tsx';
import { useCurrentInView } from '#app/ui/use-current-in-view.ts';
import { shell } from '#app/text/zh-hk/shell.ts';
import { NavEntries } from './nav-entries.tsx';
import { SearchField } from './search-field.tsx';
import styles from './top-nav.module.css';

const Entries = unhydrated(NavEntries, 'ul');

/** Disclosure buttons, not a `menu`: Enter and Space open, Escape closes and returns the focus. */
export function TopNav({ my903, currentKey }: { my903: string; currentKey: string | undefined }) {
  const [open, setOpen] = useState<string | null>(null);
  const nav = useCurrentInView<HTMLElement>(currentKey, 'ul');
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
        <Entries box={{ className: styles.list, onClick: press }} my903={my903} currentKey={currentKey} open={open} />
        <div className={styles.search}>
          <SearchField id="nav-search" look="bar" />
        </div>
      </div>
    </nav>
  );
}
