import type { ReactNode } from 'react';
import { paths } from '#app/paths.ts';
import page from '#app/styles/page.module.css';
import styles from './join.module.css';

/** A single-task page: heading, lead, and form. */
export function JoinPage({ title, lead, children }: { title: string; lead?: ReactNode; children?: ReactNode }) {
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.column}>
        <div className={page.head}>
          <h1>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {children}
      </div>
    </div>
  );
}

/** Text with links to the terms and the privacy policy. */
export function Agreement({
  before,
  tou,
  and,
  privacy,
}: {
  before: string;
  tou: string;
  and: string;
  privacy: string;
}) {
  return (
    <>
      {before}
      <a href={paths.bilingual('terms')} target="_blank" rel="noopener">
        {tou}
      </a>
      {and}
      <a href={paths.bilingual('privacy')} target="_blank" rel="noopener">
        {privacy}
      </a>
    </>
  );
}
