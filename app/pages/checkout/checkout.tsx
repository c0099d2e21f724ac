import { useEffect } from 'react';
import { useLoaderData, type MetaFunction } from 'react-router';
import { useFreshPage } from '#app/components/hooks/use-fresh-page.ts';
import { paymentsText } from '#app/text/zh-hk/payments.ts';
import { shell } from '#app/text/zh-hk/shell.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { moneyHk } from '#shared/money.ts';
import type { checkoutLoader as loader } from './checkout.server.ts';
import { FormStart, isOwnDocument, RedirectStart, ScriptStart } from './go-on.tsx';
import { OrderBox } from './order-box.tsx';
import { ScanStart } from './scan-start.tsx';
import { useResult } from './use-result.ts';
import styles from './checkout.module.css';

export { checkoutHeaders as headers, checkoutLoader as loader } from './checkout.server.ts';

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
  const provider = text.providers[gateway];
  const going = { number, isFirst, words: page.goesBack ? text.goBack(provider) : text.go(amount) };
  return (
    <>
      {isLeaving && <p>{page.goesBack ? text.endThere(provider) : text.leaving(provider)}</p>}
      {method === 'card' && <p>{text.card}</p>}
      {start.kind === 'form' && <FormStart start={start} {...going} />}
      {start.kind === 'redirect' && <RedirectStart start={start} {...going} />}
      {start.kind === 'script' && <ScriptStart start={start} {...going} resultPath={resultPath} leftPath={leftPath} />}
    </>
  );
}

/** Our last page before the provider, and the whole payment page for phone wallets. */
export default function Checkout() {
  const page = useLoaderData<typeof loader>();
  const { payment, number, ticket, start, goesBack, secondsLeft, waiting, resultPath, leftPath } = page;
  useFreshPage();
  useEffect(() => {
    // A login on the way leads here without a full page load.
    if (!isOwnDocument()) window.location.reload();
  }, []);
  // Card pages are left; wallet pages stay, and continue automatically once the payer confirmed elsewhere.
  const waits = start.kind === 'qr' || start.kind === 'redirect';
  const span = { everyMs: waiting.everyMs, forMs: Math.max(waiting.everyMs, secondsLeft * 1_000) };
  // It may have been confirmed in its last second: the result page asks its provider.
  const onOver = () => window.location.replace(resultPath);
  const { isAway } = useResult({ number, ticket }, span, { isOn: waits, onOver });
  return (
    <div className={`wrap ${styles.page}`} data-own-document>
      <div className={styles.main}>
        <p className={styles.secure}>
          <Icon name="lock" />
          {text.secure}
        </p>
        <h1>{text.title}</h1>
        <Start page={page} />
        <p role="status">{isAway && paymentsText.waiting.offline}</p>
        {!goesBack && (
          <p className={styles.actions}>
            <ButtonLink tone="quiet" href={leftPath} data-document>
              {text.other}
            </ButtonLink>
          </p>
        )}
      </div>
      <OrderBox payment={payment} />
    </div>
  );
}
