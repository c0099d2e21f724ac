import { useEffect, useRef } from 'react';
import { useLoaderData, type MetaFunction } from 'react-router';
import { PlaySection } from '#app/components/library/play-section.tsx';
import { ownMeta } from '#app/pages/account/own-meta.ts';
import { paths } from '#app/paths.ts';
import { followList } from '#app/player/replay/follow-list.ts';
import { playReplay } from '#app/player/use-player.ts';
import { libraryText } from '#app/text/zh-hk/library.ts';
import { span } from '#app/text/zh-hk/player.ts';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import { MAX_PLAYLIST } from '#domain/library/library.rules.ts';
import { ChangeButton } from './lists/change-button.tsx';
import { ListPage } from './lists/list-page.tsx';
import { MoveMenu, saidOfMove } from './lists/move-menu.tsx';
import type { loader } from './playlist.server.ts';
import { Grip, SectionRow } from './lists/section-row.tsx';
import { TickBox } from './lists/tick-bar.tsx';
import { useListChanges } from './lists/use-list-changes.ts';
import { useReorder } from './lists/use-reorder.ts';
import { useTicks } from './lists/use-ticks.ts';
import rows from './lists/list-row.module.css';
import styles from './library.module.css';

export { action, loader } from './playlist.server.ts';

const text = libraryText;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  ownMeta(loaderData, paths.memberPlaylist(), text.lists.playlist);

/** Keeps the playing list in sync with this list. */
function useFollowingPlayer(queue: readonly number[]): void {
  const known = useRef(queue);
  useEffect(() => {
    followList(known.current, queue);
    known.current = queue;
  });
}

/** The member's own playlist: fifty sections in playing order. */
export default function Playlist() {
  const { items } = useLoaderData<typeof loader>();
  const changes = useListChanges(items);
  const { shown, send } = changes;
  const { gripOf, marksOf, moved } = useReorder(shown, send);
  const ticks = useTicks(shown, (ids) => send({ kind: 'remove', ids }));
  const queue = shown.flatMap(({ sectionId, isEnded }) => (isEnded ? [] : [sectionId]));
  useFollowingPlayer(queue);
  const heard = shown.flatMap(({ id, isHeard }) => (isHeard ? [id] : []));
  const room = text.room(shown.length);
  return (
    <ListPage
      list="playlist"
      changes={changes}
      ticks={ticks}
      rows={shown.length}
      hasGrips
      isEmpty={shown.length === 0}
      said={saidOfMove(shown, moved)}
      tools={
        <>
          <p className={styles.count}>
            <b>{room}</b> {text.total(span(shown.reduce((all, { lengthMs }) => all + lengthMs, 0)))}
          </p>
          {queue[0] !== undefined && (
            <Button
              size="small"
              className={styles.scripted}
              onClick={() => playReplay({ sectionId: queue[0]!, queue })}
            >
              <Icon name="play" fill />
              {text.playAll}
            </Button>
          )}
          {heard.length > 0 && (
            <ChangeButton tone="quiet" size="small" change={{ kind: 'remove', ids: heard }}>
              {text.removeHeard(heard.length)}
            </ChangeButton>
          )}
          <ChangeButton tone="quiet" size="small" change={{ kind: 'clear' }}>
            {text.clear.playlist}
          </ChangeButton>
          <ProgressBar percent={(shown.length / MAX_PLAYLIST) * 100} label={text.lists.playlist.title} words={room} />
        </>
      }
    >
      <p id="grip-help" className={styles.help}>
        {text.gripHelp}
      </p>
      <ol className={rows.rows} data-list="">
        {shown.map((item, at) => (
          <SectionRow
            key={item.id}
            {...marksOf(item.id)}
            view={item}
            lead={
              <>
                <Grip name={item.name} aria-describedby="grip-help" {...gripOf(item.id)} />
                <TickBox id={item.id} name={item.name} ticks={ticks} />
              </>
            }
            acts={
              <>
                {!item.isEnded && <PlaySection sectionId={item.sectionId} name={item.name} queue={queue} />}
                <MoveMenu list="playlist" items={shown} at={at} name={item.name} />
              </>
            }
          />
        ))}
      </ol>
    </ListPage>
  );
}
