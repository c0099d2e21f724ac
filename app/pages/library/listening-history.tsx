import { useLoaderData, type MetaFunction } from 'react-router';
import { PlaySection } from '#app/components/library/play-section.tsx';
import { ownMeta } from '#app/pages/account/own-meta.ts';
import { paths } from '#app/paths.ts';
import { libraryText } from '#app/text/zh-hk/library.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { ChangeButton, ListPage, MenuItem, RowMenu } from './list-page.tsx';
import type { loader } from './listening-history.server.ts';
import { AddItems } from './move-menu.tsx';
import { SectionRow } from './section-row.tsx';
import { useListChanges } from './use-list-changes.ts';
import styles from './library.module.css';

export { action, loader } from './listening-history.server.ts';

const text = libraryText;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  ownMeta(loaderData, paths.listeningHistory(), text.lists.history);

/** What a member heard, last first, under the days on which it was heard. */
export default function ListeningHistory() {
  const { items, page, hasMore } = useLoaderData<typeof loader>();
  const changes = useListChanges(items);
  const days = [...new Set(changes.shown.map(({ day }) => day))];
  return (
    <ListPage
      list="history"
      changes={changes}
      isEmpty={changes.shown.length === 0 && page === 1 && !hasMore}
      tools={
        <>
          <ChangeButton tone="outline" change={{ kind: 'addAll' }}>
            {text.addAll}
          </ChangeButton>
          <ChangeButton tone="quiet" change={{ kind: 'clear' }}>
            {text.clear.history}
          </ChangeButton>
        </>
      }
    >
      {days.map((day) => (
        <section key={day} className={styles.day}>
          <h3>{day}</h3>
          <ul className={styles.rows} data-list="">
            {changes.shown
              .filter((item) => item.day === day)
              .map((item) => (
                <SectionRow
                  key={item.id}
                  view={item}
                  meta={<span>{text.playedAt(item.playedClock)}</span>}
                  acts={
                    <>
                      {!item.isEnded && <PlaySection sectionId={item.sectionId} name={item.name} />}
                      <RowMenu name={item.name}>
                        {!item.isEnded && <AddItems id={item.id} />}
                        <MenuItem change={{ kind: 'remove', ids: [item.id] }}>{text.remove.history}</MenuItem>
                      </RowMenu>
                    </>
                  }
                />
              ))}
          </ul>
        </section>
      ))}
      {(page > 1 || hasMore) && (
        <nav className={styles.paging} aria-label={text.lists.history.title}>
          {page > 1 && (
            <ButtonLink
              tone="quiet"
              rel="prev"
              href={paths.listeningHistory({ page: page === 2 ? undefined : page - 1 })}
            >
              {text.later}
            </ButtonLink>
          )}
          {hasMore && (
            <ButtonLink tone="outline" rel="next" href={paths.listeningHistory({ page: page + 1 })}>
              {text.earlier}
            </ButtonLink>
          )}
        </nav>
      )}
    </ListPage>
  );
}
