import { AdSlot } from '#app/ads/ad-slot.tsx';
import { useLoaderData, type MetaFunction } from 'react-router';
import { FollowButton } from '#app/components/follows/follow-button.tsx';
import { ContentCard } from '#app/components/lists/content-card.tsx';
import { Crumbs } from '#app/components/lists/crumbs.tsx';
import { HostPortrait } from '#app/components/lists/host-portrait.tsx';
import { breadcrumbs } from '#app/components/seo/json-ld.ts';
import { person } from '#app/components/seo/person.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import page from '#app/styles/page.module.css';
import { seo } from '#app/components/seo/seo.ts';
import { useClock } from '#app/components/hooks/use-clock.ts';
import { paths } from '#app/paths.ts';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { hostsText } from '#app/text/zh-hk/hosts.ts';
import { seoText } from '#app/text/zh-hk/seo.ts';
import { Numeral } from '#app/ui/numeral.tsx';
import { Phrase } from '#app/ui/phrase.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { BREAK } from '#shared/text/break-mark.ts';
import { HostProgram } from './host-program.tsx';
import styles from './host.module.css';
import type { loader } from './host.server.ts';

export { headers, loader } from './host.server.ts';

export const handle: PageHandle = { navKey: 'hosts', adGroup: 'djDetail' };

export const meta: MetaFunction<typeof loader> = ({ loaderData: host }) => {
  if (host === undefined) return [];
  const { siteUrl, name } = host;
  const path = paths.programHost(host.id, host.slug);
  const description = host.bio || host.tagline.replaceAll(BREAK, '') || hostsText.description;
  return seo({
    siteUrl,
    path,
    title: name,
    description,
    picture: host.picture,
    pictureAlt: seoText.portraitOf(name),
    feed: paths.feed(`host-${host.id}`),
    type: 'profile',
    jsonLd: [
      person({
        siteUrl,
        path,
        name,
        alternateName: host.nameEng === name ? '' : host.nameEng,
        description,
        picture: host.picture,
        isGuest: host.isGuest,
        programs: host.programs.map((program) => ({
          name: program.title.replaceAll(BREAK, ''),
          path: paths.program(program.id, program.slug),
        })),
      }),
      breadcrumbs(siteUrl, [
        { name: hostsText.title, path: paths.programHosts() },
        { name, path },
      ]),
    ],
  });
};

export default function Host() {
  const host = useLoaderData<typeof loader>();
  const clockMs = useClock(host.nowMs);
  return (
    <>
      <section className={styles.hero} data-channel={host.channels[0]}>
        <div className={`wrap ${styles.heroGrid}`}>
          <HostPortrait
            picture={host.picture}
            isGuest={host.isGuest}
            alt={seoText.portraitOf(host.name)}
            sizes="(min-width: 768px) 280px, 180px"
            priority
          />
          <div>
            <Crumbs label={hostsText.breadcrumb} steps={[{ name: hostsText.title, href: paths.programHosts() }]} />
            <h1>{host.name}</h1>
            {host.nameEng && host.nameEng !== host.name && (
              <p className={styles.english} lang="en">
                {host.nameEng}
              </p>
            )}
            {host.tagline && (
              <p className={styles.tagline}>
                <Phrase text={host.tagline} />
              </p>
            )}
            <p className={styles.channels}>
              {host.channels.map((channel) => (
                <a key={channel} data-channel={channel} href={paths.live(channel)}>
                  <Numeral channel={channel} decorative />
                  {channelText[channel].name}
                </a>
              ))}
            </p>
            <p className={styles.follow}>
              <FollowButton kind="host" subject={String(host.id)} name={host.name} />
            </p>
            <p className={styles.channels}>
              <a href={paths.hostCalendar(host.id)} download data-document>
                {hostsText.calendar}
              </a>
              <a href={paths.feed(`host-${host.id}`)} data-document>
                {hostsText.feed}
              </a>
            </p>
          </div>
        </div>
      </section>
      <div className={`wrap ${page.side} ${styles.body}`} data-channel={host.channels[0]}>
        <div className={styles.main}>
          <section aria-labelledby="programs">
            <SectionHeading id="programs">{host.isGuest ? hostsText.guestOn : hostsText.programs}</SectionHeading>
            {host.programs.length === 0 ? (
              <p className={styles.none}>{hostsText.noPrograms}</p>
            ) : (
              <ul className={styles.programs}>
                {host.programs.map((program) => (
                  <HostProgram key={program.id} program={program} nowMs={clockMs} />
                ))}
              </ul>
            )}
          </section>
          {host.columns.map((column) => (
            <section key={column.id} aria-labelledby={`column-${column.id}`}>
              <SectionHeading
                id={`column-${column.id}`}
                note={hostsText.columns}
                more={{ href: paths.soundColumn({}, { id: column.id, name: column.slug }), words: hostsText.allPieces }}
              >
                {column.name}
              </SectionHeading>
              <ul className={styles.pieces}>
                {column.pieces.map((card) => (
                  <li key={card.id}>
                    <ContentCard card={card} size="compact" showsLabel={false} sizes="128px" />
                  </li>
                ))}
              </ul>
            </section>
          ))}
          {host.bio && (
            <section aria-labelledby="about">
              <SectionHeading id="about">{hostsText.about}</SectionHeading>
              <div className={styles.prose}>
                {host.bio.split(/\n+/).map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              </div>
            </section>
          )}
        </div>
        {host.related.length > 0 && (
          <section aria-labelledby="related">
            <SectionHeading id="related" small>
              {hostsText.related}
            </SectionHeading>
            <ul className={styles.related}>
              {host.related.map((other) => (
                <li key={other.id}>
                  <HostPortrait picture={other.picture} isGuest={other.isGuest} sizes="88px" alt="" />
                  <h3>
                    <a href={paths.programHost(other.id, other.slug)}>{other.name}</a>
                  </h3>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      <div className={`wrap ${page.section}`} data-ad-room>
        <AdSlot type="leaderboard" />
      </div>
    </>
  );
}
