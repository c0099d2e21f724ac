import { useLoaderData, type MetaFunction } from 'react-router';
import { breadcrumbs } from '#app/components/json-ld.ts';
import { listSeo } from '#app/components/list-seo.ts';
import { MoreList } from '#app/components/more-list.tsx';
import type { PageHandle } from '#app/components/navigation-rules.tsx';
import { InfoRows } from './info-rows.tsx';
import { paths } from '#app/paths.ts';
import { trafficText } from '#app/text/zh-hk/traffic.ts';
import type { loader } from './traffic-info.server.ts';
import { TrafficHead } from './traffic-nav.tsx';

export { headers, loader } from './traffic-info.server.ts';

export const handle: PageHandle = { navKey: 'traffic', adGroup: 'roadCoopTraffic' };

const pathOf = (at: number | undefined) => paths.trafficInfo({ page: at });

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData === undefined
    ? []
    : listSeo({
        siteUrl: loaderData.siteUrl,
        batch: loaderData.batch,
        pathOf,
        title: trafficText.infoTitle,
        description: trafficText.infoDescription,
        jsonLd: [
          breadcrumbs(loaderData.siteUrl, [
            { name: trafficText.title, path: paths.trafficMain() },
            { name: trafficText.infoTitle, path: paths.trafficInfo() },
          ]),
        ],
      });

export default function TrafficInfo() {
  const { batch } = useLoaderData<typeof loader>();
  return (
    <div className="wrap">
      <TrafficHead part="info" title={trafficText.infoTitle} lead={trafficText.infoDescription} />
      <MoreList batch={batch} pathOf={pathOf}>
        {(cards, at) => <InfoRows key={at} cards={cards} />}
      </MoreList>
    </div>
  );
}
