import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './section-heading.module.css';

/** The dial rule: one per section, the only decoration of a page. */
export function SectionHeading({
  children,
  id,
  level = 2,
  note,
  small,
  more,
  act,
}: {
  children: ReactNode;
  id?: string;
  level?: 2 | 3;
  note?: ReactNode;
  small?: boolean;
  /** Link to the rest of the section. */
  more?: { href: string; words: string };
  /** Action on the whole section. */
  act?: ReactNode;
}) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <div className={small ? `${styles.rule} ${styles.small}` : styles.rule}>
      <Heading id={id}>{children}</Heading>
      {note && <p>{note}</p>}
      {(more || act) && (
        <div className={styles.trailing}>
          {act}
          {more && (
            <a className={styles.more} href={more.href}>
              {more.words}
              <Icon name="chevron-right" />
            </a>
          )}
        </div>
      )}
    </div>
  );
}
