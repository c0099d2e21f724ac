import { useLoaderData, type MetaFunction } from 'react-router';
import { PlaySection } from '#app/components/library/play-section.tsx';
import { ownMeta } from '#app/pages/account/own-meta.ts';
import { paths } from '#app/paths.ts';
import { libraryText } from '#app/text/zh-hk/library.ts';
import { Button } from '#app/ui/button.tsx';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { KEYWORD_LETTERS } from '#domain/library/library.rules.ts';
import { ChangeButton, MenuItem } from './lists/change-button.tsx';
import { ListPage } from './lists/list-page.tsx';
import type { loader } from './listening-history.server.ts';
import { AddItems } from './lists/move-menu.tsx';
import { RowMenu } from './lists/row-menu.tsx';
import { SectionRow } from './lists/section-row.tsx';
import { TickBox } from './lists/tick-bar.tsx';
import { useListChanges } from './lists/use-list-changes.ts';
import { useTicks } from './lists/use-ticks.ts';
import rows from './lists/list-row.module.css';
import styles from './library.module.css';

export { action, loader } from './listening-history.server.ts';

const text = libraryText;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  ownMeta(loaderData, paths.listeningHistory(), text.lists.history);

/** Searches the history, and pauses recording. */
function HistoryHead({ keyword, isPaused, hasSearch }: { keyword: string; isPaused: boolean; hasSearch: boolean }) {
  return (
    <>
      <div className={styles.head}>
        {hasSearch && (
          <search>
            <form className={styles.search} action={paths.listeningHistory()} method="get">
              <label className="vh" htmlFor="history-keyword">
                {text.search.label}
              </label>
              <input
                id="history-keyword"
                name="keyword"
                type="search"
                maxLength={KEYWORD_LETTERS}
                key={keyword}
                defaultValue={keyword}
                placeholder={text.search.hint}
                autoComplete="off"
              />
              <Button type="submit" tone="outline" aria-label={text.search.label}>
                <Icon name="search" />
              </Button>
            </form>
          </search>
        )}
        <ChangeButton tone="quiet" size="small" change={{ kind: isPaused ? 'resume' : 'pause' }}>
          <Icon name={isPaused ? 'play' : 'pause'} fill />
          {isPaused ? text.resume : text.pause}
        </ChangeButton>
      </div>
      {isPaused && (
        <p className={styles.note} data-paused="">
          {text.paused}
        </p>
      )}
    </>
  );
}

/** Listening history, newest first, grouped by day. */
export default function ListeningHistory() {
  const { items, page, keyword, isPaused, hasMore } = useLoaderData<typeof loader>();
  const changes = useListChanges(items);
  const { shown, send } = changes;
  const ticks = useTicks(shown, (ids) => send({ kind: 'remove', ids }));
  const isNone = shown.length === 0 && page === 1 && !hasMore;
  const isSearch = keyword !== '';
  const days = [...new Set(shown.map(({ day }) => day))];
  return (
    <ListPage
      list="history"
      changes={changes}
      ticks={ticks}
      rows={shown.length}
      isEmpty={isNone && !isSearch}
      head={<HistoryHead keyword={keyword} isPaused={isPaused} hasSearch={!isNone || isSearch} />}
      tools={
        // For the whole history, so not while filtered.
        !isSearch && (
          <>
            <ChangeButton tone="outline" size="small" change={{ kind: 'addAll' }}>
              {text.addAll}
            </ChangeButton>
            <ChangeButton tone="quiet" size="small" change={{ kind: 'clear' }}>
              {text.clear.history}
            </ChangeButton>
          </>
        )
      }
    >
      {isSearch && (
        <p className={styles.found}>
          {isNone ? text.search.none(keyword) : text.search.found(keyword)}
          <a href={paths.listeningHistory()}>{text.search.all}</a>
        </p>
      )}
      {days.map((day) => (
        <section key={day} className={styles.day}>
          <h3>{day}</h3>
          <ul className={rows.rows} data-list="">
            {shown
              .filter((item) => item.day === day)
              .map((item) => (
                <SectionRow
                  key={item.id}
                  view={item}
                  lead={<TickBox id={item.id} name={item.name} ticks={ticks} />}
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
              href={paths.listeningHistory({ page: page === 2 ? undefined : page - 1, keyword: keyword || undefined })}
            >
              {text.later}
            </ButtonLink>
          )}
          {hasMore && (
            <ButtonLink
              tone="outline"
              rel="next"
              href={paths.listeningHistory({ page: page + 1, keyword: keyword || undefined })}
            >
              {text.earlier}
            </ButtonLink>
          )}
        </nav>
      )}
    </ListPage>
  );
}
