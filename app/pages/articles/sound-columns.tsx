import { AdSlot } from '#app/ads/ad-slot.tsx';
import { useLoaderData, type MetaFunction } from 'react-router';
import { MostViewed } from '#app/components/lists/most-viewed.tsx';
import { breadcrumbs } from '#app/components/seo/json-ld.ts';
import { listSeo } from '#app/components/seo/list-seo.ts';
import { MoreList } from '#app/components/lists/more-list.tsx';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import page from '#app/styles/page.module.css';
import { paths } from '#app/paths.ts';
import { listsText } from '#app/text/zh-hk/lists.ts';
import { sectionTitles } from '#app/text/zh-hk/section-titles.ts';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { CardPairs } from './card-grid.tsx';
import { ColumnHead, ColumnTiles } from './column-parts.tsx';
import type { loader } from './sound-columns.server.ts';

export { headers, loader } from './sound-columns.server.ts';

export const handle: PageHandle = { navKey: 'soundColumn', adGroup: 'columns' };

const text = listsText.columns;

const pathIn = (column: { id: number; slug: string } | null) => (at: number | undefined) =>
  paths.soundColumn({ page: at }, column ? { id: column.id, name: column.slug } : undefined);

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
  if (loaderData === undefined) return [];
  const { siteUrl, column, batch } = loaderData;
  const pathOf = pathIn(column);
  return listSeo({
    siteUrl,
    batch,
    pathOf,
    title: column ? text.titleOf(column.name) : sectionTitles.columns,
    description: column?.description || text.description,
    feed: column ? paths.columnFeed(column.id) : paths.feed('columns'),
    jsonLd: [
      breadcrumbs(siteUrl, [
        { name: sectionTitles.columns, path: paths.soundColumn() },
        ...(column ? [{ name: column.name, path: pathOf(undefined) }] : []),
      ]),
    ],
  });
};

/** All columns with their hosts and newest articles, or the articles of one column. */
export default function SoundColumns() {
  const { column, columns, batch, mostViewed } = useLoaderData<typeof loader>();
  const list = (
    <MoreList batch={batch} pathOf={pathIn(column)}>
      {(cards, at) => <CardPairs key={at} cards={cards} heading={column ? 'h2' : 'h3'} showsLabel={!column} />}
    </MoreList>
  );
  return (
    <div className="wrap">
      {column ? (
        <ColumnHead column={column} />
      ) : (
        <div className={page.head}>
          <h1>{sectionTitles.columns}</h1>
          <p className={page.intro}>{text.description}</p>
        </div>
      )}
      <div className={page.side}>
        {column ? (
          <div>{list}</div>
        ) : (
          <div>
            {columns.length > 0 && batch.page === 1 && <ColumnTiles columns={columns} />}
            <section aria-labelledby="newest">
              <SectionHeading id="newest">{text.newest}</SectionHeading>
              {list}
            </section>
          </div>
        )}
        <aside className={page.rail}>
          <AdSlot type="rectangle" />
          <MostViewed items={mostViewed} />
        </aside>
      </div>
    </div>
  );
}
