import { AdSlot } from '#app/ads/ad-slot.tsx';
import { useLoaderData, type MetaFunction } from 'react-router';
import { breadcrumbs } from '#app/components/seo/json-ld.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import page from '#app/styles/page.module.css';
import { seo } from '#app/components/seo/seo.ts';
import { paths } from '#app/paths.ts';
import { trafficText } from '#app/text/zh-hk/traffic.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { AREAS, type Area } from '#domain/traffic/traffic.schema.ts';
import { DATA_TYPES } from './traffic-data-types.ts';
import styles from './traffic-data.module.css';
import { useCurrentInView } from '#app/ui/use-current-in-view.ts';
import type { loader } from './traffic-data.server.ts';
import { TrafficHead } from './traffic-nav.tsx';

export { headers, loader } from './traffic-data.server.ts';

export const handle: PageHandle = { navKey: 'traffic', adGroup: 'roadCoopUsefulInfo' };

const { columns } = trafficText;

const queryOf = (area: Area | null, at: number) => ({
  ...(area ? { area } : {}),
  ...(at > 1 ? { page: at } : {}),
});

const titleOf = (type: keyof typeof trafficText.types, area: Area | null) =>
  trafficText.dataTitle(trafficText.types[type].name, area && trafficText.areas[area]);

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
  if (loaderData === undefined) return [];
  const { siteUrl, type, area, page: at } = loaderData;
  return seo({
    siteUrl,
    path: paths.trafficData(type, queryOf(area, at)),
    title: at > 1 ? `${titleOf(type, area)} ${trafficText.page(at)}` : titleOf(type, area),
    description: trafficText.types[type].lead,
    jsonLd: [
      breadcrumbs(siteUrl, [
        { name: trafficText.title, path: paths.trafficMain() },
        { name: trafficText.types[type].name, path: paths.trafficData(type) },
      ]),
    ],
  });
};

export default function TrafficData() {
  const { type, area, page: at, pages, hasMore, locations, lastChecked, byArea } = useLoaderData<typeof loader>();
  const types = useCurrentInView<HTMLElement>(type);
  const { name, lead } = trafficText.types[type];
  const has = (field: 'phone' | 'hours' | 'details') => locations.some((location) => location[field] !== '');
  return (
    <div className="wrap">
      <TrafficHead part="data" title={name} lead={lead} />
      <nav ref={types} className={`${page.chips} ${styles.types}`} aria-label={trafficText.typesLabel}>
        {DATA_TYPES.map((one) => (
          <a key={one.type} href={paths.trafficData(one.type)} aria-current={one.type === type ? 'page' : undefined}>
            <Icon name={one.icon} />
            {trafficText.types[one.type].name}
          </a>
        ))}
      </nav>
      <div className={styles.filter}>
        <nav className={styles.areas} aria-label={trafficText.areaLabel}>
          {[null, ...AREAS].map((one) => (
            <a
              key={one ?? 'all'}
              href={paths.trafficData(type, queryOf(one, 1))}
              aria-current={one === area ? 'true' : undefined}
            >
              {one === null ? trafficText.allAreas : trafficText.areas[one]}
              <span>{one === null ? byArea.HK + byArea.KLN + byArea.NT : byArea[one]}</span>
            </a>
          ))}
        </nav>
        {lastChecked && (
          <p>
            <time dateTime={lastChecked.day}>{trafficText.lastChecked(lastChecked.words)}</time>
            {' · '}
            {trafficText.dataNote}
          </p>
        )}
      </div>
      {locations.length === 0 ? (
        <p className={styles.none}>{trafficText.noLocations}</p>
      ) : (
        <div className={styles.frame}>
          <table className={styles.table}>
            <caption className="vh">
              {trafficText.tableCaption(name, area ? trafficText.areas[area] : trafficText.allAreas)}
            </caption>
            <thead>
              <tr>
                <th scope="col">{columns.name}</th>
                <th scope="col">{columns.address}</th>
                {has('phone') && <th scope="col">{columns.phone}</th>}
                {has('hours') && <th scope="col">{columns.hours}</th>}
                {has('details') && <th scope="col">{columns.details}</th>}
              </tr>
            </thead>
            <tbody>
              {locations.map((location) => (
                <tr key={location.id}>
                  <th scope="row">{location.name}</th>
                  <td data-label={columns.address}>
                    <div>
                      <span className={styles.area}>{trafficText.areas[location.area]}</span>
                      {location.district && !location.address.startsWith(location.district) && ` ${location.district}`}
                      {location.address && ` ${location.address}`}
                    </div>
                  </td>
                  {has('phone') && (
                    <td data-label={columns.phone} className={styles.number}>
                      {location.tel && (
                        <a
                          href={`tel:${location.tel}`}
                          aria-label={trafficText.call(`${location.name} ${location.phone}`)}
                        >
                          {location.phone}
                        </a>
                      )}
                    </td>
                  )}
                  {has('hours') && (
                    <td data-label={columns.hours} className={styles.hours}>
                      {location.hours}
                    </td>
                  )}
                  {has('details') && <td data-label={columns.details}>{location.details}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div className={page.section} data-ad-room>
        <AdSlot type="leaderboard" />
      </div>
      {(at > 1 || hasMore) && (
        <nav className={styles.pages} aria-label={trafficText.pages}>
          {at > 1 && (
            <ButtonLink tone="outline" rel="prev" href={paths.trafficData(type, queryOf(area, at - 1))}>
              {trafficText.previous}
            </ButtonLink>
          )}
          <span>
            {at} / {pages}
          </span>
          {hasMore && (
            <ButtonLink tone="outline" rel="next" href={paths.trafficData(type, queryOf(area, at + 1))}>
              {trafficText.next}
            </ButtonLink>
          )}
        </nav>
      )}
    </div>
  );
}
