import { useLoaderData, type MetaFunction } from 'react-router';
import { breadcrumbs } from '#app/components/seo/json-ld.ts';
import { seo } from '#app/components/seo/seo.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import { answerPress } from '#app/player/answer-press.ts';
import { vodOf } from '#app/player/player.state.ts';
import { vodLine } from '#app/player/player.status.ts';
import { toggle } from '#app/player/player.store.ts';
import { usePlayer } from '#app/player/use-player.ts';
import page from '#app/styles/page.module.css';
import { bulletinText as text } from '#app/text/zh-hk/bulletin.ts';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { Icon } from '#app/ui/icon.tsx';
import type { ChannelId } from '#shared/enums.ts';
import { clockHk } from '#shared/hk-time.ts';
import { bulletinFeed, bulletinFile, bulletinPath } from '#shared/paths/bulletin-paths.ts';
import styles from './bulletin.module.css';
import type { loader } from './bulletin.server.ts';
import { playNewest, type PlayableBulletin } from './play-bulletin.ts';

export { headers, loader } from './bulletin.server.ts';

export const handle: PageHandle = {};

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData === undefined
    ? []
    : seo({
        siteUrl: loaderData.siteUrl,
        path: bulletinPath,
        title: text.title,
        description: text.description,
        podcast: bulletinFeed,
        jsonLd: [breadcrumbs(loaderData.siteUrl, [{ name: text.title, path: bulletinPath }])],
      });

/** One large button. */
function Key({ shown }: { shown: PlayableBulletin }) {
  const session = vodOf(usePlayer().player);
  const own = session?.source.page === bulletinPath ? session : null;
  const failed = own?.phase === 'failed';
  const sounds = own !== null && !failed && own.phase !== 'paused';
  return (
    <div className={styles.great}>
      <button
        type="button"
        className={styles.key}
        aria-label={failed ? text.retry : sounds ? text.pause : text.play}
        onClick={({ currentTarget }) =>
          answerPress(currentTarget, () => (own === null || own.ended ? playNewest(shown) : toggle()))
        }
      >
        <Icon name={failed ? 'rotate-cw' : sounds ? 'pause' : 'play'} fill={!failed} />
      </button>
      <p role="status">{own && vodLine(own)}</p>
    </div>
  );
}

/** News, traffic and weather: one press, a few minutes. */
export default function BulletinPage() {
  const { bulletin } = useLoaderData<typeof loader>();
  return (
    <div className="wrap">
      <div className={page.head}>
        <h1>{text.title}</h1>
        <p className={page.intro}>{text.description}</p>
      </div>
      {bulletin === null ? (
        <p>{text.none}</p>
      ) : (
        <div className={styles.columns}>
          <div>
            <Key shown={bulletin} />
            <p className={styles.newest}>
              <b>{text.newest(clockHk(new Date(bulletin.endedAtMs)))}</b>
              <span>{text.length(Math.floor(bulletin.seconds / 60), bulletin.seconds % 60)}</span>
            </p>
            <noscript>
              <a href={bulletinFile(bulletin.id, 'm4a')}>{text.plain}</a>
            </noscript>
          </div>
          <section aria-labelledby="parts">
            <h2 id="parts">{text.parts}</h2>
            <ol className={styles.parts}>
              {bulletin.parts.map(({ topic, title, channelId, startsAtMs, endsAtMs, said }) => (
                <li key={topic}>
                  <b>{title || text.topics[topic]}</b>
                  <span>
                    {channelText[channelId as ChannelId].name}{' '}
                    {text.span(clockHk(new Date(startsAtMs)), clockHk(new Date(endsAtMs)))}
                  </span>
                  {said.length > 0 && (
                    <details>
                      <summary>{text.said}</summary>
                      <p>{said.join(' ')}</p>
                    </details>
                  )}
                </li>
              ))}
            </ol>
          </section>
        </div>
      )}
      <p className={page.section}>
        <a className={page.link} href={bulletinFeed}>
          {text.subscribe}
        </a>
      </p>
    </div>
  );
}
