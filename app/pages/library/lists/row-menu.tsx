import { useEffect, useRef, type ReactNode } from 'react';
import { libraryText } from '#app/text/zh-hk/library.ts';
import { Icon } from '#app/ui/icon.tsx';
import styles from './list-row.module.css';

/** More actions for an entry. Closed by Escape, or by a press outside. */
export function RowMenu({ name, children }: { name: string; children: ReactNode }) {
  const element = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const menu = element.current;
    if (menu === null) return;
    const ended = new AbortController();
    const { signal } = ended;
    const close = () => {
      const isWithin = menu.contains(document.activeElement);
      menu.open = false;
      if (isWithin) menu.querySelector('summary')?.focus();
    };
    menu.addEventListener('keydown', ({ key }) => key === 'Escape' && menu.open && close(), { signal });
    document.addEventListener(
      'click',
      ({ target }) => {
        if (!menu.open || !(target instanceof Element)) return;
        if (!menu.contains(target) || target.closest('button')) close();
      },
      { signal },
    );
    return () => ended.abort();
  }, []);
  return (
    // Opening one closes the other.
    <details ref={element} className={styles.menu} name="list-menu">
      <summary aria-label={libraryText.more(name)}>
        <Icon name="ellipsis" />
      </summary>
      <ul>{children}</ul>
    </details>
  );
}
