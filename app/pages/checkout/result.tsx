import { useState } from 'react';
import { useLoaderData, type MetaFunction } from 'react-router';
import { useFreshPage } from '#app/components/hooks/use-fresh-page.ts';
import { paths } from '#app/paths.ts';
import { momentWords } from '#app/text/zh-hk/moment.ts';
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

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

function Wait({ page, waiting, again }: { page: Loaded; waiting: Waiting; again: string }) {
  const { number, ticket, isGuest, isAskable, isSaidPaid } = page;
  const unpaidPath = isSaidPaid ? null : again;
  const { seconds, isAway } = useResult({ number, ticket }, waiting, { isOn: true, isGuest, unpaidPath });
  const [told, setTold] = useState(0);
  if (seconds !== told && isTold(seconds, waiting.forMs)) setTold(seconds);
  return (
    <>
      <h1>{text.title}</h1>
      <p>{text.words}</p>
      <p>{isAskable ? text.usual : text.unasked}</p>
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
      {isAskable && (
        <p className={styles.actions}>
          <ButtonLink tone="outline" href={again} data-document>
            {text.askNow}
          </ButtonLink>
        </p>
      )}
    </>
  );
}

/** Help if no answer arrives. */
function Help({ page: { gateway, number, keptUntilMs, ownPage } }: { page: Loaded }) {
  const provider = paymentsText.checkout.providers[gateway];
  return (
    <section className={styles.main} aria-labelledby="help-of-waiting">
      <h2 id="help-of-waiting">{text.help}</h2>
      {ownPage !== null && (
        <p>
          {text.endThere(provider)}{' '}
          <a href={ownPage} data-document>
            {text.toProvider(provider)}
          </a>
        </p>
      )}
      {keptUntilMs !== null && <p>{text.keptUntil(momentWords(keptUntilMs))}</p>}
      <p>
        {text.write(number)}{' '}
        <a href={paths.contactUs()} data-document>
          {text.toWrite}
        </a>
      </p>
    </section>
  );
}

/**
 * Return page while the outcome of a payment is unknown: it waits, offers help only, and never calls an unknown outcome
 * a failure.
 */
export default function Result() {
  const page = useLoaderData<typeof loader>();
  const { payment, waiting, logIn, again } = page;
  useFreshPage();
  return (
    <div className={`wrap ${styles.page}`} data-own-document>
      <div className={styles.main}>
        {logIn !== null || waiting === null || again === null ? (
          <>
            <h1>{text.title}</h1>
            <p>{text.logInWords}</p>
            <ButtonLink href={logIn ?? paths.login()} data-document>
              {text.logIn}
            </ButtonLink>
          </>
        ) : (
          <>
            <Wait page={page} waiting={waiting} again={again} />
            <Help page={page} />
          </>
        )}
      </div>
      {payment && <OrderBox payment={payment} />}
    </div>
  );
}
