import { FollowButton } from '#app/components/follows/follow-button.tsx';
import { useLoaderData, type MetaFunction } from 'react-router';
import { MemberWatch } from '#app/components/frame/member-watch.ts';
import { seo } from '#app/components/seo/seo.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import { notify } from '#app/components/shell/dialogs.ts';
import { paths } from '#app/paths.ts';
import { screenPaths } from '#app/screen-paths.ts';
import { liveEventsText as text } from '#app/text/zh-hk/live-events.ts';
import { seoText } from '#app/text/zh-hk/seo.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Phrase } from '#app/ui/phrase.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { eventJsonLd } from './event-json-ld.ts';
import { isLetIn } from './let-in.ts';
import type { loader } from './live-event.server.ts';
import { SetList } from './set-list.tsx';
import { Stage } from './stage.tsx';
import { TicketBox } from './ticket-box.tsx';
import { useOwnEvent } from './use-own-event.ts';
import { useStrip } from './use-strip.ts';
import { useWaitingRoom } from './use-waiting-room.ts';
import { whenOf } from './when.ts';
import styles from './live-event.module.css';

export { headers, loader } from './live-event.server.ts';

export const handle: PageHandle = { theme: 'black' };

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
  if (loaderData === undefined) return [];
  const { siteUrl, id, atMs, plainTitle: title, art, strip, startsAtMs, sellsFromMs } = loaderData;
  const path = screenPaths.liveEvent(id, title);
  const endsAtMs = strip.end_ts * 1_000;
  const { day, clocks } = whenOf(startsAtMs, endsAtMs);
  const description = text.description(title, `${day} ${clocks}`);
  const isOver = strip.state === 'ended' || strip.state === 'cancelled';
  return seo({
    siteUrl,
    path: atMs === null ? path : screenPaths.eventMoment(id, title, atMs),
    canonicalPath: path,
    title,
    description,
    picture: art,
    pictureAlt: seoText.keyArtOf(title),
    robots: isOver || atMs !== null ? 'noindex' : 'index',
    jsonLd: [
      eventJsonLd({
        siteUrl,
        path,
        name: title,
        description,
        picture: art,
        startsAtMs,
        endsAtMs,
        isCancelled: strip.state === 'cancelled',
        offer:
          strip.sale === 'on'
            ? { cents: strip.price_cents, isSoldOut: strip.tickets_left === 0, fromMs: sellsFromMs }
            : null,
      }),
    ],
  });
};

const NO_RIGHT = '121001';
const FACT_ICONS = ['smartphone', 'rotate-ccw', 'gift'] as const;

export default function LiveEvent() {
  const event = useLoaderData<typeof loader>();
  const { id, title, plainTitle, lead, description, venue, features, art, startsAtMs, doorsAtMs } = event;
  const { strip, askNow } = useStrip(id, event.strip, doorsAtMs);
  const { own, askAgain } = useOwnEvent(id, strip.state);
  const { waiting, come } = useWaitingRoom(id);
  const hasTicket = own.is === 'member' && own.event.tickets.length > 0;
  // The player shows the running order and the messages itself.
  const isIn = isLetIn(strip, hasTicket, waiting);
  const { day, clocks } = whenOf(startsAtMs, strip.end_ts * 1_000);
  const latest = strip.messages.at(-1);
  const on = strip.set_list.find((item) => item.is_on);
  const isOnAir = strip.state === 'live' || strip.state === 'hold';
  // Before doors open the page only describes the event.
  const isBefore = strip.state === 'before';
  const order = !isIn && <SetList id={id} title={plainTitle} strip={strip} doorsAtMs={doorsAtMs} isWide={isBefore} />;
  return (
    <>
      <MemberWatch />
      <article>
        <div className={isBefore ? styles.hero : undefined}>
          {isBefore && <Picture name={art} alt="" sizes="100vw" className={styles.heroArt} priority />}
          <div className={`wrap ${styles.grid}`} data-in={isIn || undefined} data-on-air={isOnAir || undefined}>
            <header className={styles.head}>
              <p className={styles.badge}>
                <Icon name="radio" />
                {isOnAir ? text.live : text.badge}
              </p>
              <h1>
                <Phrase text={title} />
              </h1>
              <p className={styles.lead}>
                <Phrase text={lead} />
              </p>
              <p className={styles.meta}>
                <time dateTime={new Date(startsAtMs).toISOString()}>{day}</time>
                <span>{clocks}</span>
                <span>{venue}</span>
                {features && <span>{features}</span>}
              </p>
              {strip.state !== 'ended' && strip.state !== 'cancelled' && (
                <p className={styles.follow}>
                  <FollowButton kind="event" subject={String(id)} name={plainTitle} />
                </p>
              )}
            </header>
            <div className={styles.main}>
              {!isBefore && (
                <Stage
                  event={event}
                  strip={strip}
                  hasTicket={hasTicket}
                  waiting={waiting}
                  come={come}
                  onRefused={(code) => {
                    // An event on air requires a ticket: this one was given away while watching.
                    if (code === NO_RIGHT && isOnAir) notify(text.ticketGone);
                    askAgain();
                  }}
                  askNow={askNow}
                />
              )}
              {!isIn && (
                <div className={styles.strip} data-on-air={isOnAir || undefined} aria-live="polite">
                  {isOnAir && on && <p>{text.nowOn(on.title)}</p>}
                  {latest && (
                    <p>
                      <b>{text.strip}</b>
                      {latest.words}
                    </p>
                  )}
                </div>
              )}
            </div>
            <aside className={styles.side}>
              <noscript>
                <p className={styles.hint}>{text.noScripts}</p>
              </noscript>
              <TicketBox event={event} strip={strip} own={own} isIn={isIn} onChanged={askAgain} />
              {!isBefore && order}
            </aside>
          </div>
        </div>
        <div className={`wrap ${styles.more}`}>
          {isBefore && order}
          {description && <p className={styles.description}>{description}</p>}
          <ul className={styles.facts}>
            {text.facts.map((fact, i) => (
              <li key={fact.title}>
                <Icon name={FACT_ICONS[i] ?? 'ticket'} />
                <h2>{fact.title}</h2>
                <p>{fact.words}</p>
              </li>
            ))}
          </ul>
          <p>
            <a href={paths.liveStreamFaq()}>{text.faq}</a>
          </p>
        </div>
      </article>
    </>
  );
}
