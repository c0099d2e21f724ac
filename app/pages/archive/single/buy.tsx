import { useActionData, useLoaderData, type MetaFunction } from 'react-router';
import { useMember } from '#app/components/frame/member-state.ts';
import { useFocusOn } from '#app/components/hooks/use-focus-on.ts';
import { useHasEnded, useIsOwned } from '#app/components/member/use-own.ts';
import { usePlanEnd } from '#app/components/member/use-plan-end.ts';
import { seo } from '#app/components/seo/seo.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import type { FormReply } from '#app/forms/form.types.ts';
import account from '#app/pages/account/account.module.css';
import { SingleSale } from '#app/pages/plans/single-sale.tsx';
import { paths } from '#app/paths.ts';
import { replaySalePaths } from '#app/replay-sale-paths.ts';
import { replaySalesText } from '#app/text/zh-hk/replay-sales.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { REPLAY_DAYS } from '#domain/replay-sales/replay-sales.rules.ts';
import type { loader } from './buy.server.ts';
import styles from './single.module.css';
import { runningOf, useOwnReplays } from './use-own-replays.ts';

export { headers, loader } from './buy.server.ts';
export { action } from './buy-action.server.ts';

const text = replaySalesText.buy;

export const handle: PageHandle = { navKey: 'archives' };

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData === undefined
    ? []
    : seo({
        siteUrl: loaderData.siteUrl,
        path: replaySalePaths.buy(loaderData.id),
        title: (loaderData.priceCents === null ? text.closedOf : text.title)(
          loaderData.title,
          timeText.date(loaderData.day),
        ),
        description: loaderData.priceCents === null ? text.closed : text.description,
        picture: loaderData.art,
        robots: 'noindex',
      });

/** Replay, price and payment method: the second press after the one on its page. */
export default function BuyReplay() {
  const { id, title, day, art, untilMs, priceCents, methods } = useLoaderData<typeof loader>();
  const hasPlan = useMember()?.subscribed === true;
  usePlanEnd();
  const replays = useOwnReplays();
  const reply = useActionData<FormReply>();
  const isOwned = useIsOwned(replays, runningOf(replays.own, id) !== undefined, reply);
  const hasEnded = useHasEnded(replays, isOwned || hasPlan);
  // Bought in another tab: the pressed button gives way to the one that leads on.
  useFocusOn(reply?.problem === 'alreadyOwned', { to: '[data-instead]' });
  const href = paths.replay(id);
  return (
    <div className={`wrap ${styles.page}`}>
      <h1>{priceCents === null ? text.closedTitle : text.plainTitle}</h1>
      <div className={styles.thing}>
        <Picture name={art} alt="" sizes="160px" />
        <p>
          <a href={href}>
            <b>{title}</b>
          </a>
          <br />
          {timeText.date(day)}
        </p>
      </div>
      <p className={styles.state} role="status" data-ended="" tabIndex={-1}>
        {isOwned && text.owned}
        {!isOwned && hasPlan && (
          <>
            {text.planned}
            {priceCents !== null && <a href={href}>{text.toReplay}</a>}
          </>
        )}
        {hasEnded && text.ended}
      </p>
      {priceCents === null ? (
        <p className={account.closed}>
          {text.closed} <ButtonLink href={href}>{text.toReplay}</ButtonLink>
        </p>
      ) : isOwned ? (
        <p className={styles.instead}>
          <ButtonLink tone="cta" size="large" href={href} data-instead="">
            {replaySalesText.mine.listen}
          </ButtonLink>
        </p>
      ) : (
        <SingleSale
          intent="replay"
          productType="Replay"
          id={id}
          title={text.order}
          priceCents={priceCents}
          methods={methods}
        >
          <p>{untilMs === null ? text.terms(REPLAY_DAYS) : text.until(untilMs)}</p>
          <p>{text.refund}</p>
        </SingleSale>
      )}
    </div>
  );
}
