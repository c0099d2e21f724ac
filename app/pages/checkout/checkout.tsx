import { useEffect, useLayoutEffect, useState } from 'react';
import { useActionData, useLoaderData, type MetaFunction } from 'react-router';
import { Form } from '#app/forms/form.tsx';
import type { FormReply } from '#app/forms/form.types.ts';
import { paths } from '#app/paths.ts';
import { moneyProblem } from '#app/text/zh-hk/money-problems.ts';
import { paymentsText } from '#app/text/zh-hk/payments.ts';
import { shell } from '#app/text/zh-hk/shell.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { moneyHk } from '#shared/money.ts';
import type { checkoutLoader as loader } from './checkout.server.ts';
import { FormStart, isOwnDocument, RedirectStart, ScriptStart, wasSent } from './go-on.tsx';
import { OrderBox } from './order-box.tsx';
import { ScanStart } from './scan-start.tsx';
import { useResult } from './use-result.ts';
import styles from './checkout.module.css';

export { checkoutAction as action, checkoutHeaders as headers, checkoutLoader as loader } from './checkout.server.ts';

const text = paymentsText.checkout;
type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

export const meta: MetaFunction<typeof loader> = () => [
  { title: `${text.title}｜${shell.siteName}` },
  { name: 'robots', content: 'noindex' },
];

function Start({ page }: { page: Loaded }) {
  const { start, number, isFirst, payment, gateway, resultPath, leftPath, method, secondsLeft, waiting, isPhone } =
    page;
  const amount = moneyHk(payment.totalCents);
  if (start === null) return null;
  if (start.kind === 'qr' && start.code)
    return (
      <ScanStart
        code={start.code}
        appUrl={start.appUrl}
        isPhone={isPhone}
        method={method}
        amount={amount}
        secondsLeft={secondsLeft}
        waiting={waiting}
      />
    );
  const isLeaving = start.kind !== 'script' || start.mode === 'page';
  const going = { number, isFirst, words: text.go(amount) };
  return (
    <>
      {isLeaving && <p>{text.leaving(text.providers[gateway])}</p>}
      {method === 'card' && <p>{text.card}</p>}
      {start.kind === 'form' && <FormStart start={start} {...going} />}
      {start.kind === 'redirect' && <RedirectStart start={start} {...going} />}
      {start.kind === 'script' && (
        <ScriptStart start={start} {...going} resultPath={resultPath ?? paths.memberHistory()} leftPath={leftPath} />
      )}
    </>
  );
}

/** The code ran out. It may have been confirmed in its last second, so the result is asked before anything is begun anew. */
function Over({ page: { payment, resultPath } }: { page: Loaded }) {
  const reply = useActionData<FormReply>();
  return (
    <>
      <h2>{text.overTitle}</h2>
      <p role="status">{text.over}</p>
      {resultPath && (
        <ButtonLink href={resultPath} data-document>
          {text.result}
        </ButtonLink>
      )}
      <Form
        id="again"
        intent="again"
        look="row"
        tone="outline"
        submit={text.newCode}
        reply={reply}
        problemWords={({ problem, retryAfterSeconds }) => problem && moneyProblem(problem, retryAfterSeconds)}
        note={<span>{moneyHk(payment.totalCents)}</span>}
      />
    </>
  );
}

/** The last page before a provider's, and the whole of it where a telephone pays. */
export default function Checkout() {
  const page = useLoaderData<typeof loader>();
  const { payment, number, ticket, start, isFirst, secondsLeft, waiting, resultPath, leftPath } = page;
  const [isOver, setOver] = useState(start === null);
  const [isBack, setBack] = useState(!isFirst);
  // Before the start below it sends anybody on.
  useLayoutEffect(() => setBack(!isFirst || wasSent(number)), [isFirst, number]);
  useEffect(() => {
    // A log-in on the way leads here without a new document.
    if (!isOwnDocument()) window.location.reload();
    // A browser that kept the page as it was left shows what was true then.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && window.location.reload();
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
  // A page of a card is left; one of a wallet stays, and goes on by itself once its payer confirmed elsewhere.
  const waits = start?.kind === 'qr' || start?.kind === 'redirect';
  const span = { everyMs: waiting.everyMs, forMs: Math.max(waiting.everyMs, secondsLeft * 1_000) };
  const { isAway } = useResult({ number, ticket }, span, { isOn: waits && !isOver, onOver: () => setOver(true) });
  return (
    <div className={`wrap ${styles.page}`} data-own-document>
      <div className={styles.main}>
        <p className={styles.secure}>
          <Icon name="lock" />
          {text.secure}
        </p>
        <h1>{text.title}</h1>
        {isOver && waits ? <Over page={page} /> : start === null ? <Over page={page} /> : <Start page={page} />}
        {isBack && start !== null && resultPath && (
          <p>
            {paymentsText.truths.processing.words}{' '}
            <a href={resultPath} data-document>
              {text.result}
            </a>
          </p>
        )}
        <p role="status">{isAway && paymentsText.waiting.offline}</p>
        <p className={styles.actions}>
          <ButtonLink tone="quiet" href={leftPath} data-document>
            {text.other}
          </ButtonLink>
        </p>
      </div>
      <OrderBox payment={payment} />
    </div>
  );
}
