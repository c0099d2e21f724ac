import { ContentBlocks } from '#app/components/article/content-blocks.tsx';
import { liveBlogPaths } from '#shared/paths/live-blog-paths.ts';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { exactClock } from '#app/text/zh-hk/exact-clock.ts';
import { liveBlogText as text } from '#app/text/zh-hk/live-blog.ts';
import { Icon } from '#app/ui/icon.tsx';
import type { EntryView } from '#domain/live-blogs/live-blogs.rules.ts';
import { liveMomentPath } from '#shared/paths/live-moment.ts';
import styles from './live-blog.module.css';

/** Live can be rewound this far for certain; an earlier second is found by the server, which knows its replay. */
const REWOUND_MS = 7 * 3_600_000;

const NO_RECORDINGS = { page: '', from: '', art: { src: '', srcset: '', width: 0, height: 0 } };

const Clock = ({ ts, since }: { ts: number; since: number }) => (
  <time dateTime={new Date(ts * 1000).toISOString()}>{text.when(ts, since)}</time>
);

function Sound({ sound: { channel, at_ts: at }, nowMs }: { sound: NonNullable<EntryView['sound']>; nowMs: number }) {
  const atMs = at * 1000;
  const plays = nowMs - atMs < REWOUND_MS ? { 'data-listen': channel, 'data-from': atMs } : {};
  return (
    <p data-channel={channel}>
      <a className={styles.hear} href={liveMomentPath(channel, atMs)} {...plays}>
        <Icon name="play" fill />
        {text.hear(channelText[channel].name, exactClock(atMs))}
      </a>
    </p>
  );
}

/** One entry of a live blog. */
export function Entry({
  entry,
  path,
  since,
  nowMs,
}: {
  entry: EntryView;
  /** The article's. */
  path: string;
  /** When the live blog was opened, in seconds: entries of that day have no date. */
  since: number;
  nowMs: number;
}) {
  const { id, posted_ts: posted, byline, blocks, sound, corrections, withdrawn, is_pinned: isPinned } = entry;
  return (
    <>
      <p className={styles.when}>
        <a href={liveBlogPaths.entry(path, id)} aria-label={text.linkOf(text.when(posted, since))}>
          <Clock ts={posted} since={since} />
        </a>
        {isPinned && <b>{text.pinned}</b>}
        {byline && <span>{byline}</span>}
      </p>
      {withdrawn ? (
        <p className={styles.note}>
          <Clock ts={withdrawn.at_ts} since={since} />　{text.withdrawn}
          {withdrawn.note}
        </p>
      ) : (
        <ContentBlocks views={blocks} origin={NO_RECORDINGS} />
      )}
      {sound && <Sound sound={sound} nowMs={nowMs} />}
      {corrections.map(({ at_ts: at, note }) => (
        <p key={at} className={styles.note}>
          <b>{text.correction}</b> <Clock ts={at} since={since} />　{note}
        </p>
      ))}
    </>
  );
}
