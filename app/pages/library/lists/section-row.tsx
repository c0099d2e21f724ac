import type { ComponentProps, ReactNode } from 'react';
import { libraryText } from '#app/text/zh-hk/library.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Numeral } from '#app/ui/numeral.tsx';
import { Phrase } from '#app/ui/phrase.tsx';
import { Picture } from '#app/ui/picture.tsx';
import type { ChannelId } from '#shared/enums.ts';
import styles from './list-row.module.css';

/** A section as a list shows it. */
export interface SectionView {
  sectionId: number;
  /** Link to its moment on the replay's page. */
  href: string;
  /** Segmented into words by the server. */
  title: string;
  /** Programme and part, for button labels. */
  name: string;
  part: string;
  art: string;
  channel: ChannelId | null;
  aired: string;
  airedAt: string;
  lengthMs: number;
  /** Its length, remaining time, or expiry. */
  state: string;
  heardPercent: number;
  isHeard: boolean;
  isEnded: boolean;
}

/** Leading control of an entry: its grip, or its box during selection. */
export function Lead({ children }: { children: ReactNode }) {
  return <span className={styles.lead}>{children}</span>;
}

/** Handle for moving an entry: with a pointer, or with keys while focused. */
export function Grip({ name, ...press }: { name: string } & ComponentProps<'button'>) {
  return (
    <button {...press} type="button" className={styles.grip} aria-label={libraryText.grip(name)} data-grip="">
      <Icon name="grip-vertical" />
    </button>
  );
}

/** A section in a list, with its actions. */
export function SectionRow({
  view,
  lead,
  meta,
  acts,
  children,
  ...marks
}: {
  view: SectionView;
  lead: ReactNode;
  /** Beside the title. */
  meta?: ReactNode;
  acts: ReactNode;
  /** Below it. */
  children?: ReactNode;
}) {
  return (
    <li
      {...marks}
      className={styles.row}
      data-channel={view.channel ?? undefined}
      data-faded={view.isHeard || view.isEnded || undefined}
      data-ended={view.isEnded || undefined}
    >
      <Lead>{lead}</Lead>
      <span className={styles.art}>
        <Picture name={view.art} alt="" sizes="96px" />
        {view.heardPercent > 0 && !view.isHeard && (
          <svg className={styles.bar} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
            <rect width={view.heardPercent} height="1" />
          </svg>
        )}
      </span>
      <div className={styles.words}>
        <b>
          <a href={view.href}>
            <Phrase text={view.title} />
          </a>
        </b>
        <p className={styles.meta}>
          {view.channel !== null && <Numeral channel={view.channel} />}
          <span>{view.part}</span>
          <time dateTime={view.airedAt}>{view.aired}</time>
          {meta}
          <span className={styles.shortState}>{view.state}</span>
        </p>
      </div>
      <span className={styles.state}>{view.state}</span>
      <div className={styles.acts}>{acts}</div>
      {children}
    </li>
  );
}
