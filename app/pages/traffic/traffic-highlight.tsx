import { useLoaderData, type MetaFunction } from 'react-router';
import { breadcrumbs } from '#app/components/json-ld.ts';
import { listSeo } from '#app/components/list-seo.ts';
import { MoreList } from '#app/components/more-list.tsx';
import type { PageHandle } from '#app/components/navigation-rules.tsx';
import { CardGrid } from '#app/pages/articles/card-grid.tsx';
import { paths } from '#app/paths.ts';
import { trafficText } from '#app/text/zh-hk/traffic.ts';
import type { loader } from './traffic-highlight.server.ts';
import { TrafficHead } from './traffic-nav.tsx';

export { headers, loader } from './traffic-highlight.server.ts';

export const handle: PageHandle = { navKey: 'traffic', adGroup: 'roadCoopTrafficHighlights' };

const pathOf = (at: number | undefined) => paths.trafficHighlight({ page: at });

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData === undefined
    ? []
    : listSeo({
        siteUrl: loaderData.siteUrl,
        batch: loaderData.batch,
        pathOf,
        title: trafficText.highlight,
        description: trafficText.highlightDescription,
        jsonLd: [
          breadcrumbs(loaderData.siteUrl, [
            { name: trafficText.title, path: paths.trafficMain() },
            { name: trafficText.highlight, path: paths.trafficHighlight() },
          ]),
        ],
      });

export default function TrafficHighlight() {
  const { batch } = useLoaderData<typeof loader>();
  return (
    <div className="wrap">
      <TrafficHead part="highlight" title={trafficText.highlight} lead={trafficText.highlightDescription} />
      <MoreList batch={batch} pathOf={pathOf}>
        {(cards, at) => <CardGrid key={at} cards={cards} at={at} />}
      </MoreList>
    </div>
  );
}
