import { useEffect, useState } from 'react';
import { useLoaderData, type MetaFunction } from 'react-router';
import { useMember } from '#app/components/frame/member-state.ts';
import { callAsMember, refusalText } from '#app/components/member/member-call.ts';
import { seo } from '#app/components/seo/seo.ts';
import { calls, paths } from '#app/paths.ts';
import { playReplay } from '#app/player/use-player.ts';
import page from '#app/styles/page.module.css';
import { replayText } from '#app/text/zh-hk/replay.ts';
import { playlistText } from '#app/text/zh-hk/playlist.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { Button } from '#app/ui/button.tsx';
import { ButtonLink } from '#app/ui/button-link.tsx';
import type { playlistReplySchema } from '#domain/library/library.schema.ts';
import type { z } from 'zod';
import type { loader } from './create-playlist.server.ts';
import { ReplayHere, useArchiveWindow, useReplayHere } from './replay-here.tsx';
import styles from './playlist.module.css';

export { action, headers, loader } from './create-playlist.server.ts';

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData === undefined
    ? []
    : seo({
        siteUrl: loaderData.siteUrl,
        path: paths.playlistCreate(),
        title: playlistText.title,
        description: playlistText.description,
        robots: 'noindex',
      });

type Items = z.output<typeof playlistReplySchema>['items'];

/** Code for an item already in the list: the desired state is reached. */
const ALREADY_THERE = 120004;

/** Adds the requested item to the member's queue, once, and returns the queue; an error text if refused. */
async function loadQueue(sectionId: number | null): Promise<Items | string> {
  if (sectionId !== null) {
    const body = JSON.stringify({ program_archive_section_id: sectionId });
    const added = await callAsMember(calls.playQueue(), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    if (!added.isOk && added.code !== ALREADY_THERE) return refusalText(added);
  }
  const answer = await callAsMember(calls.playQueue());
  return answer.isOk ? (answer.response as { items: Items }).items : refusalText(answer);
}

/** A member's queue, which plays from section to section, in the archive window. */
export default function CreatePlaylist() {
  const { sectionId } = useLoaderData<typeof loader>();
  const [queue, setQueue] = useState<Items | string | null>(null);
  useArchiveWindow();
  const here = useReplayHere();
  const mayHave = useMember()?.subscribed;
  useEffect(() => {
    // Nobody else has a list, and their calls would be refused.
    if (mayHave === undefined) return undefined;
    if (!mayHave) return setQueue(playlistText.plan);
    let isOver = false;
    void loadQueue(sectionId).then((found) => {
      if (!isOver) setQueue(found);
    });
    return () => {
      isOver = true;
    };
  }, [sectionId, mayHave]);
  const items = Array.isArray(queue) ? queue : [];
  const ids = items.map((item) => item.program_archive_section_id);
  const said = queue === null ? playlistText.loading : typeof queue === 'string' ? queue : '';
  const first = ids.find((id) => id === sectionId) ?? ids[0];
  return (
    <div className={`wrap ${page.head}`}>
      <h1>{playlistText.title}</h1>
      <p role="status" className={queue === null ? 'vh' : undefined}>
        {said || (items.length === 0 ? playlistText.empty : '')}
      </p>
      <div className={styles.columns}>
        {here ? (
          <ReplayHere {...here} />
        ) : (
          first !== undefined && (
            <Button tone="cta" onClick={() => playReplay({ sectionId: first, queue: ids })}>
              {playlistText.listen}
            </Button>
          )
        )}
        {queue !== null && items.length === 0 && !here && (
          <div>
            <ButtonLink tone="outline" href={mayHave ? paths.archives() : paths.pricing()}>
              {mayHave ? playlistText.toArchives : playlistText.toPlans}
            </ButtonLink>
          </div>
        )}
        {queue === null && (
          <div className={styles.room} aria-hidden="true">
            {[0, 1, 2].map((each) => (
              <i key={each} />
            ))}
          </div>
        )}
        {items.length > 0 && (
          <ol aria-label={playlistText.items}>
            {items.map((item) => {
              const id = item.program_archive_section_id;
              return (
                <li key={item.user_playlist_id}>
                  <button
                    type="button"
                    aria-current={here?.source.sectionId === id}
                    onClick={() => playReplay({ sectionId: id, queue: ids })}
                  >
                    <img
                      src={item.keyart_url.src}
                      srcSet={item.keyart_url.srcset}
                      sizes="100px"
                      width={640}
                      height={360}
                      alt=""
                      loading="lazy"
                    />
                    <b>{item.program_name}</b>
                    <small>{replayText.section(item.section_no, item.title ?? '')}</small>
                    <small>
                      {timeText.date(item.broadcast_day)} {item.display_start_time}{' '}
                      {playlistText.length(Math.round(item.duration / 60))}
                    </small>
                  </button>
                </li>
              );
            })}
          </ol>
        )}
      </div>
    </div>
  );
}
