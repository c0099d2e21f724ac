import { minutesAndSeconds } from '#app/components/hooks/use-seconds-left.ts';
import { verifyPhoneText } from '#app/text/zh-hk/verify-phone.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { PhoneVerificationChannel as Channel } from '#shared/enums.ts';
import { AccountForm, useAccountForm } from '#app/pages/account/account-form.tsx';
import { NameOfRequest } from './name-of-request.tsx';
import styles from './phone-check.module.css';
import { usePhoneChecks, type PhoneRequest, type VerifyPhoneData } from './use-phone-checks.ts';

const text = verifyPhoneText.p2a;

/** The member calls or texts us; the page polls every three seconds for its arrival. */
export function IncomingCheck({
  request,
  number,
  qr,
}: Pick<VerifyPhoneData, 'qr'> & { request: PhoneRequest; number: string }) {
  const { left, isLastCheck, isOffline } = usePhoneChecks(request);
  const checked = useAccountForm('check', request.page_instance).reply;
  const isCall = request.verify_type === Channel.CALL;
  const { station_phone_no: no, text_code: code } = request;
  const news = request.has_come
    ? text.come
    : isOffline
      ? text.offline
      : isLastCheck
        ? text.lastCheck
        : checked?.isDone
          ? text.notYet
          : '';
  return (
    <section className={styles.card} aria-labelledby="phone-step">
      <h3 id="phone-step" tabIndex={-1}>
        {isCall ? text.call : text.sms}
      </h3>
      <p>{isCall ? text.callLead(number) : text.smsLead(number)}</p>
      <div className={styles.facts}>
        <dl>
          <div>
            <dt>{text.to}</dt>
            <dd>{verifyPhoneText.ours(no)}</dd>
          </div>
          {!isCall && (
            <div>
              <dt>{text.text}</dt>
              <dd>{code}</dd>
            </div>
          )}
        </dl>
        {qr && (
          <figure className={styles.qr}>
            <svg viewBox={`0 0 ${qr.side} ${qr.side}`} role="img" aria-label={text.qr} shapeRendering="crispEdges">
              <path fill="#fff" d={`M0 0h${qr.side}v${qr.side}H0z`} />
              <path d={qr.path} />
            </svg>
            <figcaption>{text.scan}</figcaption>
          </figure>
        )}
      </div>
      <p className={styles.open}>
        <ButtonLink href={isCall ? `tel:${no}` : `sms:${no}?&body=${code}`}>
          {isCall ? text.open : text.openSms}
        </ButtonLink>
      </p>
      {!isLastCheck && (
        <p className={styles.time} role="timer">
          {text.left(minutesAndSeconds(left))}
        </p>
      )}
      <p className={styles.note}>{text.auto}</p>
      <p role="status">{news}</p>
      <AccountForm intent="check" thing={request.page_instance} submit={text.check} tone="outline">
        {() => <NameOfRequest request={request} />}
      </AccountForm>
    </section>
  );
}
