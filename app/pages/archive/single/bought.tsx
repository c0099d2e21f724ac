import { useEffect, useState } from 'react';
import { useLoaderData, type MetaFunction } from 'react-router';
import { accountChanged } from '#app/components/frame/member-state.ts';
import { rememberReturn } from '#app/components/member/return-address.ts';
import { seo } from '#app/components/seo/seo.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import { orderOf } from '#app/pages/films/order-of.ts';
import { paths } from '#app/paths.ts';
import { replaySalePaths } from '#app/replay-sale-paths.ts';
import { replaySalesText } from '#app/text/zh-hk/replay-sales.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { Button } from '#app/ui/button.tsx';
import { ButtonLink } from '#app/ui/button-link.tsx';
import type { OwnReplayWire } from '#domain/replay-sales/replay-sales.schema.ts';
import { moneyHk } from '#shared/money.ts';
import type { loader } from './bought.server.ts';
import styles from './single.module.css';
import { useOwnReplays } from './use-own-replays.ts';

export { headers, loader } from './bought.server.ts';

const text = replaySalesText.mine;

export const handle: PageHandle = { navKey: 'archives' };

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData === undefined
    ? []
    : seo({
        siteUrl: loaderData.siteUrl,
        path: replaySalePaths.bought(),
        title: text.title,
        description: text.description,
        robots: 'noindex',
      });

function Bought({ item }: { item: OwnReplayWire }) {
  const { state, title, broadcast_day: day, program_archive_id: id } = item;
  const name = title === '' || day === null ? text.gone : `${title} ${timeText.date(day)}`;
  return (
    <li>
      <div>
        <b>{name}</b>
        <br />
        <small>
          {text.states[state]}　{state === 'running' && `${text.until(item.expires_ts * 1_000)}　`}
          {text.boughtOn(item.bought_ts * 1_000)}　{moneyHk(item.paid_cents)}
        </small>
        {state === 'withdrawn' && <p>{text.withdrawn}</p>}
      </div>
      {state === 'running' && (
        <ButtonLink tone="cta" href={paths.replay(id)}>
          {text.listen}
        </ButtonLink>
      )}
    </li>
  );
}

/** The member's bought replays, and the success of a purchase. The page is the same for everyone until their call is answered. */
export default function BoughtReplays() {
  useLoaderData<typeof loader>();
  const { own, askAgain } = useOwnReplays();
  const [order, setOrder] = useState<number | null>(null);
  useEffect(() => {
    setOrder(orderOf());
    void accountChanged();
  }, []);
  const isNew = own.state === 'known' && own.items.some((item) => item.order_id === order && item.state === 'running');
  return (
    <div className={`wrap ${styles.page}`}>
      <h1>{text.title}</h1>
      <p className={styles.state} role="status">
        {isNew && text.success}
      </p>
      <noscript>
        <p>{text.scripts}</p>
      </noscript>
      <div className={styles.place} aria-busy={own.state === 'asking'}>
        {own.state === 'asking' && <p className="vh">{text.loading}</p>}
        {own.state === 'guest' && (
          <p>
            {text.guest}{' '}
            <ButtonLink href={paths.login()} onClick={() => rememberReturn()}>
              {text.logIn}
            </ButtonLink>
          </p>
        )}
        {own.state === 'failed' && (
          <p role="alert">
            {text.failed}{' '}
            <Button tone="outline" onClick={askAgain}>
              {text.again}
            </Button>
          </p>
        )}
        {own.state === 'known' && own.items.length === 0 && <p>{text.none}</p>}
        {own.state === 'known' && own.items.length > 0 && (
          <ul className={styles.list}>
            {own.items.map((item) => (
              <Bought key={`${item.order_id} ${item.program_archive_id}`} item={item} />
            ))}
          </ul>
        )}
      </div>
      <p className={styles.buttons}>
        <ButtonLink tone="outline" href={paths.archives()}>
          {text.toArchives}
        </ButtonLink>
        <ButtonLink tone="outline" href={paths.memberHistory()}>
          {text.toHistory}
        </ButtonLink>
      </p>
    </div>
  );
}
