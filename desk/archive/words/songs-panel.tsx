import { useState, type KeyboardEvent } from 'react';
import { archiveWordsText } from '#app/text/zh-hk/desk-archive-words.ts';
import { Button } from '#app/ui/button.tsx';
import { ActionButton } from '../../actions/action-button.tsx';
import { useMay } from '../../actions/use-may.ts';
import { Panel } from '../../frame/panel.tsx';
import type { Broadcast } from '../archive.types.ts';
import { clockOf } from '../broadcast-text.ts';
import { LoadedNote } from './loaded-note.tsx';
import { FOCUSED } from './sentence.tsx';
import { useLoaded } from './use-loaded.ts';
import type { Song } from './words.types.ts';
import archive from '../archive.module.css';
import styles from './words.module.css';

const text = archiveWordsText.songs;
const MAX_CHARS = 200;

function SongForm({ song, onLeave }: { song: Song; onLeave: () => void }) {
  const [title, setTitle] = useState(song.title);
  const [artist, setArtist] = useState(song.artist);
  const [isWithdrawn, setWithdrawn] = useState(song.is_withdrawn);
  const input = { mark_id: song.mark_id, title: title.trim(), artist: artist.trim(), is_withdrawn: isWithdrawn };
  const isSame = input.title === song.title && input.artist === song.artist && isWithdrawn === song.is_withdrawn;
  const leaveByEscape = (event: KeyboardEvent) => {
    // Escape of an input method chooses characters.
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) onLeave();
  };
  return (
    <div className={styles.songForm}>
      <label>
        {text.song}
        <input
          value={title}
          maxLength={MAX_CHARS}
          {...FOCUSED}
          onKeyDown={leaveByEscape}
          onChange={({ target }) => setTitle(target.value)}
        />
      </label>
      <label>
        {text.artist}
        <input
          value={artist}
          maxLength={MAX_CHARS}
          onKeyDown={leaveByEscape}
          onChange={({ target }) => setArtist(target.value)}
        />
      </label>
      <label className={styles.check}>
        <input type="checkbox" checked={isWithdrawn} onChange={({ target }) => setWithdrawn(target.checked)} />
        {text.isWithdrawn}
      </label>
      <p className={archive.quiet}>{text.note}</p>
      <div className={styles.buttons}>
        <ActionButton
          action="songs.correct"
          input={input}
          words={text.submit}
          size="small"
          disabled={input.title === '' || isSame}
          onDone={onLeave}
        />
        <Button size="small" tone="outline" onClick={onLeave}>
          {archiveWordsText.cancel}
        </Button>
      </div>
    </div>
  );
}

function SongRow({ song, onSeek }: { song: Song; onSeek: (ts: number) => void }) {
  const mayEdit = useMay('songs.correct');
  const [isOpen, setOpen] = useState(false);
  const [hasLeft, setLeft] = useState(false);
  const clock = clockOf(song.starts_ts);
  return (
    <li className={styles.row}>
      <button
        type="button"
        className={styles.clock}
        aria-label={archiveWordsText.hear(clock)}
        onClick={() => onSeek(song.starts_ts)}
      >
        {clock}
      </button>
      {isOpen ? (
        <SongForm
          song={song}
          onLeave={() => {
            setLeft(true);
            setOpen(false);
          }}
        />
      ) : (
        <div className={styles.song}>
          <p>
            {song.is_withdrawn ? <del>{song.title}</del> : <b>{song.title}</b>}
            {song.artist !== '' && <span>{song.artist}</span>}
            {song.is_withdrawn && (
              <span className={archive.state} data-tone="bad">
                {text.withdrawn}
              </span>
            )}
            {song.is_by_hand && <span className={archive.state}>{text.byHand}</span>}
          </p>
          {mayEdit && (
            <Button
              size="small"
              tone="outline"
              aria-label={text.correctOf(song.title)}
              {...(hasLeft ? FOCUSED : {})}
              onClick={() => setOpen(true)}
            >
              {text.correct}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

/** Songs that began in a broadcast, as it went out, and their correction. */
export function SongsPanel({ broadcast, onSeek }: { broadcast: Broadcast; onSeek: (ts: number) => void }) {
  // After an action or its undo the page reads the broadcast again, and this reads its songs.
  const read = useLoaded<{ items: Song[] }>(`/api/staff/archive/${broadcast.archive_id}/songs`, broadcast);
  return (
    <Panel title={text.title}>
      {(read.loaded === null || read.fault !== null) && <LoadedNote fault={read.fault} retry={read.retry} />}
      {read.loaded?.items.length === 0 && <p className={archive.pad}>{text.empty}</p>}
      <div className={styles.box}>
        <ol>
          {read.loaded?.items.map((song) => (
            <SongRow key={song.mark_id} song={song} onSeek={onSeek} />
          ))}
        </ol>
      </div>
    </Panel>
  );
}
