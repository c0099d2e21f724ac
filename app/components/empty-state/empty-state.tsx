import type { ReactNode } from 'react';
import { DetunedDial } from '#app/ui/detuned-dial.tsx';
import styles from './empty-state.module.css';

/** In place of a list without entries: what belongs here, and the next action (`children`). */
export function EmptyState({
  title,
  words,
  heading: Heading = 'h2',
  children,
}: {
  title: string;
  words?: string;
  heading?: 'h2' | 'h3';
  children?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      <DetunedDial />
      <Heading>{title}</Heading>
      {words !== undefined && <p>{words}</p>}
      {children !== undefined && <div className={styles.next}>{children}</div>}
    </div>
  );
}
