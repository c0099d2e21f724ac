import type { ReactNode } from 'react';
import { Icon } from '#app/ui/icon.tsx';
import styles from '#app/pages/plans/plans.module.css';

const ICONS = { good: 'check', waits: 'clock', bad: 'x' } as const;

/** A result icon; the text says the same. */
export function ResultTitle({ tone, children }: { tone: keyof typeof ICONS; children: ReactNode }) {
  return (
    <h1 className={styles.result} data-tone={tone}>
      <Icon name={ICONS[tone]} />
      {children}
    </h1>
  );
}
