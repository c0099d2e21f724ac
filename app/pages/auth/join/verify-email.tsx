import { Form, useActionData, useLoaderData, type MetaFunction } from 'react-router';
import type { FormReply } from '#app/forms/form.types.ts';
import { seo } from '#app/components/seo/seo.ts';
import { paths } from '#app/paths.ts';
import { authText } from '#app/text/zh-hk/auth.ts';
import { problemWords } from '#app/text/zh-hk/forms.ts';
import { Button } from '#app/ui/button.tsx';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { DeadLink } from '#app/pages/auth/dead-link.tsx';
import { JoinPage } from '#app/pages/auth/join-page.tsx';
import styles from '#app/pages/auth/join.module.css';
import type { loader } from './verify-email.server.ts';

export { action, loader } from './verify-email.server.ts';

const text = authText.verifyEmail;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  seo({
    siteUrl: loaderData?.siteUrl ?? '',
    path: paths.verifyEmail(),
    title: text.title,
    description: text.description,
    robots: 'none',
  });

export default function VerifyEmail() {
  const { done, link } = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  if (done)
    return (
      <JoinPage title={text.done[done].title} lead={text.done[done].lead}>
        <p className={styles.actions}>
          <ButtonLink size="large" href={done === 'cancel' ? paths.forgetPassword() : paths.userInfo()}>
            {done === 'cancel' ? text.toNewPassword : text.toAccount}
          </ButtonLink>
        </p>
      </JoinPage>
    );
  if (link === null || reply?.problem === 'verifyCodeNotFound') return <DeadLink />;
  const words = text.ask[link.purpose];
  return (
    <JoinPage title={words.title} lead={words.lead(link.email)}>
      {reply?.problem && (
        <p className={styles.fault} role="alert">
          {problemWords(reply.problem, reply.retryAfterSeconds)}
        </p>
      )}
      <Form method="post" className={styles.actions}>
        <input type="hidden" name="verify_code" value={link.code} readOnly />
        <Button type="submit" size="large">
          {words.submit}
        </Button>
      </Form>
    </JoinPage>
  );
}
