import { useEffect, useRef, useState } from 'react';
import { Icon } from '#app/ui/icon.tsx';
import { useCurrentInView } from '#app/ui/use-current-in-view.ts';
import { shell } from '#app/text/zh-hk/shell.ts';
import { SearchField } from './search-field.tsx';
import { menuItemText, type MenuItem } from './menu.ts';
import { MenuLink } from './menu-link.tsx';
import styles from './top-nav.module.css';

/** Disclosure buttons, not a `menu`: Enter and Space open, Escape closes and returns the focus. */
export function TopNav({ items, currentKey }: { items: MenuItem[]; currentKey: string | undefined }) {
  const [open, setOpen] = useState<string | null>(null);
  const nav = useRef<HTMLElement>(null);
  const list = useCurrentInView<HTMLUListElement>(currentKey);
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
  }, [open]);
  return (
    <nav className={styles.nav} aria-label={shell.nav} ref={nav}>
      <div className={`wrap ${styles.row}`}>
        <ul className={styles.list} ref={list}>
          {items.map((item) => (
            <li key={item.key}>
              {item.sub_items ? (
                <>
                  <button
                    type="button"
                    data-key={item.key}
                    aria-expanded={open === item.key}
                    aria-controls={`nav-${item.key}`}
                    aria-current={currentKey === item.key ? 'true' : undefined}
                    onClick={() => setOpen(open === item.key ? null : item.key)}
                  >
                    {menuItemText(item)}
                    <Icon name="chevron-down" />
                  </button>
                  <ul id={`nav-${item.key}`} className={styles.sub} hidden={open !== item.key}>
                    {item.sub_items.map((sub) => (
                      <li key={sub.key}>
                        <MenuLink item={sub} onPress={() => setOpen(null)} />
                      </li>
                    ))}
                  </ul>
                </>
              ) : (
                <MenuLink item={item} isCurrent={currentKey === item.key} />
              )}
            </li>
          ))}
        </ul>
        <div className={styles.search}>
          <SearchField id="nav-search" look="bar" />
        </div>
      </div>
    </nav>
  );
}
