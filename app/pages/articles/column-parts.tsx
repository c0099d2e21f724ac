import { Crumbs } from '#app/components/lists/crumbs.tsx';
import page from '#app/styles/page.module.css';
import { paths } from '#app/paths.ts';
import { listsText } from '#app/text/zh-hk/lists.ts';
import { sectionTitles } from '#app/text/zh-hk/section-titles.ts';
import { ChannelNumerals } from '#app/ui/channel-numerals.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import type { ChannelId } from '#shared/enums.ts';
import styles from './columns.module.css';

export interface ColumnTile {
  id: number;
  name: string;
  slug: string;
  hostName: string;
  picture: string;
  channels: ChannelId[];
}

const text = listsText.columns;

/** All columns, by portrait of the author. */
export function ColumnTiles({ columns }: { columns: ColumnTile[] }) {
  return (
    <section className={styles.all} aria-labelledby="columns">
      <SectionHeading id="columns">{sectionTitles.allColumns}</SectionHeading>
      <ul className={styles.tiles}>
        {columns.map(({ id, name, slug, hostName, picture, channels }) => (
          <li key={id} data-channel={channels[0]}>
            <Picture name={picture} alt="" sizes="64px" shape="portrait" />
            <div>
              <h3>
                <a href={paths.soundColumn({}, { id, name: slug })}>{name}</a>
              </h3>
              <p className={page.meta}>
                <ChannelNumerals channels={channels} />
                {hostName && <span>{hostName}</span>}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Header of a column's page: its author and topic. */
export function ColumnHead({
  column,
}: {
  column: ColumnTile & { description: string; host: { id: number; name: string; slug: string } | null };
}) {
  const { name, picture, channels, description, hostName, host } = column;
  return (
    <div className={`${page.head} ${styles.head}`} data-channel={channels[0]}>
      <Picture name={picture} alt="" sizes="(min-width: 768px) 128px, 88px" shape="portrait" priority />
      <div>
        <Crumbs label={listsText.breadcrumb} steps={[{ name: sectionTitles.columns, href: paths.soundColumn() }]} />
        <h1>{name}</h1>
        <p className={styles.host}>
          <ChannelNumerals channels={channels} />
          {host ? (
            <a className={page.link} href={paths.programHost(host.id, host.slug)}>
              {text.of(host.name)}
            </a>
          ) : (
            hostName && <span>{text.of(hostName)}</span>
          )}
        </p>
        {description && <p className={page.intro}>{description}</p>}
      </div>
    </div>
  );
}
