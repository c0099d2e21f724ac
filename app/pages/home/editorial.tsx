import { AdSlot } from '#app/ads/ad-slot.tsx';
import { ChartList, type ChartRow } from '#app/components/lists/chart-list.tsx';
import { ContentCard, type ContentCardView } from '#app/components/lists/content-card.tsx';
import { Feed, MostViewed, type Headline, type Ranked } from '#app/components/lists/headlines.tsx';
import page from '#app/styles/page.module.css';
import { PublishedTime } from '#app/components/article/published-time.tsx';
import { paths } from '#app/paths.ts';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { chartText } from '#app/text/zh-hk/chart.ts';
import { home } from '#app/text/zh-hk/home.ts';
import { sectionTitles } from '#app/text/zh-hk/section-titles.ts';
import { newsText } from '#app/text/zh-hk/news.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { Numeral } from '#app/ui/numeral.tsx';
import { Phrase } from '#app/ui/phrase.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import type { ChannelId } from '#shared/enums.ts';
import type { DayHk } from '#shared/hk-time.ts';
import styles from './editorial.module.css';
import late from './late.module.css';

/** Cards of the first row, beside the lead. */
const BESIDE_LEAD = 2;

/** Hot topics, with current news beside them. */
export function TopicsAndNews({
  lead,
  topics,
  news,
}: {
  lead: ContentCardView | null;
  topics: ContentCardView[];
  news: Headline[];
}) {
  return (
    <div className={`wrap ${page.section} ${late.lists} ${styles.front}`}>
      {lead && (
        <section aria-labelledby="topics">
          <SectionHeading id="topics" more={{ href: paths.articles(), words: home.more }}>
            {sectionTitles.articles}
          </SectionHeading>
          <ul className={styles.topics}>
            <li>
              <ContentCard card={lead} size="lead" heading="h3" sizes="(min-width: 1200px) 46vw, 100vw" />
            </li>
            {topics.map((card, at) => (
              <li key={card.id} data-beside={at < BESIDE_LEAD ? '' : undefined}>
                <ContentCard card={card} sizes="(min-width: 1200px) 23vw, (min-width: 768px) 45vw, 128px" />
              </li>
            ))}
          </ul>
        </section>
      )}
      {news.length > 0 && (
        <section aria-labelledby="news">
          <SectionHeading id="news" more={{ href: paths.newsRecent(), words: home.more }}>
            {newsText.recentTitle}
          </SectionHeading>
          <Feed items={news} />
        </section>
      )}
    </div>
  );
}

/** Highlights of the programmes, as a shelf. */
export function Highlights({ cards }: { cards: ContentCardView[] }) {
  return cards.map((card) => (
    <li key={card.id} className={styles.tall}>
      <ContentCard card={card} sizes="(min-width: 1200px) 18vw, 64vw" />
    </li>
  ));
}

/** The top five of the chart, columns by hosts, and the most read. */
export function ChartAndColumns({
  chart,
  columns,
  mostViewed,
}: {
  chart: { channelId: ChannelId; weekHk: DayHk; rows: ChartRow[] } | null;
  columns: ContentCardView[];
  mostViewed: Ranked[];
}) {
  return (
    <div className={`wrap ${page.section} ${late.lists} ${chart ? styles.pair : ''}`}>
      {chart && (
        <section className={styles.chart} data-channel={chart.channelId} aria-labelledby="chart">
          <SectionHeading
            id="chart"
            note={timeText.date(chart.weekHk)}
            more={{ href: paths.chart(), words: chartText.whole }}
          >
            {chartText.titleOf(channelText[chart.channelId].name)}
          </SectionHeading>
          <ChartList rows={chart.rows} />
        </section>
      )}
      <div className={styles.beside}>
        {columns.length > 0 && <ColumnPieces cards={columns} />}
        <div className={styles.most}>
          <MostViewed items={mostViewed} />
          <AdSlot type="rectangle" />
        </div>
      </div>
    </div>
  );
}

function ColumnPieces({ cards }: { cards: ContentCardView[] }) {
  return (
    <section aria-labelledby="columns">
      <SectionHeading id="columns" more={{ href: paths.soundColumn(), words: sectionTitles.allColumns }}>
        {sectionTitles.columns}
      </SectionHeading>
      <ul className={styles.columns}>
        {cards.map(({ id, href, title, by, label, portrait, channels, publishedAtMs, publishedWords }) => (
          <li key={id} data-channel={channels[0]}>
            <Picture name={portrait} alt="" sizes="88px" shape="portrait" />
            <div>
              <p className={styles.by}>{by || label}</p>
              <h3>
                <a href={href}>
                  <Phrase text={title} />
                </a>
              </h3>
              <p className={page.meta}>
                {channels.map((channel) => (
                  <span key={channel} data-channel={channel}>
                    <Numeral channel={channel} />
                  </span>
                ))}
                {publishedAtMs !== null && <PublishedTime atMs={publishedAtMs} words={publishedWords} />}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
