import { useLoaderData, type MetaFunction } from 'react-router';
import { EmailField } from '#app/forms/email-field.tsx';
import { Form } from '#app/forms/form.tsx';
import { useReply } from '#app/components/hooks/use-reply.ts';
import { seo } from '#app/components/seo/seo.ts';
import { useWait } from '#app/components/hooks/use-seconds-left.ts';
import { paths } from '#app/paths.ts';
import { authText } from '#app/text/zh-hk/auth.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { REGISTRATION_FORMS } from '#domain/registration/registration.rules.ts';
import { Done } from '#app/pages/auth/done.tsx';
import { refusalOf, type Answer } from './finish-answer.ts';
import { JoinPage } from '#app/pages/auth/join-page.tsx';
import styles from '#app/pages/auth/join.module.css';
import { PhoneStep } from './phone-step.tsx';
import type { loader } from './register-finish.server.ts';

export { action, loader } from './register-finish.server.ts';

const text = authText.finish;

/** A refused text replaces the one before: reload the data after a refusal too. */
export const shouldRevalidate = () => true;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  seo({
    siteUrl: loaderData?.siteUrl ?? '',
    path: paths.registerFinish(),
    title: text.title,
    description: text.description,
    robots: 'none',
  });

/** Requests the mail again, once the wait is over. */
function Resend({
  waitSeconds,
  registration,
  answer,
}: {
  waitSeconds: number;
  registration: object;
  answer: Answer | undefined;
}) {
  const left = useWait(waitSeconds, registration);
  return (
    <Form
      id="resend"
      intent="resend"
      reply={refusalOf(answer, 'resend')}
      labels={authText.labels}
      submit={left > 0 ? text.resendMailIn(left) : text.resend}
      tone="outline"
      isWaiting={left > 0}
    />
  );
}

/** Corrects a mistyped address without entering everything again. */
function WrongAddress({ answer }: { answer: Answer | undefined }) {
  const refused = refusalOf(answer, 'change');
  return (
    <details className={styles.help} open={refused !== undefined || undefined}>
      <summary>{text.wrongAddress}</summary>
      <div>
        <Form
          id="changeRegistrationEmail-change"
          rules={REGISTRATION_FORMS.changeRegistrationEmail}
          intent="change"
          reply={refused}
          labels={authText.labels}
          submit={text.changeEmail}
          tone="outline"
        >
          {(state) => <EmailField state={state} label={text.newEmail} />}
        </Form>
      </div>
    </details>
  );
}

export default function RegisterFinish() {
  const { registration, guard } = useLoaderData<typeof loader>();
  const answer = useReply<Answer>();
  if (registration === null)
    return (
      <JoinPage title={text.noneTitle} lead={text.none}>
        <p className={styles.actions}>
          <ButtonLink size="large" href={paths.register()}>
            {authText.toRegister}
          </ButtonLink>
          <ButtonLink size="large" tone="outline" href={paths.login()}>
            {authText.toLogin}
          </ButtonLink>
        </p>
      </JoinPage>
    );
  const { email, phone, isPhoneVerified, sms } = registration;
  const phoneStep = phone && (
    <PhoneStep phone={phone} isVerified={isPhoneVerified} sms={sms} answer={answer} guard={guard} />
  );
  return (
    <JoinPage title={text.title}>
      <section className={styles.card} aria-labelledby="mail">
        <h2 id="mail">{text.mailTitle}</h2>
        <p>{text.mail(email)}</p>
        <p className={styles.small}>{text.mailHint}</p>
        {answer?.done === 'resend' && <Done>{text.resent}</Done>}
        {answer?.done === 'change' && <Done>{text.changed(email)}</Done>}
        <Resend waitSeconds={registration.resendAfterSeconds} registration={registration} answer={answer} />
        <WrongAddress key={email} answer={answer} />
      </section>
      {phoneStep}
    </JoinPage>
  );
}
