import { useState } from 'react';
import { useLoaderData, type MetaFunction } from 'react-router';
import { callAsMember } from '#app/components/member/member-call.ts';
import { seo } from '#app/components/seo/seo.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import { filmCalls, filmPaths } from '#app/film-paths.ts';
import { paths } from '#app/paths.ts';
import { filmRentalText } from '#app/text/zh-hk/films.ts';
import { EmptyState } from '#app/components/empty-state/empty-state.tsx';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Button } from '#app/ui/button.tsx';
import type { OwnFilmWire } from '#domain/films/films.schema.ts';
import { dayHkOf } from '#shared/hk-time.ts';
import { moneyHk } from '#shared/money.ts';
import { MyShell } from './my-shell.tsx';
import styles from './my-videos.module.css';
import type { loader } from './plain.server.ts';
import { seenWords } from './own-films/seen-words.ts';
import { useOwnFilms } from './own-films/use-own-films.ts';

export { headers, loader } from './plain.server.ts';

const text = filmRentalText.mine;

export const handle: PageHandle = { navKey: 'premium', theme: 'black' };

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData === undefined
    ? []
    : seo({
        siteUrl: loaderData.siteUrl,
        path: filmPaths.myHistory(),
        title: text.history,
        description: filmRentalText.description,
        robots: 'noindex',
      });

const paidWords = ({ source, paid }: OwnFilmWire): string =>
  source === 'code' ? text.byCode : source === 'hand' ? text.given : moneyHk(Math.round(paid * 100));

const untilWords = ({ state, was_refunded: isRefunded, expires_ts: expires }: OwnFilmWire): string =>
  isRefunded ? text.refunded : state === 'over' ? text.over : text.untilDay(expires * 1_000);

function Rows({ items }: { items: readonly OwnFilmWire[] }) {
  const { columns } = text;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{columns.date}</th>
          <th scope="col">{columns.film}</th>
          <th scope="col">{columns.seen}</th>
          <th scope="col">{columns.until}</th>
          <th scope="col">{columns.paid}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.rental_id}>
            <td data-label={columns.date}>{dayHkOf(new Date(item.rented_ts * 1_000))}</td>
            <th scope="row" data-label={columns.film}>
              <a href={item.url}>{item.title}</a>
            </th>
            <td data-label={columns.seen}>{seenWords(item)}</td>
            <td data-label={columns.until}>{untilWords(item)}</td>
            <td data-label={columns.paid}>{paidWords(item)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** All rentals of a member, running and over. */
export default function MyHistory() {
  useLoaderData<typeof loader>();
  const { own, askAgain } = useOwnFilms();
  const [older, setOlder] = useState<{ items: OwnFilmWire[]; hasMore: boolean } | null>(null);
  const askOlder = async (offset: number) => {
    const answer = await callAsMember(filmCalls.my({ offset }));
    if (!answer.isOk) return;
    const { history, has_more: hasMore } = answer.response as { history: OwnFilmWire[]; has_more: boolean };
    setOlder((before) => ({ items: [...(before?.items ?? []), ...history], hasMore }));
  };
  return (
    <MyShell at="history" own={own} onAgain={askAgain}>
      {({ items, history, has_more: hasMore }) => {
        const over = [...history, ...(older?.items ?? [])];
        const all = [...items, ...over].toSorted((a, b) => b.rented_ts - a.rented_ts);
        if (all.length === 0)
          return (
            <EmptyState title={text.noneBefore} words={text.noneBeforeWords}>
              <ButtonLink href={paths.premiumVideoLanding()}>{filmRentalText.all}</ButtonLink>
            </EmptyState>
          );
        return (
          <>
            <Rows items={all} />
            {(older?.hasMore ?? hasMore) && (
              <p className={styles.buttons}>
                <Button tone="outline" onClick={() => void askOlder(over.length)}>
                  {text.older}
                </Button>
              </p>
            )}
            <p className={styles.words}>
              {text.receipts} <a href={paths.memberHistory()}>{filmRentalText.result.toHistory}</a>
            </p>
          </>
        );
      }}
    </MyShell>
  );
}
