import { AdSlot } from '#app/ads/ad-slot.tsx';
import { useLoaderData, type MetaFunction } from 'react-router';
import { broadcastServices, radioStation } from '#app/components/seo/json-ld.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import page from '#app/styles/page.module.css';
import { seo } from '#app/components/seo/seo.ts';
import { useRefreshAt } from '#app/components/hooks/use-clock.ts';
import { paths } from '#app/paths.ts';
import { replaysText } from '#app/text/zh-hk/replays.ts';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { home } from '#app/text/zh-hk/home.ts';
import { sectionTitles } from '#app/text/zh-hk/section-titles.ts';
import { seoText } from '#app/text/zh-hk/seo.ts';
import { shell } from '#app/text/zh-hk/shell.ts';
import { Numeral } from '#app/ui/numeral.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { Shelf } from '#app/ui/shelf.tsx';
import { staticIsland } from '#app/ui/static-island.tsx';
import { Board } from './board.tsx';
import { Followed } from './followed.tsx';
import styles from './home.module.css';
import late from './late.module.css';
import type { loader } from './home.server.ts';
import { OnAirCard } from './on-air-card.tsx';

export { headers, loader } from './home.server.ts';

export const handle: PageHandle = { navKey: 'home', adGroup: 'home' };

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData === undefined
    ? []
    : seo({
        siteUrl: loaderData.siteUrl,
        path: paths.home(),
        title: seoText.siteTitle,
        wholeTitle: true,
        description: seoText.siteDescription,
        robots: loaderData.isReview ? 'noindex' : 'index',
        jsonLd: [radioStation(loaderData.siteUrl), ...broadcastServices(loaderData.siteUrl)],
      });

// Everything below the players is static links.
const NextUp = staticIsland(() => import('./next-up.tsx').then((module) => module.NextUp));
const TopicsAndNews = staticIsland(() => import('./editorial.tsx').then((module) => module.TopicsAndNews));
const Highlights = staticIsland(() => import('./editorial.tsx').then((module) => module.Highlights), 'ul');
const ChartAndColumns = staticIsland(() => import('./editorial.tsx').then((module) => module.ChartAndColumns));
const Programs = staticIsland(() => import('./program-items.tsx').then((module) => module.ProgramItems), 'ul');
const Replays = staticIsland(() => import('./replay-items.tsx').then((module) => module.ReplayItems), 'ul');
const Films = staticIsland(() => import('./film-items.tsx').then((module) => module.FilmItems), 'ul');
const HostRow = staticIsland(() => import('./host-row.tsx').then((module) => module.HostRow));

export default function Home() {
  const { nowMs, changesAtMs, onAir, next, board, written, mostHeard, films, shelves, hosts } =
    useLoaderData<typeof loader>();
  useRefreshAt(changesAtMs, nowMs);
  const [lead, ...others] = onAir;
  return (
    <>
      <h1 className="vh">{home.heading}</h1>
      <div className={`wrap ${styles.top}`}>
        {lead && <OnAirCard item={lead} renderedAtMs={nowMs} lead />}
        <div className={styles.two}>
          {others.map((item) => (
            <OnAirCard key={item.channelId} item={item} renderedAtMs={nowMs} />
          ))}
        </div>
        <NextUp items={next} nowMs={nowMs} />
      </div>
      <Followed />
      <div className={`wrap ${page.section}`} data-ad-room>
        <AdSlot type="leaderboard" />
      </div>
      <TopicsAndNews lead={written.lead} topics={written.topics} news={written.news} />
      <Board board={board} renderedAtMs={nowMs} />
      {written.highlights.length > 0 && (
        <section className={`wrap ${page.section} ${late.lists}`} aria-labelledby="highlights">
          <SectionHeading id="highlights" more={{ href: paths.programHighlights(), words: home.more }}>
            {sectionTitles.highlights}
          </SectionHeading>
          <Shelf label={sectionTitles.highlights} words={home.shelf}>
            {(list) => <Highlights box={list} cards={written.highlights} />}
          </Shelf>
        </section>
      )}
      {mostHeard.replays.length > 0 && (
        <section className={`wrap ${page.section} ${late.lists}`} aria-labelledby="most-heard">
          <SectionHeading id="most-heard" more={{ href: paths.archives(), words: replaysText.allReplays }}>
            {mostHeard.isCounted ? replaysText.mostHeard : replaysText.newestReplays}
          </SectionHeading>
          <Shelf label={replaysText.replays} words={home.shelf}>
            {(list) => <Replays box={list} replays={mostHeard.replays} today={mostHeard.today} />}
          </Shelf>
        </section>
      )}
      {films.length > 0 && (
        <section className={`wrap ${page.section} ${late.lists}`} aria-labelledby="films">
          <SectionHeading id="films" more={{ href: paths.premiumVideoLanding(), words: home.more }}>
            {shell.premium}
          </SectionHeading>
          <Shelf label={shell.premium} words={home.shelf}>
            {(list) => <Films box={list} films={films} />}
          </Shelf>
        </section>
      )}
      <ChartAndColumns chart={written.chart} columns={written.columns} mostViewed={written.mostViewed} />
      <div className={`wrap ${page.section}`} data-ad-room>
        <AdSlot type="banner" />
      </div>
      {shelves.map(({ channelId, programs }) => (
        <section
          key={channelId}
          className={`wrap ${page.section} ${late.lists}`}
          data-channel={channelId}
          aria-labelledby={`shelf-${channelId}`}
        >
          <SectionHeading
            id={`shelf-${channelId}`}
            note={channelText[channelId].manner}
            more={{ href: paths.programs({ channel: channelId }), words: home.allPrograms }}
          >
            <Numeral channel={channelId} decorative />
            {home.programsOf(channelText[channelId].name)}
          </SectionHeading>
          <Shelf label={home.programsOf(channelText[channelId].name)} words={home.shelf}>
            {(list) => <Programs box={list} programs={programs} />}
          </Shelf>
        </section>
      ))}
      <HostRow hosts={hosts} />
    </>
  );
}
