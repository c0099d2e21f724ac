import { ReplayLink } from '#app/components/archive/replay-link.tsx';
import { KeepSongButton } from '#app/components/songs/keep-song-button.tsx';
import { paths } from '#app/paths.ts';
import controls from '#app/player/controls/controls.module.css';
import { songPaths } from '#app/song-paths.ts';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { momentWords } from '#app/text/zh-hk/moment.ts';
import { songPageText as text } from '#app/text/zh-hk/song-pages.ts';
import { buttonClasses } from '#app/ui/button-classes.ts';
import { Icon } from '#app/ui/icon.tsx';
import styles from './song-pages.module.css';
import type { PlayView } from './play-views.server.ts';

/** Plays, newest first, each with a press that plays the moment if it may be heard. */
export function PlayList({
  plays,
  withTitles = false,
}: {
  plays: readonly PlayView[];
  /** Where they are of different songs. */
  withTitles?: boolean;
}) {
  return (
    <ol className={styles.plays}>
      {plays.map((play) => (
        <PlayRow key={play.markId} play={play} withTitle={withTitles} />
      ))}
    </ol>
  );
}

function PlayRow({
  play: { markId, songId, title, channelId, startsAtMs, program, hear },
  withTitle,
}: {
  play: PlayView;
  withTitle: boolean;
}) {
  const moment = momentWords(startsAtMs);
  const className = buttonClasses({ tone: 'outline', size: 'small' });
  const label = text.hearOf(title, moment);
  const words = (
    <>
      <Icon name="play" fill />
      {text.hear}
    </>
  );
  return (
    <li className={styles.play}>
      <div className={styles.words}>
        {withTitle && (
          <a href={songPaths.song(songId)}>
            <b>{title}</b>
          </a>
        )}
        <time dateTime={new Date(startsAtMs).toISOString()}>{moment}</time>
        <span>
          {channelText[channelId].name}
          {program !== null && (
            <>
              {' · '}
              {program.href === null ? program.name : <a href={program.href}>{program.name}</a>}
            </>
          )}
        </span>
      </div>
      <KeepSongButton markId={markId} title={title} className={controls.icon} />
      <span className={styles.press}>
        {hear === null ? (
          <span className={styles.notKept}>{text.notKept}</span>
        ) : hear === 'live' ? (
          <a
            className={className}
            href={paths.live(channelId)}
            aria-label={label}
            data-listen={channelId}
            data-from={startsAtMs}
          >
            {words}
          </a>
        ) : (
          <ReplayLink start={hear} label={label} className={className}>
            {words}
          </ReplayLink>
        )}
      </span>
    </li>
  );
}
