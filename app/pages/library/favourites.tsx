import { useLoaderData, type MetaFunction } from 'react-router';
import { ProgramCard } from '#app/components/lists/program-card.tsx';
import { ownMeta } from '#app/pages/account/own-meta.ts';
import { paths } from '#app/paths.ts';
import page from '#app/styles/page.module.css';
import { libraryText } from '#app/text/zh-hk/library.ts';
import { programsText } from '#app/text/zh-hk/programs.ts';
import { Numeral } from '#app/ui/numeral.tsx';
import { CHANNEL_IDS } from '#shared/enums.ts';
import type { loader } from './favourites.server.ts';
import { ChangeButton, MenuItem } from './lists/change-button.tsx';
import { ListPage } from './lists/list-page.tsx';
import { AddItems, MoveMenu, saidOfMove } from './lists/move-menu.tsx';
import { RowMenu } from './lists/row-menu.tsx';
import { Grip, Lead } from './lists/section-row.tsx';
import { TickBox } from './lists/tick-bar.tsx';
import { useListChanges } from './lists/use-list-changes.ts';
import { useReorder } from './lists/use-reorder.ts';
import { useTicks } from './lists/use-ticks.ts';
import rows from './lists/list-row.module.css';
import styles from './library.module.css';

export { action, loader } from './favourites.server.ts';

const text = libraryText;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  ownMeta(loaderData, paths.memberFavourites(), text.lists.favourite);

/** Favourite programmes: those with the newest replay first, or in the member's own order. */
export default function Favourites() {
  const { items, isOwnOrder, channel } = useLoaderData<typeof loader>();
  const changes = useListChanges(items);
  const { shown, send } = changes;
  const { gripOf, marksOf, moved } = useReorder(shown, send);
  const ticks = useTicks(shown, (ids) => send({ kind: 'remove', ids }));
  const sort = isOwnOrder ? 'own' : undefined;
  const sorts = [
    [text.sorts.newest, paths.memberFavourites({ channel }), !isOwnOrder],
    [text.sorts.own, paths.memberFavourites({ channel, sort: 'own' }), isOwnOrder],
  ] as const;
  const channels = [undefined, ...CHANNEL_IDS];
  return (
    <ListPage
      list="favourite"
      changes={changes}
      ticks={ticks}
      rows={shown.length}
      hasGrips={isOwnOrder}
      isEmpty={shown.length === 0 && channel === undefined}
      said={saidOfMove(shown, moved)}
      tools={
        <>
          <nav className={page.chips} aria-label={programsText.channels}>
            {channels.map((id) => (
              <a
                key={id ?? 0}
                href={paths.memberFavourites({ sort, channel: id })}
                aria-current={id === channel ? 'true' : undefined}
                data-channel={id}
              >
                {id === undefined ? programsText.allChannels : <Numeral channel={id} />}
              </a>
            ))}
          </nav>
          <nav className={page.segments} aria-label={text.sort}>
            {sorts.map(([words, href, isCurrent]) => (
              <a key={href} href={href} aria-current={isCurrent ? 'true' : undefined}>
                {words}
              </a>
            ))}
          </nav>
          <p className={styles.count}>
            <b>{text.programs(shown.length)}</b>
          </p>
          {/* For the whole list, so not while filtered. */}
          {channel === undefined && shown.some(({ hasReplay }) => hasReplay) && (
            <ChangeButton tone="outline" size="small" change={{ kind: 'addAll' }}>
              {text.addAll}
            </ChangeButton>
          )}
          {channel === undefined && (
            <ChangeButton tone="quiet" size="small" change={{ kind: 'clear' }}>
              {text.clear.favourite}
            </ChangeButton>
          )}
        </>
      }
    >
      {shown.length === 0 && <p className={styles.found}>{text.noneOfChannel}</p>}
      {isOwnOrder ? (
        <>
          <p id="grip-help" className={styles.help}>
            {text.gripHelp}
          </p>
          <ol className={rows.rows} data-list="">
            {shown.map(({ id, name, card, hasReplay }, at) => (
              <li key={id} {...marksOf(id)} className={rows.programRow}>
                <Lead>
                  <Grip name={name} aria-describedby="grip-help" {...gripOf(id)} />
                  <TickBox id={id} name={name} ticks={ticks} />
                </Lead>
                <ProgramCard program={card} layout="row" />
                <MoveMenu list="favourite" items={shown} at={at} name={name}>
                  {hasReplay && <AddItems id={id} words={text.addNewest} />}
                </MoveMenu>
              </li>
            ))}
          </ol>
        </>
      ) : (
        <ul className={rows.grid} data-list="">
          {shown.map(({ id, name, card, hasReplay }) => (
            <li key={id} className={rows.cell}>
              <ProgramCard program={card} sizes="(min-width: 1200px) 18vw, (min-width: 768px) 30vw, 46vw" />
              <TickBox id={id} name={name} ticks={ticks} />
              <RowMenu name={name}>
                {hasReplay && <AddItems id={id} words={text.addNewest} />}
                <MenuItem change={{ kind: 'remove', ids: [id] }}>{text.remove.favourite}</MenuItem>
              </RowMenu>
            </li>
          ))}
        </ul>
      )}
    </ListPage>
  );
}
