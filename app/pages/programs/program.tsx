import { AdSlot } from '#app/ads/ad-slot.tsx';
import { useLoaderData, type MetaFunction } from 'react-router';
import { ContentCard } from '#app/components/lists/content-card.tsx';
import { isFreeAt } from '#app/components/archive/replay-view.ts';
import { breadcrumbs } from '#app/components/seo/json-ld.ts';
import { radioSeries } from '#app/components/seo/radio-series.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import page from '#app/styles/page.module.css';
import { ProgramCard } from '#app/components/lists/program-card.tsx';
import { seo } from '#app/components/seo/seo.ts';
import { useClock, useRefreshAt } from '#app/components/hooks/use-clock.ts';
import { paths } from '#app/paths.ts';
import { programsText } from '#app/text/zh-hk/programs.ts';
import { seoText } from '#app/text/zh-hk/seo.ts';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { Phrase } from '#app/ui/phrase.tsx';
import { BREAK } from '#shared/text/break-mark.ts';
import { ProgramReplays } from './program-replays.tsx';
import { Broadcasts } from './broadcasts.tsx';
import { ProgramHero } from './program-hero.tsx';
import { ProgramHosts } from './program-hosts.tsx';
import styles from './program.module.css';
import type { loader } from './program.server.ts';

export { headers, loader } from './program.server.ts';

export const handle: PageHandle = { navKey: 'programs', adGroup: 'programDetail' };

export const meta: MetaFunction<typeof loader> = ({ loaderData: program }) => {
  if (program === undefined) return [];
  const { siteUrl, nowMs } = program;
  const title = program.title.replaceAll(BREAK, '');
  const description = (program.tagline || program.description).replaceAll(BREAK, '');
  const path = paths.program(program.id, program.slug);
  return seo({
    siteUrl,
    path,
    title,
    description,
    picture: program.art,
    pictureAlt: seoText.keyArtOf(title),
    feed: paths.programFeed(program.id),
    podcast: program.replays.some(({ parts }) => parts[0] && isFreeAt(parts[0]))
      ? paths.programPodcast(program.id)
      : undefined,
    jsonLd: [
      ...radioSeries({
        siteUrl,
        path,
        name: title,
        description,
        picture: program.art,
        genre: program.category.name,
        hosts: program.hosts.map((host) => ({ name: host.name, path: paths.programHost(host.id, host.slug) })),
        partOf: program.parent && {
          name: program.parent.title,
          path: paths.program(program.parent.id, program.parent.slug),
        },
        broadcasts: program.broadcasts.map((broadcast) => ({
          ...broadcast,
          isLive: broadcast.startsAtMs <= nowMs && nowMs < broadcast.endsAtMs,
        })),
      }),
      breadcrumbs(siteUrl, [
        { name: programsText.title, path: paths.programs() },
        { name: title, path },
      ]),
    ],
  });
};

export default function Program() {
  const program = useLoaderData<typeof loader>();
  const clockMs = useClock(program.nowMs);
  const [first] = program.broadcasts;
  useRefreshAt(
    first ? (first.startsAtMs > program.nowMs ? first.startsAtMs : first.endsAtMs) : Infinity,
    program.nowMs,
  );
  const onAir = first && first.startsAtMs <= clockMs && clockMs < first.endsAtMs ? first : null;
  const coming = program.broadcasts.filter((broadcast) => broadcast.startsAtMs > clockMs);
  return (
    <>
      <ProgramHero program={program} onAir={onAir} next={coming[0] ?? null} nowMs={clockMs} />
      <div className={`wrap ${page.side} ${styles.body}`} data-channel={program.channels[0]}>
        <div className={styles.main}>
          {program.description && (
            <section aria-labelledby="about">
              <SectionHeading id="about">{programsText.about}</SectionHeading>
              <div className={styles.prose}>
                {program.description.split(/\n+/).map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              </div>
            </section>
          )}
          {(program.replays.length > 0 || program.notice) && (
            <ProgramReplays replays={program.replays} notice={program.notice} today={program.today} />
          )}
          {program.highlights.length > 0 && (
            <section aria-labelledby="highlights">
              <SectionHeading
                id="highlights"
                more={{ href: paths.programHighlights(), words: programsText.allHighlights }}
              >
                {programsText.highlights}
              </SectionHeading>
              <ul className={styles.highlights}>
                {program.highlights.map((card) => (
                  <li key={card.id}>
                    <ContentCard card={card} showsLabel={false} />
                  </li>
                ))}
              </ul>
            </section>
          )}
          {program.hosts.length > 0 && <ProgramHosts hosts={program.hosts} />}
          {program.parts.length > 0 && (
            <section aria-labelledby="parts">
              <SectionHeading id="parts">{programsText.parts}</SectionHeading>
              <ul className={styles.parts}>
                {program.parts.map((part) => (
                  <li key={part.id}>
                    <ProgramCard program={part} layout="row" />
                    {part.tagline && (
                      <p>
                        <Phrase text={part.tagline} />
                      </p>
                    )}
                  </li>
                ))}
              </ul>
            </section>
          )}
          {coming.length > 0 && <Broadcasts broadcasts={coming} nowMs={clockMs} />}
        </div>
        <aside className={page.rail}>
          <AdSlot type="rectangle" />
          {program.related.length > 0 && (
            <section aria-labelledby="related">
              <SectionHeading id="related" small>
                {programsText.related}
              </SectionHeading>
              <ul className={styles.related}>
                {program.related.map((item) => (
                  <li key={item.id}>
                    <ProgramCard program={item} layout="row" sizes="128px" />
                  </li>
                ))}
              </ul>
            </section>
          )}
        </aside>
      </div>
    </>
  );
}
