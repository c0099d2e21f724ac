import { useLoaderData, type MetaFunction } from 'react-router';
import { momentWords } from '#app/text/zh-hk/moment.ts';
import { songPaths } from '#app/song-paths.ts';
import page from '#app/styles/page.module.css';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { mySongsText as text } from '#app/text/zh-hk/played-songs.ts';
import { EmptyState } from '#app/components/empty-state/empty-state.tsx';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { AccountForm, DoneLine, useAccountForm, useTakenAway } from '#app/pages/account/account-form.tsx';
import type { loader } from './my-songs.server.ts';
import { ownMeta } from '#app/pages/account/own-meta.ts';
import styles from '#app/pages/account/account.module.css';
import own from './my-songs.module.css';

export { action, loader } from './my-songs.server.ts';

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => ownMeta(loaderData, songPaths.mySongs(), text);

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

/** Songs a member saved and heard, newest first. */
export default function MySongs() {
  const data = useLoaderData<typeof loader>();
  const { how, songs, counts, isPaused } = data;
  const taken = useTakenAway('remove');
  const { reply: cleared } = useAccountForm('clear');
  const kinds = [
    { key: undefined, words: text.all, count: counts.kept + counts.heard },
    { key: 'kept', words: text.kept, count: counts.kept },
    { key: 'heard', words: text.heard, count: counts.heard },
  ] as const;
  return (
    <>
      <h1>{text.title}</h1>
      <p className={styles.lead}>{text.lead}</p>
      <DoneLine isDone={taken.isTaken} words={text.removed} />
      <DoneLine isDone={cleared?.isDone} words={text.cleared} />
      {isPaused && (
        <p className={styles.note}>
          <Icon name="info" />
          <span>{text.paused}</span>
        </p>
      )}
      <nav className={`${page.chips} ${own.kinds}`} aria-label={text.which}>
        {kinds.map(({ key, words, count }) => (
          <a key={words} href={songPaths.mySongs({ how: key })} aria-current={key === how ? 'page' : undefined}>
            {words} {count}
          </a>
        ))}
      </nav>
      {songs.length === 0 ? (
        <EmptyState title={text.noneTitle} words={text.none}>
          <ButtonLink tone="outline" href={songPaths.songs(903)}>
            {text.look}
          </ButtonLink>
        </EmptyState>
      ) : (
        <ul className={own.songs}>
          {songs.map((song) => (
            <SongItem key={song.markId} song={song} onTaken={taken.take} />
          ))}
        </ul>
      )}
      <Paging data={data} />
      {songs.length > 0 && (
        <section className={styles.section} aria-labelledby="clear-songs">
          <h2 id="clear-songs">{text.clearTitle}</h2>
          <p>{text.clearWords}</p>
          <AccountForm intent="clear" submit={text.clear} tone="danger" />
        </section>
      )}
    </>
  );
}

function SongItem({ song, onTaken }: { song: Data['songs'][number]; onTaken: () => void }) {
  const { markId, how, title, artist, channelId, startsAtMs, place } = song;
  const onAir = channelId === null ? '' : text.onAir(channelText[channelId].name, momentWords(startsAtMs));
  return (
    <li className={own.song} data-song={markId}>
      <div className={own.words}>
        <b>{title}</b>
        <span>{artist}</span>
        <span className={styles.meta}>
          <span>{how === 'kept' ? text.tagKept : text.tagHeard}</span>
          {place === null ? <span>{onAir}</span> : <a href={place}>{onAir}</a>}
        </span>
      </div>
      <AccountForm
        intent="remove"
        thing={String(markId)}
        submit={text.remove}
        label={text.removeOf(title)}
        tone="quiet"
        size="small"
        onDone={onTaken}
      />
    </li>
  );
}

function Paging({ data: { how, page: at, hasMore } }: { data: Data }) {
  if (at === 1 && !hasMore) return null;
  return (
    <nav className={own.paging} aria-label={text.paging}>
      {at > 1 && (
        <ButtonLink tone="quiet" rel="prev" href={songPaths.mySongs({ how, page: at === 2 ? undefined : at - 1 })}>
          {text.later}
        </ButtonLink>
      )}
      {hasMore && (
        <ButtonLink tone="outline" rel="next" href={songPaths.mySongs({ how, page: at + 1 })}>
          {text.earlier}
        </ButtonLink>
      )}
    </nav>
  );
}
