import { useActionData, useLoaderData, type MetaFunction } from 'react-router';
import { FormField } from '#app/forms/form-field.tsx';
import { Form } from '#app/forms/form.tsx';
import type { FormReply } from '#app/forms/form.types.ts';
import { seo } from '#app/components/seo/seo.ts';
import { paths } from '#app/paths.ts';
import { authText } from '#app/text/zh-hk/auth.ts';
import { faultWords } from '#app/text/zh-hk/forms.ts';
import { AUTH_FORMS } from '#domain/auth/auth-forms.rules.ts';
import type { loader } from './forget-password.server.ts';
import { JoinPage } from '#app/pages/auth/join-page.tsx';
import styles from '#app/pages/auth/join.module.css';

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
  const reply = useActionData<FormReply>();
  return (
    <JoinPage title={text.title} lead={text.lead}>
      <Form
        id="forgetPassword"
        rules={AUTH_FORMS.forgetPassword}
        reply={reply}
        labels={labels}
        submit={text.submit}
        faultText={(fault) => (fault.code === 'required' ? text.oneOf : faultWords(fault))}
        guard={guard}
      >
        {(state) => {
          const isOpen = OTHERS.some((name) => state.values[name] || state.faultOf(name));
          return (
            <>
              <FormField state={state} name="email" label={labels.email} />
              <details className={styles.help} open={isOpen || undefined}>
                <summary>{text.other}</summary>
                <div>
                  <FormField state={state} name="phone_no" label={text.phone} />
                  <FormField state={state} name="acc881" label={labels.acc881} />
                  <FormField state={state} name="acc903" label={labels.acc903} />
                </div>
              </details>
            </>
          );
        }}
      </Form>
      <p className={styles.links}>
        <a href={paths.login()}>{authText.toLogin}</a>
        <a href={paths.register()}>{authText.toRegister}</a>
      </p>
    </JoinPage>
  );
}
