import { AdSlot } from '#app/ads/ad-slot.tsx';
import { useLoaderData, type MetaFunction } from 'react-router';
import { breadcrumbs } from '#app/components/seo/json-ld.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import page from '#app/styles/page.module.css';
import { ProgramCard } from '#app/components/lists/program-card.tsx';
import { seo } from '#app/components/seo/seo.ts';
import { paths } from '#app/paths.ts';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { programsText } from '#app/text/zh-hk/programs.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import buttons from '#app/ui/button.module.css';
import { Icon } from '#app/ui/icon.tsx';
import { Numeral } from '#app/ui/numeral.tsx';
import { CHANNEL_IDS } from '#shared/enums.ts';
import styles from './programs.module.css';
import type { loader } from './programs.server.ts';

export { headers, loader } from './programs.server.ts';

/** Weekdays from Monday, numbered from Sunday 0. */
const WEEK = [1, 2, 3, 4, 5, 6, 0];

export const handle: PageHandle = { navKey: 'programs', adGroup: 'allPrograms' };

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
  if (loaderData === undefined) return [];
  const { siteUrl, filter, categories } = loaderData;
  const names = [
    filter.channelId === undefined ? '' : channelText[filter.channelId].name,
    categories.find((c) => c.id === filter.categoryId)?.name ?? '',
    filter.day === undefined ? '' : timeText.weekday(filter.day),
  ].filter(Boolean);
  const title = names.length === 0 ? programsText.title : programsText.titleOf(names.join(' '));
  const path = paths.programs({ channel: filter.channelId, category_id: filter.categoryId, day: filter.day });
  return seo({
    siteUrl,
    path,
    title,
    description: programsText.description,
    robots: filter.keyword === undefined ? 'index' : 'noindex',
    jsonLd: [breadcrumbs(siteUrl, [{ name: programsText.title, path: paths.programs() }])],
  });
};

export default function Programs() {
  const { filter, pageSize, total, hasMore, categories, programs } = useLoaderData<typeof loader>();
  const { channelId: channel, categoryId: category_id, day, keyword } = filter;
  const isFiltered = channel !== undefined || day !== undefined || category_id !== undefined || keyword !== undefined;
  const firstOfLastPage = programs[(filter.page - 1) * pageSize]?.id;
  return (
    <div className="wrap">
      <div className={page.head}>
        <h1>{programsText.title}</h1>
      </div>
      <div className={styles.filters}>
        <div className={styles.rows}>
          <nav className={page.chips} aria-label={programsText.channels}>
            <a
              href={paths.programs({ category_id, day, keyword })}
              aria-current={channel === undefined ? 'true' : undefined}
            >
              {programsText.allChannels}
            </a>
            {CHANNEL_IDS.map((id) => (
              <a
                key={id}
                data-channel={id}
                href={paths.programs({ channel: id, category_id, day, keyword })}
                aria-current={channel === id ? 'true' : undefined}
              >
                <Numeral channel={id} decorative />
                {channelText[id].name}
              </a>
            ))}
          </nav>
          <nav className={page.chips} aria-label={programsText.categories}>
            <a
              href={paths.programs({ channel, day, keyword })}
              aria-current={category_id === undefined ? 'true' : undefined}
            >
              {programsText.allCategories}
            </a>
            {categories.map((category) => (
              <a
                key={category.id}
                href={paths.programs({ channel, category_id: category.id, day, keyword })}
                aria-current={category_id === category.id ? 'true' : undefined}
              >
                {category.name}
              </a>
            ))}
          </nav>
          <nav className={page.chips} aria-label={programsText.days}>
            <a
              href={paths.programs({ channel, category_id, keyword })}
              aria-current={day === undefined ? 'true' : undefined}
            >
              {programsText.allDays}
            </a>
            {WEEK.map((each) => (
              <a
                key={each}
                href={paths.programs({ channel, category_id, day: each, keyword })}
                aria-current={each === day ? 'true' : undefined}
              >
                {timeText.weekday(each)}
              </a>
            ))}
          </nav>
        </div>
        <search>
          <form className={styles.search} action={paths.programs()} method="get">
            {channel !== undefined && <input type="hidden" name="channel" value={channel} />}
            {category_id !== undefined && <input type="hidden" name="category_id" value={category_id} />}
            {day !== undefined && <input type="hidden" name="day" value={day} />}
            <label className="vh" htmlFor="program-keyword">
              {programsText.searchLabel}
            </label>
            <input
              id="program-keyword"
              name="keyword"
              type="search"
              maxLength={50}
              defaultValue={keyword}
              key={keyword}
              placeholder={programsText.search}
              autoComplete="off"
            />
            <button className={`${buttons.button} ${buttons.small}`}>
              <Icon name="search" />
              {programsText.submit}
            </button>
          </form>
        </search>
      </div>
      <p className={styles.count}>
        <span>{programsText.count(programs.length, total)}</span>
        {isFiltered && (
          <a className={page.link} href={paths.programs()}>
            {programsText.clear}
          </a>
        )}
      </p>
      {programs.length === 0 ? (
        <div className={styles.none}>
          <h2>{programsText.noneTitle}</h2>
          <p>{programsText.none}</p>
        </div>
      ) : (
        <ul className={styles.grid}>
          {programs.map((program) => (
            <li key={program.id} id={program.id === firstOfLastPage ? 'more' : undefined}>
              <ProgramCard
                program={program}
                heading="h2"
                sizes="(min-width: 1200px) 18vw, (min-width: 768px) 30vw, 46vw"
              />
            </li>
          ))}
        </ul>
      )}
      {hasMore && (
        <p className={styles.more}>
          <ButtonLink
            tone="outline"
            href={`${paths.programs({ channel, category_id, day, keyword, page: filter.page + 1 })}#more`}
          >
            {programsText.more}
          </ButtonLink>
        </p>
      )}
      <div className={page.section} data-ad-room>
        <AdSlot type="leaderboard" />
      </div>
    </div>
  );
}
