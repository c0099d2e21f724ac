import type { CSSProperties } from 'react';
import { useLoaderData, type MetaFunction } from 'react-router';
import { callAsMember, tellRefusal } from '#app/components/member/member-call.ts';
import { seo } from '#app/components/seo/seo.ts';
import { notify } from '#app/components/shell/dialogs.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import { filmCalls, filmPaths } from '#app/film-paths.ts';
import { paths } from '#app/paths.ts';
import page from '#app/styles/page.module.css';
import { lengthWords } from '#app/text/zh-hk/film-card.ts';
import { leftWords, positionWords, filmRentalText } from '#app/text/zh-hk/films.ts';
import { EmptyState } from '#app/components/empty-state/empty-state.tsx';
import { Button } from '#app/ui/button.tsx';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Icon } from '#app/ui/icon.tsx';
import type { OwnFilmWire } from '#domain/films/films.schema.ts';
import { moneyHk } from '#shared/money.ts';
import { ranPercent, SOON_MS } from './own-films/left-time.ts';
import { MyShell } from './my-shell.tsx';
import styles from './my-videos.module.css';
import type { loader } from './plain.server.ts';
import { useLeft, useOwnFilms } from './own-films/use-own-films.ts';

export { headers, loader } from './plain.server.ts';

const text = filmRentalText.mine;
/** Number of expired rentals shown here; all are in the history. */
const OVER_SHOWN = 4;

export const handle: PageHandle = { navKey: 'premium', theme: 'black' };

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData === undefined
    ? []
    : seo({
        siteUrl: loaderData.siteUrl,
        path: paths.myVideos(),
        title: text.title,
        description: filmRentalText.description,
        robots: 'noindex',
      });

function Art({ item, isOver = false }: { item: OwnFilmWire; isOver?: boolean }) {
  const { src, srcset } = item.keyart_url;
  const seen = item.place_s === null || !item.duration ? 0 : Math.min(100, (item.place_s / item.duration) * 100);
  return (
    <span className={styles.art} data-over={isOver || undefined}>
      <img src={src} srcSet={srcset} sizes="(min-width: 768px) 240px, 40vw" width={640} height={360} alt="" />
      {seen > 0 && <span className={styles.seen} style={{ inlineSize: `${seen}%` }} />}
    </span>
  );
}

/** A film with a running or pending rental period, by station time. */
function Running({ item, atMs }: { item: OwnFilmWire; atMs: number }) {
  const leftMs = useLeft(item.left_s, atMs);
  const isBegun = item.state === 'in_use';
  const isSoonOver = leftMs < SOON_MS;
  const fromMs = (item.started_ts ?? item.rented_ts) * 1_000;
  const endMs = item.expires_ts * 1_000;
  const positionMs = item.place_s === null ? null : item.place_s * 1_000;
  return (
    <article className={styles.card}>
      <Art item={item} />
      <div className={styles.body}>
        <h2>{item.title}</h2>
        <p className={page.meta}>
          <b className={styles.state} data-soon={isSoonOver || undefined}>
            {isSoonOver ? text.soonOver : isBegun ? text.inUse : text.notStarted}
          </b>
          {positionMs !== null && item.duration !== null && (
            <span>{text.position(positionWords(positionMs), positionWords(item.duration * 1_000))}</span>
          )}
          {positionMs === null && item.duration !== null && <span>{lengthWords(item.duration * 1_000)}</span>}
        </p>
        <div
          className={styles.clock}
          role="timer"
          aria-label={leftWords(leftMs)}
          data-soon={isSoonOver || undefined}
          style={{ '--ran': `${ranPercent({ fromMs, endMs }, leftMs)}%` } as CSSProperties}
        >
          <b>{leftWords(leftMs)}</b>
          <i />
        </div>
        <p className={styles.ends}>
          <span>{text.moment(fromMs)}</span>
          <span>{text.moment(endMs)}</span>
        </p>
        {!isBegun && <p className={styles.words}>{text.begins(item.watch_hours)}</p>}
        {item.is_too_long && <p className={styles.warn}>{filmRentalText.film.tooLong}</p>}
        {item.given_back_s > 0 && (
          <p className={styles.words}>{filmRentalText.film.givenBack(lengthWords(item.given_back_s * 1_000))}</p>
        )}
        <p className={styles.buttons}>
          <ButtonLink tone={isBegun ? 'cta' : 'ink'} href={item.url}>
            <Icon name="play" fill />
            {isBegun ? filmRentalText.goOn : filmRentalText.watch}
          </ButtonLink>
        </p>
      </div>
    </article>
  );
}

function Over({ item, onRemove }: { item: OwnFilmWire; onRemove: (item: OwnFilmWire) => void }) {
  const position = item.place_s === null ? null : positionWords(item.place_s * 1_000);
  return (
    <article className={styles.card}>
      <Art item={item} isOver />
      <div className={styles.body}>
        <h2>
          <a href={item.url}>{item.title}</a>
        </h2>
        <p className={page.meta}>
          <b>{item.was_refunded ? text.refunded : text.over}</b>
          <span>{text.overSince(item.expires_ts * 1_000)}</span>
          {position !== null && <span>{text.seenTo(position)}</span>}
        </p>
        {position !== null && item.may_be_rented && <p className={styles.words}>{text.again48(position)}</p>}
        <p className={styles.buttons}>
          {item.may_be_rented && (
            <ButtonLink tone="outline" href={filmPaths.purchase(item.item_id)}>
              {text.rentAgain(moneyHk(Math.round(item.price * 100)))}
            </ButtonLink>
          )}
          <Button tone="quiet" onClick={() => onRemove(item)}>
            {text.remove}
            <span className="vh">：{item.title}</span>
          </Button>
        </p>
      </div>
    </article>
  );
}

/** A member's rentals: running, not started, expired; with the remaining time of each by station time. */
export default function MyVideos() {
  useLoaderData<typeof loader>();
  const { own, askAgain } = useOwnFilms();
  const remove = async (item: OwnFilmWire) => {
    const answer = await callAsMember(filmCalls.myRental(item.rental_id), { method: 'DELETE' });
    if (!answer.isOk) return tellRefusal(answer, { go: (path) => window.location.assign(path), pricing: '' });
    notify(text.removed);
    askAgain();
  };
  return (
    <MyShell at="videos" own={own} onAgain={askAgain}>
      {({ items, history, atMs }) => (
        <>
          {items.length === 0 && (
            <EmptyState title={text.none} words={text.noneWords}>
              <ButtonLink tone="cta" href={paths.premiumVideoLanding()}>
                {filmRentalText.all}
              </ButtonLink>
            </EmptyState>
          )}
          <ul className={styles.cards}>
            {items.map((item) => (
              <li key={item.rental_id}>
                <Running item={item} atMs={atMs} />
              </li>
            ))}
            {history.slice(0, OVER_SHOWN).map((item) => (
              <li key={item.rental_id}>
                <Over item={item} onRemove={(which) => void remove(which)} />
              </li>
            ))}
          </ul>
        </>
      )}
    </MyShell>
  );
}
