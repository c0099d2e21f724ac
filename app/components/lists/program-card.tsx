import type { ReactNode } from 'react';
import { paths } from '#app/paths.ts';
import page from '#app/styles/page.module.css';
import { programsText } from '#app/text/zh-hk/programs.ts';
import { ChannelNumerals } from '#app/ui/channel-numerals.tsx';
import { Phrase } from '#app/ui/phrase.tsx';
import { Picture } from '#app/ui/picture.tsx';
import type { ChannelId } from '#shared/enums.ts';
import base from './card.module.css';
import styles from './program-card.module.css';

export interface ProgramCardView {
  id: number;
  slug: string;
  /** Segmented into words by the server. */
  title: string;
  art: string;
  channels: ChannelId[];
  /** Its guests perform. */
  isPerformerShow: boolean;
  /** When it is on air, in words; empty if there is no fixed time. */
  when: string;
}

const SIZES = {
  tall: '(min-width: 1200px) 18vw, (min-width: 768px) 30vw, 64vw',
  row: '(min-width: 768px) 160px, 128px',
} as const;

/** A programme in a list: one link covers the whole card. */
export function ProgramCard({
  program,
  layout = 'tall',
  sizes = SIZES[layout],
  heading: Heading = 'h3',
  part,
  act,
}: {
  program: ProgramCardView;
  layout?: 'tall' | 'row';
  sizes?: string;
  heading?: 'h2' | 'h3';
  /** Part of its page to link to. */
  part?: string;
  /** Action on its picture. */
  act?: ReactNode;
}) {
  return (
    <article className={layout === 'row' ? `${base.card} ${styles.row}` : base.card} data-channel={program.channels[0]}>
      <Picture name={program.art} alt="" sizes={sizes} />
      {act}
      <div className={`${base.body} ${styles.body}`}>
        <Heading className={`${base.title} ${styles.title}`}>
          <a href={paths.program(program.id, program.slug) + (part ? `#${part}` : '')}>
            <Phrase text={program.title} />
          </a>
        </Heading>
        <p className={page.meta}>
          <ChannelNumerals channels={program.channels} />
          {program.isPerformerShow && <b>{programsText.performerShow}</b>}
          {program.when && <span>{program.when}</span>}
        </p>
      </div>
    </article>
  );
}
