import { useState } from 'react';
import { minutesAndSeconds, useSecondsLeft } from '#app/components/hooks/use-seconds-left.ts';
import type { QrCode } from '#app/components/qr-code/qr-code.server.ts';
import { paymentsText } from '#app/text/zh-hk/payments.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import type { OnlineMethod } from '#shared/payment-enums.ts';
import { isTold, percentOf, type Waiting } from './waiting.ts';
import styles from './checkout.module.css';

const text = paymentsText.checkout;

function Code({ code, amount }: { code: QrCode; amount: string }) {
  return (
    <div className={styles.code}>
      <svg
        viewBox={`0 0 ${code.side} ${code.side}`}
        role="img"
        aria-label={text.qr(amount)}
        shapeRendering="crispEdges"
      >
        <path d={code.path} />
      </svg>
      <b>{amount}</b>
    </div>
  );
}

/**
 * A wallet payment: opened directly on a phone, shown as a QR code elsewhere. A countdown of its window is beside it.
 */
export function ScanStart({
  code,
  appUrl,
  isPhone,
  method,
  amount,
  secondsLeft,
  waiting,
}: {
  code: QrCode;
  appUrl: string | null;
  isPhone: boolean;
  method: OnlineMethod;
  amount: string;
  secondsLeft: number;
  waiting: Waiting;
}) {
  const left = useSecondsLeft(secondsLeft, code);
  const [told, setTold] = useState(left);
  // Announced every half minute, not every second.
  if (left !== told && isTold(left, waiting.forMs)) setTold(left);
  const opensApp = isPhone && appUrl !== null;
  return (
    <>
      {opensApp ? (
        <>
          <ButtonLink tone="cta" size="large" href={appUrl} data-document>
            {text.openApp} {amount}
          </ButtonLink>
          <details>
            <summary>{text.otherPhone}</summary>
            <Code code={code} amount={amount} />
          </details>
        </>
      ) : (
        <>
          <h2>{text.qrTitle[method]}</h2>
          <Code code={code} amount={amount} />
          {appUrl !== null && (
            <p>
              <a href={appUrl} rel="noreferrer" target="_blank">
                {text.openHere}
              </a>
            </p>
          )}
          <ol className={styles.steps}>
            {text.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </>
      )}
      <div className={`${styles.dial} ${styles.counted}`}>
        <ProgressBar
          percent={percentOf(left, waiting.forMs)}
          label={paymentsText.waiting.dial}
          words={text.left(minutesAndSeconds(left))}
        />
        <p className={styles.left} aria-hidden="true">
          {text.left(minutesAndSeconds(left))}
        </p>
        <p className="vh" role="status">
          {text.left(minutesAndSeconds(told))}
        </p>
      </div>
    </>
  );
}
