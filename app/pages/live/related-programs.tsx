import { ProgramCard, type ProgramCardView } from '#app/components/lists/program-card.tsx';
import { paths } from '#app/paths.ts';
import { liveText } from '#app/text/zh-hk/live.ts';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import type { ChannelId } from '#shared/enums.ts';
import styles from './live.module.css';

/** Programmes of the channel beside its live page. */
export function RelatedPrograms({ channelId, programs }: { channelId: ChannelId; programs: ProgramCardView[] }) {
  return (
    <section aria-labelledby="related">
      <SectionHeading id="related" small more={{ href: paths.programs({ channel: channelId }), words: liveText.more }}>
        {liveText.related}
      </SectionHeading>
      <div className={styles.related}>
        {programs.map((program) => (
          <ProgramCard key={program.id} program={program} layout="row" />
        ))}
      </div>
    </section>
  );
}
