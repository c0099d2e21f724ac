import { useState } from 'react';
import { useLoaderData, type MetaFunction } from 'react-router';
import { moneyPaths } from '#app/money-paths.ts';
import { paths } from '#app/paths.ts';
import { paymentsText } from '#app/text/zh-hk/payments.ts';
import { shell } from '#app/text/zh-hk/shell.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import type { resultLoader as loader } from './checkout.server.ts';
import { OrderBox } from './order-box.tsx';
import { useResult } from './use-result.ts';
import { isTold, percentOf, type Waiting } from './waiting.ts';
import styles from './checkout.module.css';

export { resultLoader as loader } from './checkout.server.ts';

const text = paymentsText.waiting;

export const meta: MetaFunction<typeof loader> = () => [
  { title: `${text.title}｜${shell.siteName}` },
  { name: 'robots', content: 'noindex' },
];

interface Asked {
  gateway: string;
  number: string;
  ticket: string | null;
  isGuest: boolean;
}

function Wait({ gateway, number, ticket, isGuest, waiting }: Asked & { waiting: Waiting }) {
  const { seconds, isAway } = useResult({ number, ticket }, waiting, { isOn: true, isGuest });
  const [told, setTold] = useState(0);
  if (seconds !== told && isTold(seconds, waiting.forMs)) setTold(seconds);
  const again = moneyPaths.paymentResult(gateway, { transaction_id: number, ticket: ticket ?? undefined });
  return (
    <>
      <h1>{text.title}</h1>
      <p>{text.words}</p>
      <p>{text.usual}</p>
      <div className={`${styles.dial} ${styles.counted}`}>
        <ProgressBar
          percent={percentOf(waiting.forMs / 1_000 - seconds, waiting.forMs)}
          label={text.dial}
          words={text.waited(seconds)}
        />
        <p className={styles.left} aria-hidden="true">
          {text.waited(seconds)}
        </p>
      </div>
      <p className="vh" role="status">
        {told > 0 && text.waited(told)}
      </p>
      <p role="status">{isAway && text.offline}</p>
      <p className={styles.actions}>
        <ButtonLink tone="outline" href={again} data-document>
          {text.askNow}
        </ButtonLink>
      </p>
    </>
  );
}

/** Where a browser comes back to: it waits, and never calls a failure what is not known. */
export default function Result() {
  const { gateway, number, ticket, isGuest, payment, waiting, logIn, checkout } = useLoaderData<typeof loader>();
  return (
    <div className={`wrap ${styles.page}`} data-own-document>
      <div className={styles.main}>
        {logIn !== null || waiting === null ? (
          <>
            <h1>{text.title}</h1>
            <p>{text.logInWords}</p>
            <ButtonLink href={logIn ?? paths.login()} data-document>
              {text.logIn}
            </ButtonLink>
          </>
        ) : (
          <Wait gateway={gateway} number={number} ticket={ticket} isGuest={isGuest} waiting={waiting} />
        )}
        {checkout !== null && (
          <p>
            <a href={checkout} data-document>
              {paymentsText.buttons.back}
            </a>
          </p>
        )}
      </div>
      {payment && <OrderBox payment={payment} />}
    </div>
  );
}
