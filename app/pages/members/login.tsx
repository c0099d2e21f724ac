import { useActionData, useLoaderData, type MetaFunction } from 'react-router';
import { BoxField, PasswordField } from '#app/components/member-fields.tsx';
import { MemberForm, type MemberReply } from '#app/components/member-form.tsx';
import { FormField } from '#app/components/form-field.tsx';
import { seo } from '#app/components/seo.ts';
import { paths } from '#app/paths.ts';
import { membersText } from '#app/text/zh-hk/members.ts';
import { Agreement, JoinPage } from './join-page.tsx';
import type { loader } from './login.server.ts';
import { PasskeyLogIn } from './passkey-log-in.tsx';
import styles from './join.module.css';

export { action, loader } from './login.server.ts';

const text = membersText.login;
const { labels } = membersText;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  seo({
    siteUrl: loaderData?.siteUrl ?? '',
    path: paths.login(),
    title: text.title,
    description: text.description,
    robots: 'none',
  });

export default function LogIn() {
  const { demo, returnTo } = useLoaderData<typeof loader>();
  const reply = useActionData<MemberReply>();
  return (
    <JoinPage
      title={text.title}
      lead={
        <>
          {text.noAccount}
          <a href={paths.register()}>{membersText.toRegister}</a>
        </>
      }
    >
      <MemberForm form="login" reply={reply} labels={labels} submit={text.submit}>
        {(state) => {
          const shared = { form: 'login', state };
          return (
            <>
              <FormField
                {...shared}
                name="email"
                label={labels.email}
                autoComplete="username"
                inputMode="email"
                required
              />
              <PasswordField
                {...shared}
                name="password"
                label={labels.password}
                autoComplete="current-password"
                beside={<a href={paths.forgetPassword()}>{membersText.toForget}</a>}
              />
              <BoxField {...shared} name="rememberMe" isTicked>
                {text.rememberMe}
              </BoxField>
            </>
          );
        }}
      </MemberForm>
      <PasskeyLogIn returnTo={returnTo} />
      <p className={styles.small}>
        <Agreement {...text.agree} />
      </p>
      {demo && (
        <section className={styles.demo} aria-labelledby="demo">
          <h2 id="demo">{text.demo}</h2>
          <p>{text.demoLead(demo.password)}</p>
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
