import type { ReactNode } from 'react';
import styles from './panel.module.css';

/** The heading of a room, with its tools at the right. */
export function RoomHead({ title, note, children }: { title: string; note?: string; children?: ReactNode }) {
  return (
    <header className={styles.head}>
      <h1>{title}</h1>
      {note && <p>{note}</p>}
      {children}
    </header>
  );
}

/** A white panel with a heading of its own. */
export function Panel({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.panel}>
      <header>
        <h2>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}
