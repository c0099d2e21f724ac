import type { ReactNode } from 'react';
import { Icon } from '#app/ui/icon.tsx';
import styles from './join.module.css';

/** What a press did, read out as well. */
export function Done({ children }: { children: ReactNode }) {
  return (
    <p className={styles.done} role="status">
      <Icon name="check" />
      {children}
    </p>
  );
}
