import { useLoaderData, type MetaFunction } from 'react-router';
import { RefundNote } from '#app/components/plans/refund-note.tsx';
import { useRefundPolling } from '#app/components/hooks/use-polling.ts';
import { ownMeta } from '#app/pages/account/own-meta.ts';
import { moneyPaths } from '#app/money-paths.ts';
import { momentWords } from '#app/text/zh-hk/moment.ts';
import { storyText as text } from '#app/text/zh-hk/payment-story.ts';
import { moneyHk } from '#shared/money.ts';
import account from '#app/pages/account/account.module.css';
import page from '#app/styles/page.module.css';
import type { loader } from './payment-story.server.ts';

export { loader } from './payment-story.server.ts';

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  ownMeta(loaderData, moneyPaths.paymentStory(), text);

/** Each step of an order with its time: for its buyer, their bank, or anyone tracing the money. */
export default function PaymentStory() {
  const { story } = useLoaderData<typeof loader>();
  useRefundPolling(story !== null && (story.isReturning || story.withStaffCents > 0));
  return (
    <div className={`wrap ${page.head}`}>
      <h1>{text.title}</h1>
      {story === null ? (
        <p className={page.intro}>{text.gone}</p>
      ) : (
        <>
          <p className={page.intro}>{text.words(story.orderId, moneyHk(story.totalCents), moneyHk(story.keptCents))}</p>
          <RefundNote cents={story.withStaffCents} orderId={story.orderId} />
          <ol className={account.rows}>
            {story.steps.map(({ atMs, what, cents, gateway }, i) => (
              <li key={i} className={account.item}>
                <div>
                  <b>{text.steps[what]}</b>
                  <p className={account.meta}>
                    <time dateTime={new Date(atMs).toISOString()}>{momentWords(atMs)}</time>
                    {cents !== null && <span>{moneyHk(cents)}</span>}
                    {gateway && <span>{text.gateways[gateway]}</span>}
                  </p>
                </div>
              </li>
            ))}
          </ol>
          <p className={page.intro}>{text.privacy}</p>
        </>
      )}
    </div>
  );
}
