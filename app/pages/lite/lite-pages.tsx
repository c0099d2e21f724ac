import { liveBlogText } from '#app/text/zh-hk/live-blog.ts';
import { entryAnchor, type LiveBlogView } from '#domain/live-blogs/live-blogs.rules.ts';
import { RichText } from '#app/components/article/rich-text.tsx';
import type { BlockView } from '#app/components/article/content-blocks.tsx';
import { bulletinText } from '#app/text/zh-hk/bulletin.ts';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { liteText as text } from '#app/text/zh-hk/lite.ts';
import { trafficText } from '#app/text/zh-hk/traffic.ts';
import type { Severity } from '#domain/traffic/traffic.schema.ts';
import type { ChannelId } from '#shared/enums.ts';
import { pictureUrl } from '#shared/media/picture.ts';
import { litePaths } from '#shared/paths/lite-paths.ts';

export interface LiteBroadcast {
  clock: string;
  until: string;
  title: string;
  hosts: string;
  isNow: boolean;
}
export interface LiteArticle {
  id: number;
  title: string;
  label: string;
  published: string;
}
export interface LiteTunnel {
  name: string;
  minutes: number;
  isClosed: boolean;
  severity: Severity;
}

const Broadcast = ({ of }: { of: LiteBroadcast }) => (
  <li className={of.isNow ? 'now' : undefined} aria-current={of.isNow ? 'true' : undefined}>
    {of.clock}　{of.title} <small>{of.hosts}</small>
  </li>
);

const Articles = ({ items }: { items: readonly LiteArticle[] }) =>
  items.length === 0 ? (
    <p>{text.empty}</p>
  ) : (
    <ul>
      {items.map(({ id, title, label, published }) => (
        <li key={id}>
          <a href={litePaths.article(id)}>{title}</a>{' '}
          <small>
            {label}　{published}
          </small>
        </li>
      ))}
    </ul>
  );

/** Plays on one press, natively and without scripts; nothing is loaded before. */
const Sound = ({ channelId }: { channelId: ChannelId }) => (
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- live sound has no captions
  <audio
    controls
    preload="none"
    src={litePaths.sound(channelId)}
    aria-label={text.listenTo(channelText[channelId].name)}
  />
);

/**
 * The same under high load: playlists and segments, which caches share, where the browser plays them natively. A stream
 * without end holds a connection for each listener.
 */
const CrowdSound = ({ channelId }: { channelId: ChannelId }) => (
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- live sound has no captions
  <audio controls preload="none" aria-label={text.listenTo(channelText[channelId].name)}>
    <source src={litePaths.playlist(channelId)} type="application/vnd.apple.mpegurl" />
    <source src={litePaths.sound(channelId)} type="audio/aac" />
  </audio>
);

export function LiteHome({
  channels,
  news,
  isEmergency = false,
}: {
  channels: readonly { channelId: ChannelId; now: LiteBroadcast }[];
  news: readonly LiteArticle[];
  isEmergency?: boolean;
}) {
  return (
    <>
      {isEmergency && <p>{text.emergency}</p>}
      {channels.map(({ channelId, now }) => (
        <section key={channelId} data-channel={channelId}>
          <h2>
            <a href={litePaths.live(channelId)}>{channelText[channelId].name}</a>
          </h2>
          {now.title} <small>{[now.hosts, text.until(now.until)].filter(Boolean).join('　')}</small>
          {isEmergency ? <CrowdSound channelId={channelId} /> : <Sound channelId={channelId} />}
        </section>
      ))}
      {!isEmergency && (
        <p>
          <small>{text.cost}</small>
        </p>
      )}
      <h2>{text.latest}</h2>
      <Articles items={news} />
    </>
  );
}

/** The newest bulletin as a file that the browser plays by itself. */
export function LiteBulletin({
  of,
}: {
  of: { src: string; parts: readonly { clock: string; title: string }[] } | null;
}) {
  if (of === null) return <p>{bulletinText.none}</p>;
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- its words are on the full page */}
      <audio controls preload="none" src={of.src} aria-label={bulletinText.play} />
      <ol>
        {of.parts.map(({ clock, title }) => (
          <li key={clock}>
            {clock}　{title}
          </li>
        ))}
      </ol>
    </>
  );
}

