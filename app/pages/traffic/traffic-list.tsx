import { AdSlot } from '#app/ads/ad-slot.tsx';
import type { ReactNode } from 'react';
import { useLoaderData, type MetaFunction } from 'react-router';
import type { ContentCardView } from '#app/components/lists/content-card.tsx';
import { breadcrumbs } from '#app/components/seo/json-ld.ts';
import { listSeo } from '#app/components/seo/list-seo.ts';
import { MoreList } from '#app/components/lists/more-list.tsx';
import page from '#app/styles/page.module.css';
import { paths } from '#app/paths.ts';
import { trafficText } from '#app/text/zh-hk/traffic.ts';
import type { loader } from './traffic-info.server.ts';
import { TrafficHead } from './traffic-nav.tsx';

const LISTS = {
  info: { title: trafficText.infoTitle, description: trafficText.infoDescription, pathTo: paths.trafficInfo },
  highlight: {
    title: trafficText.highlight,
    description: trafficText.highlightDescription,
    pathTo: paths.trafficHighlight,
  },
  phonograph: {
    title: trafficText.phonograph,
    description: trafficText.phonographDescription,
    pathTo: paths.trafficPhonograph,
  },
} as const;

/** A list of the traffic section, loaded by `traffic-lists.server.ts`. */
export type TrafficListPart = keyof typeof LISTS;

export const trafficListMeta =
  (part: TrafficListPart): MetaFunction<typeof loader> =>
  ({ loaderData }) => {
    if (loaderData === undefined) return [];
    const { siteUrl, batch } = loaderData;
    const { title, description, pathTo } = LISTS[part];
    const trail = [
      { name: trafficText.title, path: paths.trafficMain() },
      { name: title, path: pathTo() },
    ];
    const pathOf = (page: number | undefined) => pathTo({ page });
    return listSeo({ siteUrl, batch, pathOf, title, description, jsonLd: [breadcrumbs(siteUrl, trail)] });
  };

export function TrafficList({
  part,
  children,
}: {
  part: TrafficListPart;
  children: (cards: ContentCardView[], at: number) => ReactNode;
}) {
  const { batch } = useLoaderData<typeof loader>();
  const { title, description, pathTo } = LISTS[part];
  return (
    <div className="wrap">
      <TrafficHead part={part} title={title} lead={description} />
      <MoreList batch={batch} pathOf={(page) => pathTo({ page })}>
        {children}
      </MoreList>
      <div className={page.section} data-ad-room>
        <AdSlot type="leaderboard" />
      </div>
    </div>
  );
}
