import { AdSlot } from '#app/ads/ad-slot.tsx';
import { useLoaderData, type MetaFunction } from 'react-router';
import { breadcrumbs } from '#app/components/seo/json-ld.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import { seo } from '#app/components/seo/seo.ts';
import { StaticBody } from '#app/components/article/static-body.tsx';
import page from '#app/styles/page.module.css';
import { paths } from '#app/paths.ts';
import { trafficText } from '#app/text/zh-hk/traffic.ts';
import type { AdGroup } from '#domain/ads/ad-groups.rules.ts';
import type { loader } from './traffic-text.server.ts';
import { TrafficHead, type TrafficPart } from './traffic-nav.tsx';

export { headers, loader } from './traffic-text.server.ts';

interface TrafficTextParts {
  part: TrafficPart;
  path: string;
  /** For search engines, where the text has no summary. */
  description: string;
  adGroup: AdGroup;
}

/** The section's pages that are a text of the database, by their name there. Each also has a line in `app/routes.ts`. */
const PAGES: Record<Awaited<ReturnType<typeof loader>>['name'], TrafficTextParts> = {
  'traffic/aim': {
    part: 'aim',
    path: paths.trafficAim(),
    description: trafficText.aimDescription,
    adGroup: 'roadCoopMain',
  },
  'traffic/fund': {
    part: 'fund',
    path: paths.trafficFund(),
    description: trafficText.fundDescription,
    adGroup: 'roadCoopRoadFund',
  },
};

/** By path: the slots around the page ask for its group too. */
export const handle = (at: string): PageHandle => ({
  navKey: 'traffic',
  adGroup: Object.values(PAGES).find(({ path }) => path === at)?.adGroup ?? 'roadCoopMain',
});

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
  if (loaderData === undefined) return [];
  const { siteUrl, name, title, summary } = loaderData;
  const { path, description } = PAGES[name];
  return seo({
    siteUrl,
    path,
    title,
    description: summary || description,
    jsonLd: [
      breadcrumbs(siteUrl, [
        { name: trafficText.title, path: paths.trafficMain() },
        { name: title, path },
      ]),
    ],
  });
};

export default function TrafficText() {
  const { name, title, summary, blocks } = useLoaderData<typeof loader>();
  const { part } = PAGES[name];
  return (
    <div className="wrap">
      <TrafficHead part={part} title={title} lead={summary} />
      <StaticBody blocks={blocks} />
      <div className={page.section} data-ad-room>
        <AdSlot type="leaderboard" />
      </div>
    </div>
  );
}
