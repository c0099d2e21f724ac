import { useActionData, useLoaderData, type MetaFunction } from 'react-router';
import { Form } from '#app/forms/form.tsx';
import type { FormReply } from '#app/forms/form.types.ts';
import { NewPasswordField } from '#app/forms/new-password-field.tsx';
import { seo } from '#app/components/seo/seo.ts';
import { paths } from '#app/paths.ts';
import { authText } from '#app/text/zh-hk/auth.ts';
import { REGISTRATION_FORMS } from '#domain/registration/registration.rules.ts';
import { DeadLink, EndedWelcome } from '#app/pages/auth/dead-link.tsx';
import { JoinPage } from '#app/pages/auth/join-page.tsx';
import type { loader } from './set-password.server.ts';

export { action, loader } from './set-password.server.ts';

const text = authText.password;
const { labels } = authText;

/** Reloads a link used meanwhile, so that the page shows its state. */
export const shouldRevalidate = () => true;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
  const isReset = loaderData?.mode === 'reset';
  return seo({
    siteUrl: loaderData?.siteUrl ?? '',
    path: isReset ? paths.resetPassword() : paths.registerWelcome(),
    title: isReset ? text.resetTitle : text.welcomeTitle,
    description: isReset ? text.resetDescription : text.welcomeDescription,
    robots: 'none',
  });
};

/** The welcome page; in reset mode it sets a new password. */
export default function SetPassword() {
  const { mode, link, ended } = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  const isReset = mode === 'reset';
  // Used in another tab, or expired since the page was loaded: the form is useless.
  if (link === null || reply?.problem === 'verifyCodeNotFound') {
    if (ended) return <EndedWelcome ended={ended} />;
    const again = isReset ? paths.forgetPassword() : paths.register();
    return <DeadLink again={{ href: again, words: isReset ? authText.deadLink.again : authText.toRegister }} />;
  }
  return (
    <JoinPage
      title={isReset ? text.resetTitle : text.welcomeTitle}
      lead={isReset ? text.resetLead(link.email) : text.welcomeLead(link.email)}
    >
      <Form
        id="resetPassword"
        rules={REGISTRATION_FORMS.resetPassword}
        reply={reply}
        labels={labels}
        submit={isReset ? text.resetSubmit : text.welcomeSubmit}
      >
        {(state) => (
          <>
            {/* So that the browser stores the password for the right account. */}
            <input type="email" name="username" autoComplete="username" value={link.email} readOnly hidden />
            <input type="hidden" name="verify_code" value={link.code} readOnly />
            <NewPasswordField
              state={state}
              name="password"
              label={isReset ? text.newPassword : labels.password}
              own={link.own}
            />
          </>
        )}
      </Form>
    </JoinPage>
  );
}
