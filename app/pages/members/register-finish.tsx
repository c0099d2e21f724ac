import { useActionData, useLoaderData, type MetaFunction } from 'react-router';
import { MemberForm } from '#app/components/member-form.tsx';
import { seo } from '#app/components/seo.ts';
import { paths } from '#app/paths.ts';
import { membersText } from '#app/text/zh-hk/members.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { refusalOf, type Answer } from './finish-answer.ts';
import { JoinPage } from './join-page.tsx';
import styles from './join.module.css';
import { PhoneStep } from './phone-step.tsx';
import type { loader } from './register-finish.server.ts';

export { action, loader } from './register-finish.server.ts';

const text = membersText.finish;

/** A refused text takes the place of the one before it: the page is read anew after a refusal too. */
export const shouldRevalidate = () => true;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  seo({
    siteUrl: loaderData?.siteUrl ?? '',
    path: paths.registerFinish(),
    title: text.title,
    description: text.description,
    robots: 'none',
  });

export default function RegisterFinish() {
  const { registration, asksSms, guard } = useLoaderData<typeof loader>();
  const answer = useActionData<Answer>();
  if (registration === null)
    return (
      <JoinPage title={text.noneTitle} lead={text.none}>
        <p className={styles.actions}>
          <ButtonLink size="large" href={paths.register()}>
            {membersText.toRegister}
          </ButtonLink>
          <ButtonLink size="large" tone="outline" href={paths.login()}>
            {membersText.toLogin}
          </ButtonLink>
        </p>
      </JoinPage>
    );
  const { email, phone, isPhoneVerified, sms } = registration;
  const phoneStep = phone && (
    <PhoneStep key="phone" phone={phone} isVerified={isPhoneVerified} sms={sms} answer={answer} guard={guard} />
  );
  return (
    <JoinPage title={text.title}>
      {asksSms && phoneStep}
      <section className={styles.card} aria-labelledby="mail">
        <h2 id="mail">{text.mailTitle}</h2>
        <p>{text.mail(email)}</p>
        <p className={styles.small}>{text.mailHint}</p>
        {answer?.done === 'resend' && (
          <p className={styles.done} role="status">
            <Icon name="check" />
            {text.resent}
          </p>
        )}
        <MemberForm
          form={null}
          intent="resend"
          reply={refusalOf(answer, 'resend')}
          labels={membersText.labels}
          submit={text.resend}
          tone="outline"
        />
      </section>
      {!asksSms && phoneStep}
    </JoinPage>
  );
}
