import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import styles from './tabs.module.css';

/** Links to the pages of a room in one row. On a narrow screen it scrolls, and the current one stays visible. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  const row = useRef<HTMLElement>(null);
  const { pathname, search } = useLocation();
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (current) row.current!.scrollLeft = current.offsetLeft - (row.current!.clientWidth - current.offsetWidth) / 2;
  }, [pathname, search]);
  return (
    <nav ref={row} className={styles.tabs} aria-label={label}>
      {children}
    </nav>
  );
}
