import type { ReactNode } from 'react';
import { Icon } from '#app/ui/icon.tsx';
import styles from './join.module.css';

/** Result of an action, also announced. */
export function Done({ children }: { children: ReactNode }) {
  return (
    <p className={styles.done} role="status">
      <Icon name="check" />
      {children}
    </p>
  );
}
