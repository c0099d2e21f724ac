import { ReplayLink } from '#app/components/archive/replay-link.tsx';
import { MarkedText } from '#app/components/lists/marked-text.tsx';
import page from '#app/styles/page.module.css';
import { archiveText } from '#app/text/zh-hk/archive.ts';
import { searchText } from '#app/text/zh-hk/search.ts';
import { ChannelNumerals } from '#app/ui/channel-numerals.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Phrase } from '#app/ui/phrase.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import type { SaidView } from './said.server.ts';
import styles from './search.module.css';

/** Sentences that contain the keyword: a press plays from each. */
export function SaidList({ said, more }: { said: readonly SaidView[]; more: string | null }) {
  return (
    <section className={styles.said} aria-labelledby="said">
      <SectionHeading id="said" small {...(more !== null && { more: { href: more, words: searchText.saidMore } })}>
        {searchText.said}
      </SectionHeading>
      <ol>
        {said.map(({ start, words, isSection, program, channels, startsAtMs, when }) => (
          <li key={`${start.sectionId} ${startsAtMs} ${isSection}`} data-channel={channels[0]}>
            <ReplayLink start={start}>
              <Icon name="play" fill />
              <span className="vh">{searchText.saidPlay}</span>
              <b>
                {isSection ? searchText.saidSection : '「'}
                <MarkedText parts={words} />
                {isSection ? '' : '」'}
              </b>
              <span className={page.meta}>
                <ChannelNumerals channels={channels} />
                <Phrase text={program} />
                <time dateTime={new Date(startsAtMs).toISOString()}>{when}</time>
                {!start.isFree && <span>{archiveText.planTag}</span>}
              </span>
            </ReplayLink>
          </li>
        ))}
      </ol>
    </section>
  );
}
