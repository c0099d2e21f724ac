import { ReplayRow } from '#app/components/archive/replay-row.tsx';
import type { ReplayView } from '#app/components/archive/replay-view.ts';
import { archiveText } from '#app/text/zh-hk/archive.ts';
import { replaysText } from '#app/text/zh-hk/replays.ts';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import type { DayHk } from '#shared/hk-time.ts';

/** Other broadcasts of the same programme. */
export function Others({
  replays,
  today,
  programHref,
}: {
  replays: ReplayView[];
  today: DayHk;
  programHref: string | null;
}) {
  return (
    <section aria-labelledby="others">
      <SectionHeading
        id="others"
        small
        {...(programHref === null ? {} : { more: { href: `${programHref}#replays`, words: replaysText.allReplays } })}
      >
        {archiveText.others}
      </SectionHeading>
      <ul>
        {replays.map((replay) => (
          <ReplayRow key={replay.id} replay={replay} today={today} />
        ))}
      </ul>
    </section>
  );
}
