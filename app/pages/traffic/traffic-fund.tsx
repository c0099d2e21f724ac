import { AdSlot } from '#app/ads/ad-slot.tsx';
import { useLoaderData, type MetaFunction } from 'react-router';
import { breadcrumbs } from '#app/components/seo/json-ld.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import { seo } from '#app/components/seo/seo.ts';
import { StaticBody } from '#app/components/article/static-body.tsx';
import page from '#app/styles/page.module.css';
import { paths } from '#app/paths.ts';
import { trafficText } from '#app/text/zh-hk/traffic.ts';
import type { loader } from './traffic-fund.server.ts';
import { TrafficHead } from './traffic-nav.tsx';

export { headers, loader } from './traffic-fund.server.ts';

export const handle: PageHandle = { navKey: 'traffic', adGroup: 'roadCoopRoadFund' };

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData === undefined
    ? []
    : seo({
        siteUrl: loaderData.siteUrl,
        path: paths.trafficFund(),
        title: loaderData.title,
        description: loaderData.summary || trafficText.fundDescription,
        jsonLd: [
          breadcrumbs(loaderData.siteUrl, [
            { name: trafficText.title, path: paths.trafficMain() },
            { name: loaderData.title, path: paths.trafficFund() },
          ]),
        ],
      });

export default function TrafficFund() {
  const { title, summary, blocks } = useLoaderData<typeof loader>();
  return (
    <div className="wrap">
      <TrafficHead part="fund" title={title} lead={summary} />
      <StaticBody blocks={blocks} />
      <div className={page.section} data-ad-room>
        <AdSlot type="leaderboard" />
      </div>
    </div>
  );
}
