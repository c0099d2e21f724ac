import { useEffect, useState } from 'react';
import { useActionData, useLoaderData, type MetaFunction } from 'react-router';
import { BoxField } from '#app/forms/choice-fields.tsx';
import { PasswordField } from '#app/forms/password-field.tsx';
import { Form } from '#app/forms/form.tsx';
import type { FormReply } from '#app/forms/form.types.ts';
import { FormField } from '#app/forms/form-field.tsx';
import { askWhoItIs, memberNow } from '#app/components/frame/member-state.ts';
import { seo } from '#app/components/seo/seo.ts';
import { hasDrafts } from '#app/forms/form-drafts.ts';
import { paths } from '#app/paths.ts';
import { authText } from '#app/text/zh-hk/auth.ts';
import { problemWords } from '#app/text/zh-hk/forms.ts';
import { Icon } from '#app/ui/icon.tsx';
import { AUTH_FORMS } from '#domain/auth/auth-forms.rules.ts';
import { Agreement, JoinPage } from './join-page.tsx';
import type { loader } from './login.server.ts';
import { PasskeyLogIn } from './passkey-log-in.tsx';
import styles from './join.module.css';

export { action, loader } from './login.server.ts';

const text = authText.login;
const { labels } = authText;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  seo({
    siteUrl: loaderData?.siteUrl ?? '',
    path: paths.login(),
    title: text.title,
    description: text.description,
    robots: 'none',
  });

/** If this tab knew a member, the session has expired (HD-01). */
function SessionOver() {
  const [words] = useState(() => {
    if (!memberNow()?.user) return null;
    return hasDrafts() ? text.overKept : text.over;
  });
  useEffect(() => {
    // The frame still shows the member.
    if (words) void askWhoItIs();
  }, [words]);
  return words ? (
    <p role="status" className={styles.over}>
      <Icon name="info" />
      {words}
    </p>
  ) : null;
}

/** Why login failed, how near the lock is, and alternatives. */
function Refused({ reply: { problem, retryAfterSeconds, triesLeft, mergedInto } }: { reply: FormReply }) {
  if (problem === null) return null;
  const isLocked = problem === 'tooManyRequests';
  return (
    <>
      <p>{problemWords(problem, retryAfterSeconds)}</p>
      {mergedInto && <p>{text.mergedInto(mergedInto)}</p>}
      {typeof triesLeft === 'number' && <p>{text.nearLock(triesLeft, retryAfterSeconds ?? 0)}</p>}
      {(isLocked || problem === 'passwordMismatch') && (
        <p className={styles.ways}>
          {isLocked && text.waysOpen}
          <a href={paths.forgetPassword()}>{text.toReset}</a>
        </p>
      )}
    </>
  );
}

export default function LogIn() {
  const { demo, returnTo } = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  return (
    <JoinPage
      title={text.title}
      lead={
        <>
          {text.noAccount}
          <a href={paths.register()}>{authText.toRegister}</a>
        </>
      }
    >
      <SessionOver />
      <Form
        id="login"
        rules={AUTH_FORMS.login}
        reply={reply}
        labels={labels}
        submit={text.submit}
        problemWords={(reply) => <Refused reply={reply} />}
      >
        {(state) => (
          <>
            <FormField state={state} name="email" label={labels.email} />
            <PasswordField
              state={state}
              name="password"
              label={labels.password}
              beside={<a href={paths.forgetPassword()}>{authText.toForget}</a>}
            />
            <BoxField state={state} name="rememberMe" isTicked>
              {text.rememberMe}
            </BoxField>
          </>
        )}
      </Form>
      <PasskeyLogIn returnTo={returnTo} />
      <p className={styles.small}>
        <Agreement {...text.agree} />
      </p>
      {demo && (
        <section className={styles.demo} aria-labelledby="demo">
          <h2 id="demo">{text.demo}</h2>
          <p>
            {text.demoLead} <code className={styles.whole}>{demo.password}</code>
          </p>
          <ul>
            {demo.accounts.map(({ email, displayName }) => (
              <li key={email}>
                <b>{email}</b> {displayName}
              </li>
            ))}
          </ul>
          <p className={styles.links}>
            <a href={paths.demoMail()} data-document="">
              {text.demoMail}
            </a>
            <a href={paths.demoPhones()} data-document="">
              {text.demoPhones}
            </a>
          </p>
        </section>
      )}
    </JoinPage>
  );
}
