import { useActionData, useLoaderData, type MetaFunction } from 'react-router';
import { FormField } from '#app/forms/form-field.tsx';
import { MemberForm, type MemberReply } from '#app/forms/member-form.tsx';
import { seo } from '#app/components/seo/seo.ts';
import { paths } from '#app/paths.ts';
import { memberFaultWords, authText } from '#app/text/zh-hk/auth.ts';
import type { loader } from './forget-password.server.ts';
import { JoinPage } from './join-page.tsx';
import styles from './join.module.css';

export { action, loader } from './forget-password.server.ts';

const text = authText.forget;
const { labels } = authText;
const OTHERS = ['phone_no', 'acc881', 'acc903'];

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  seo({
    siteUrl: loaderData?.siteUrl ?? '',
    path: paths.forgetPassword(),
    title: text.title,
    description: text.description,
    robots: 'none',
  });

export default function ForgetPassword() {
  const { guard } = useLoaderData<typeof loader>();
  const reply = useActionData<MemberReply>();
  return (
    <JoinPage title={text.title} lead={text.lead}>
      <MemberForm
        form="forgetPassword"
        reply={reply}
        labels={labels}
        submit={text.submit}
        wordsOf={(fault) => (fault.code === 'required' ? text.oneOf : memberFaultWords(fault))}
        guard={guard}
      >
        {(state) => {
          const shared = { form: 'forgetPassword', state };
          const isOpen = OTHERS.some((name) => state.values[name] || state.faultOf(name));
          return (
            <>
              <FormField {...shared} name="email" label={labels.email} autoComplete="username" inputMode="email" />
              <details className={styles.help} open={isOpen || undefined}>
                <summary>{text.other}</summary>
                <div>
                  <FormField {...shared} name="phone_no" type="tel" label={text.phone} autoComplete="tel-national" />
                  <FormField {...shared} name="acc881" label={labels.acc881} autoComplete="off" />
                  <FormField {...shared} name="acc903" label={labels.acc903} autoComplete="off" />
                </div>
              </details>
            </>
          );
        }}
      </MemberForm>
      <p className={styles.links}>
        <a href={paths.login()}>{authText.toLogin}</a>
        <a href={paths.register()}>{authText.toRegister}</a>
      </p>
    </JoinPage>
  );
}
