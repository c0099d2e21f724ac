import { AdSlot } from '#app/ads/ad-slot.tsx';
import { useLoaderData, type MetaFunction } from 'react-router';
import { ChartList } from '#app/components/lists/chart-list.tsx';
import { ChartLines } from '#app/components/songs/chart-lines.tsx';
import { breadcrumbs } from '#app/components/seo/json-ld.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import page from '#app/styles/page.module.css';
import { seo } from '#app/components/seo/seo.ts';
import { paths } from '#app/paths.ts';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { chartText } from '#app/text/zh-hk/chart.ts';
import { chartLinesText } from '#app/text/zh-hk/song-pages.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { Numeral } from '#app/ui/numeral.tsx';
import type { ChannelId } from '#shared/enums.ts';
import styles from './chart.module.css';
import type { loader } from './chart.server.ts';

export { headers, loader } from './chart.server.ts';

export const handle: PageHandle = { navKey: 'chart', adGroup: 'charts' };

/** The default channel and the newest week have the short URL. */
const pathOf = (channel: { id: ChannelId; isUsual: boolean }, week?: string) =>
  paths.chart({ ...(channel.isUsual ? {} : { channel: channel.id }), ...(week === undefined ? {} : { week }) });

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
  if (loaderData === undefined) return [];
  const { siteUrl, chart } = loaderData;
  const name = chart ? chartText.titleOf(channelText[chart.channelId].name) : chartText.title;
  const path = chart
    ? pathOf({ id: chart.channelId, isUsual: chart.isUsual }, chart.isNewest ? undefined : chart.weekHk)
    : paths.chart();
  return seo({
    siteUrl,
    path,
    title: chart && !chart.isNewest ? `${name} ${timeText.fullDate(chart.weekHk)}` : name,
    description: chartText.description,
    jsonLd: [breadcrumbs(siteUrl, [{ name: chartText.title, path: paths.chart() }])],
  });
};

/** A week's song chart. */
export default function ChartPage() {
  const { channels, chart } = useLoaderData<typeof loader>();
  if (chart === null) {
    return (
      <div className={`wrap ${page.head}`}>
        <h1>{chartText.title}</h1>
        <h2>{chartText.noneTitle}</h2>
        <p>{chartText.none}</p>
      </div>
    );
  }
  const channel = { id: chart.channelId, isUsual: chart.isUsual };
  return (
    <div className="wrap">
      <div className={page.head}>
        <h1 className={styles.title}>
          <Numeral channel={chart.channelId} decorative />
          {chartText.titleOf(channelText[chart.channelId].name)}
        </h1>
        <p className={page.intro}>
          <time dateTime={chart.weekHk}>{chartText.weekOf(timeText.fullDate(chart.weekHk))}</time>
        </p>
      </div>
      {channels.length > 1 && (
        <nav className={`${page.chips} ${styles.chips}`} aria-label={chartText.channels}>
          {channels.map((id) => (
            <a
              key={id}
              data-channel={id}
              href={paths.chart({ channel: id })}
              aria-current={id === chart.channelId ? 'page' : undefined}
            >
              <Numeral channel={id} decorative />
              {channelText[id].name}
            </a>
          ))}
        </nav>
      )}
      <div className={page.side}>
        <section className={styles.panel} data-channel={chart.channelId} aria-label={chartText.title}>
          <ChartList rows={chart.rows} whole />
        </section>
        <aside className={page.rail}>
          <nav aria-labelledby="weeks" className={styles.weeks}>
            <h2 id="weeks">{chartText.weeks}</h2>
            <ul>
              {chart.weeks.map((week, at) => (
                <li key={week}>
                  <a
                    href={pathOf(channel, at === 0 ? undefined : week)}
                    aria-current={week === chart.weekHk ? 'page' : undefined}
                  >
                    <time dateTime={week}>{timeText.date(week)}</time>
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <AdSlot type="rectangle" />
        </aside>
      </div>
      {chart.course.weeks.length > 1 && (
        <section className={styles.course} aria-labelledby="course">
          <SectionHeading id="course" note={chartLinesText.note(chart.course.weeks.length)}>
            {chartLinesText.title}
          </SectionHeading>
          <p className={page.intro}>{chartLinesText.hint}</p>
          <ChartLines {...chart.course} />
        </section>
      )}
    </div>
  );
}