export function LiteChannel({
  channelId,
  now,
  next,
  songs,
}: {
  channelId: ChannelId;
  now: LiteBroadcast;
  next: readonly LiteBroadcast[];
  songs: readonly { clock: string; title: string; artist: string }[];
}) {
  return (
    <>
      <section data-channel={channelId}>
        <p className="now">
          {text.onAir}：{now.title} <small>{[now.hosts, text.until(now.until)].filter(Boolean).join('　')}</small>
        </p>
        <Sound channelId={channelId} />
      </section>
      <p>
        <small>{text.cost}</small>
      </p>
      <p>
        <a href={litePaths.sound(channelId)}>{text.openStream}</a>
      </p>
      <h2>{text.next}</h2>
      <ul>
        {next.map((one) => (
          <Broadcast key={one.clock} of={one} />
        ))}
      </ul>
      <p>
        <a href={litePaths.timetable(channelId)}>{text.timetable}</a>
      </p>
      {songs.length > 0 && (
        <>
          <h2>{text.songs}</h2>
          <ul>
            {songs.map(({ clock, title, artist }) => (
              <li key={clock}>
                {clock}　{title} <small>{artist}</small>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

export function LiteTimetable({
  channelId,
  items,
  date,
  before,
  after,
}: {
  channelId: ChannelId;
  items: readonly LiteBroadcast[];
  date: string;
  /** Days beside it. Null: not shown. */
  before: string | null;
  after: string | null;
}) {
  return (
    <>
      <p>{date}</p>
      <ul>
        {items.map((one) => (
          <Broadcast key={one.clock} of={one} />
        ))}
      </ul>
      <nav aria-label={text.timetable}>
        {before !== null && <a href={litePaths.timetable(channelId, before)}>{text.previousDay}</a>}
        {after !== null && <a href={litePaths.timetable(channelId, after)}>{text.nextDay}</a>}
      </nav>
    </>
  );
}

export function LiteNews({ items, page, hasMore }: { items: readonly LiteArticle[]; page: number; hasMore: boolean }) {
  return (
    <>
      <Articles items={items} />
      <nav aria-label={trafficText.pages}>
        {page > 1 && <a href={litePaths.news(page - 1)}>{text.newer}</a>}
        {hasMore && <a href={litePaths.news(page + 1)}>{text.older}</a>}
      </nav>
    </>
  );
}

export function LiteTraffic({
  tunnels,
  measured,
  items,
}: {
  tunnels: readonly LiteTunnel[];
  /** Time of the newest measurement. */
  measured: string | null;
  items: readonly LiteArticle[];
}) {
  return (
    <>
      <h2>{text.tunnels}</h2>
      {tunnels.length === 0 ? (
        <p>{text.noTunnels}</p>
      ) : (
        <table>
          <caption className="vh">{text.tunnels}</caption>
          <tbody>
            {tunnels.map(({ name, minutes, isClosed, severity }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>
                  {isClosed ? <b>{text.closed}</b> : `${text.minutes(minutes)}　${trafficText.tunnelStates[severity]}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {measured !== null && (
        <p>
          <small>{text.at(measured)}</small>
        </p>
      )}
      <h2>{text.trafficNews}</h2>
      <Articles items={items} />
    </>
  );
}

/** A picture shown on request. */
const PICTURE_FILE = '480.webp';

function Block({ view }: { view: BlockView }) {
  switch (view.kind) {
    case 'text':
      return <RichText nodes={view.nodes} />;
    case 'image':
      return (
        <figure>
          {text.picture(view.alt || view.caption)}{' '}
          <a href={pictureUrl(view.picture, PICTURE_FILE)}>{text.pictureFile}</a>
          {view.caption && <figcaption>{view.caption}</figcaption>}
        </figure>
      );
    case 'audio':
      return (
        <figure>
          <figcaption>{view.title}</figcaption>
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- recordings have no captions */}
          <audio controls preload="none" src={view.src} aria-label={view.title} />
        </figure>
      );
    case 'video':
      return (
        <figure>
          {view.title} <small>{text.video}</small>
        </figure>
      );
    case 'facebook':
      return (
        <p>
          <a href={view.url}>{view.title || 'Facebook'}</a>
        </p>
      );
    case 'youtube':
      return (
        <p>
          <a href={`https://www.youtube.com/watch?v=${view.videoId}`}>{view.title || 'YouTube'}</a>
        </p>
      );
    case 'gallery':
      return (
        <figure>
          <figcaption>{view.title}</figcaption>
          <ul>
            {view.items.map(({ picture, alt, caption }) => (
              <li key={picture}>
                {text.picture(alt || caption)} <a href={pictureUrl(picture, PICTURE_FILE)}>{text.pictureFile}</a>
              </li>
            ))}
          </ul>
        </figure>
      );
  }
}

/** The newest entries of a live blog; for more, readers reload the page or open the full one. */
function LiveEntries({ blog: { entries, pinned, opened_ts: since, closed_ts: closed } }: { blog: LiveBlogView }) {
  return (
    <>
      <h2>{`${liveBlogText.title}　${closed === null ? liveBlogText.on : liveBlogText.closed(closed, since)}`}</h2>
      {[...(pinned ? [pinned] : []), ...entries].map(
        ({ id, posted_ts: posted, byline, blocks, corrections, withdrawn }) => (
          <section key={id} id={entryAnchor(id)}>
            <p>
              <b>{liveBlogText.when(posted, since)}</b> {byline}
            </p>
            {withdrawn && <p>{liveBlogText.withdrawn + withdrawn.note}</p>}
            {blocks.map((view, at) => (
              <Block key={at} view={view} />
            ))}
            {corrections.map(({ at_ts: at, note }) => (
              <p key={at}>
                <small>{`${liveBlogText.correction} ${liveBlogText.when(at, since)}　${note}`}</small>
              </p>
            ))}
          </section>
        ),
      )}
    </>
  );
}

export function LiteArticlePage({
  caption,
  by,
  published,
  blocks,
  live,
}: {
  caption: string;
  by: string;
  published: string;
  blocks: readonly BlockView[];
  live: LiveBlogView | null;
}) {
  return (
    <article>
      <p>
        <small>{[published, by && text.written(by)].filter(Boolean).join('　')}</small>
      </p>
      {caption && <p>{caption}</p>}
      {/* Parts of a text never move, so their index is their key. */}
      {blocks.map((view, at) => (
        <Block key={at} view={view} />
      ))}
      {live && <LiveEntries blog={live} />}
    </article>
  );
}
