import { ProgramCard, type ProgramCardView } from '#app/components/lists/program-card.tsx';
import { FavouriteButton } from '#app/components/library/list-buttons.tsx';
import { paths } from '#app/paths.ts';
import page from '#app/styles/page.module.css';
import { archiveText } from '#app/text/zh-hk/archive.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { Phrase } from '#app/ui/phrase.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { BREAK } from '#shared/text/break-mark.ts';
import type { DayHk } from '#shared/hk-time.ts';
import styles from './archives.module.css';

const CARDS = 9;

/** Programmes with replays, newest first: some as cards, all by title. */
export function ByProgram({
  programs,
  today,
  heart,
}: {
  programs: (ProgramCardView & { newest: { day: DayHk; startsAtMs: number } })[];
  today: DayHk;
  heart: string | undefined;
}) {
  return (
    <section aria-labelledby="by-program">
      <SectionHeading id="by-program">{archiveText.byProgram}</SectionHeading>
      <ul className={styles.programs}>
        {programs.slice(0, CARDS).map((program) => (
          <li key={program.id}>
            <ProgramCard
              program={{ ...program, when: archiveText.newest(timeText.showDay(program.newest, today)) }}
              part="replays"
              act={
                <FavouriteButton className={heart} programId={program.id} name={program.title.replaceAll(BREAK, '')} />
              }
              sizes="(min-width: 1200px) 22vw, (min-width: 768px) 30vw, 46vw"
            />
          </li>
        ))}
      </ul>
      {programs.length > CARDS && (
        <details className={styles.all}>
          <summary>{archiveText.allPrograms(programs.length)}</summary>
          <ul>
            {programs.map(({ id, slug, title, newest }) => (
              <li key={id}>
                <a href={`${paths.program(id, slug)}#replays`}>
                  <Phrase text={title} />
                </a>
                <span className={page.meta}>{timeText.showDay(newest, today)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
