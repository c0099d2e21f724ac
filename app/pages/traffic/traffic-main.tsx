import { AdSlot } from '#app/ads/ad-slot.tsx';
import { useLoaderData, type MetaFunction } from 'react-router';
import { ContentCard, type ContentCardView } from '#app/components/lists/content-card.tsx';
import { FollowButton } from '#app/components/follows/follow-button.tsx';
import { breadcrumbs } from '#app/components/seo/json-ld.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import { PublishedTime } from '#app/components/article/published-time.tsx';
import { seo } from '#app/components/seo/seo.ts';
import { paths } from '#app/paths.ts';
import { followDistrictsText } from '#app/text/zh-hk/follow-button.ts';
import { trafficText } from '#app/text/zh-hk/traffic.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Phrase } from '#app/ui/phrase.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import type { Severity } from '#domain/traffic/traffic.schema.ts';
import { trafficSituationsFeed } from '#shared/paths/exchange-paths.ts';
import { DATA_TYPES } from './traffic-data-types.ts';
import type { loader } from './traffic-main.server.ts';
import { TrafficHead } from './traffic-nav.tsx';
import { rowOf, TunnelMap } from './tunnel-map.tsx';
import styles from './traffic.module.css';

export { headers, loader } from './traffic-main.server.ts';

/** Full length of a bar in minutes, or the longest value if greater. */
const BAR_MINUTES = 25;

export const handle: PageHandle = { navKey: 'traffic', adGroup: 'roadCoopMain' };

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData === undefined
    ? []
    : seo({
        siteUrl: loaderData.siteUrl,
        path: paths.trafficMain(),
        title: trafficText.title,
        description: trafficText.description,
        jsonLd: [breadcrumbs(loaderData.siteUrl, [{ name: trafficText.title, path: paths.trafficMain() }])],
      });

/** The road as a gantry sign: amber on black, newest first. */
function Board({ items }: { items: (ContentCardView & { severity: Severity | null })[] }) {
  if (items.length === 0)
    return (
      <div className={styles.board}>
        <p>{trafficText.noInfo}</p>
      </div>
    );
  return (
    <ul className={styles.board}>
      {items.map((item) => (
        <li key={item.id}>
          {item.publishedAtMs !== null && <PublishedTime atMs={item.publishedAtMs} words={item.publishedWords} />}
          {item.severity && (
            <span className={styles.severity} data-severity={item.severity}>
              {trafficText.severity[item.severity]}
            </span>
          )}
          <a href={item.href}>
            <Phrase text={item.title} />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Travel time through each tunnel: number, text and bar. */
function Tunnels({
  tunnels,
  at,
}: {
  tunnels: { name: string; minutes: number; isClosed: boolean; severity: Severity }[];
  at: string | null;
}) {
  const longest = Math.max(...tunnels.map(({ minutes }) => minutes), BAR_MINUTES);
  return (
    <section aria-labelledby="tunnels">
      <div className={styles.row}>
        <h2 id="tunnels">{trafficText.tunnels}</h2>
        {at && <p className={styles.updated}>{trafficText.updated(at)}</p>}
      </div>
      {tunnels.length === 0 ? (
        <p>{trafficText.noTunnels}</p>
      ) : (
        <>
          <TunnelMap tunnels={tunnels} />
          <ul className={`${styles.tunnels} ${styles.belowMap}`}>
            {tunnels.map(({ name, minutes, isClosed, severity }) => (
              <li key={name} id={rowOf(name)}>
                <b>{name}</b>
                <span className={styles.minutes}>
                  {isClosed ? (
                    '—'
                  ) : (
                    <>
                      {minutes}
                      <small> {trafficText.minutes}</small>
                    </>
                  )}
                </span>
                <span className={styles.severity} data-severity={severity}>
                  {isClosed ? trafficText.tunnelClosed : trafficText.tunnelStates[severity]}
                </span>
                <span className={styles.follow}>
                  <FollowButton kind="tunnel" subject={name} name={name} size="small" />
                </span>
                <span className={styles.bar} aria-hidden="true">
                  <i style={{ width: `${isClosed ? 100 : (minutes / longest) * 100}%` }} data-severity={severity} />
                </span>
              </li>
            ))}
          </ul>
          <a className={styles.more} href={trafficSituationsFeed}>
            {trafficText.situations}
          </a>
        </>
      )}
    </section>
  );
}

export default function TrafficMain() {
  const { recent, recentAt, highlights, phonographs, tunnels, tunnelsAt, districts } = useLoaderData<typeof loader>();
  return (
    <div className="wrap">
      <TrafficHead part="main" title={trafficText.title} lead={trafficText.slogan} />
      <div className={`${styles.columns} ${styles.roads}`}>
        <section aria-labelledby="latest">
          <div className={styles.row}>
            <h2 id="latest">{trafficText.latest}</h2>
            {recentAt && <p className={styles.updated}>{trafficText.updated(recentAt)}</p>}
          </div>
          <Board items={recent} />
          <a className={styles.more} href={paths.trafficInfo()}>
            {trafficText.allInfo}
            <Icon name="chevron-right" />
          </a>
        </section>
        <Tunnels tunnels={tunnels} at={tunnelsAt} />
        {districts.length > 0 && (
          <section className={styles.districts} aria-labelledby="districts">
            <SectionHeading id="districts" note={followDistrictsText.words}>
              {followDistrictsText.title}
            </SectionHeading>
            <ul>
              {districts.map((district) => (
                <li key={district}>
                  {district}
                  <FollowButton kind="district" subject={district} name={district} size="small" />
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      <div className={styles.strip} data-ad-room>
        <AdSlot type="leaderboard" />
      </div>
      <section className={styles.strip} aria-labelledby="data">
        <SectionHeading id="data">{trafficText.data}</SectionHeading>
        <ul className={styles.types}>
          {DATA_TYPES.map(({ type, icon }) => (
            <li key={type}>
              <a href={paths.trafficData(type)}>
                <Icon name={icon} />
                {trafficText.types[type].name}
              </a>
            </li>
          ))}
        </ul>
      </section>
      {highlights.length > 0 && (
        <section className={styles.strip} aria-labelledby="highlight">
          <SectionHeading id="highlight" more={{ href: paths.trafficHighlight(), words: trafficText.more }}>
            {trafficText.highlight}
          </SectionHeading>
          <div className={`${styles.grid} ${styles.wide}`}>
            {highlights.map((card) => (
              <ContentCard key={card.id} card={card} showsLabel={false} />
            ))}
          </div>
        </section>
      )}
      <div className={`${styles.columns} ${styles.withAside} ${styles.strip}`}>
        <section aria-labelledby="phonograph">
          <SectionHeading id="phonograph" more={{ href: paths.trafficPhonograph(), words: trafficText.more }}>
            {trafficText.phonograph}
          </SectionHeading>
          <div className={styles.grid}>
            {phonographs.map((card) => (
              <ContentCard key={card.id} card={card} showsLabel={false} />
            ))}
          </div>
        </section>
        <LostBox />
      </div>
    </div>
  );
}

/** Link to the lost-property form. */
export function LostBox() {
  return (
    <section className={styles.lost} aria-labelledby="lost">
      <h2 id="lost">{trafficText.lost}</h2>
      <p>{trafficText.lostWords}</p>
      <ButtonLink href={`${paths.trafficHotline()}#form`}>{trafficText.lostButton}</ButtonLink>
    </section>
  );
}
