import { PasswordField } from '#app/forms/password-field.tsx';
import { NewPasswordField } from '#app/forms/new-password-field.tsx';
import { dayWords, accountText } from '#app/text/zh-hk/account.ts';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { AUTH_FORMS } from '#domain/auth/auth-forms.rules.ts';
import { AccountForm, DoneLine, useAccountForm } from '#app/pages/account/account-form.tsx';
import type { loader } from './security.server.ts';
import styles from '#app/pages/account/account.module.css';

const text = accountText.preferences;
type Loaded = Awaited<ReturnType<typeof loader>>['password'];

function Change({ email, changedAtMs, own }: NonNullable<Loaded>) {
  const { reply } = useAccountForm('password');
  return (
    <>
      {changedAtMs !== null && <p className={styles.lead}>{text.passwordNote(dayWords(changedAtMs))}</p>}
      <AccountForm intent="password" rules={AUTH_FORMS.updatePassword} submit={text.changePassword}>
        {(state) => (
          <>
            {/* Tells password managers which account the password is for. */}
            <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
            <PasswordField state={state} name="old_password" label={text.oldPassword} />
            <NewPasswordField state={state} name="new_password" label={text.newPassword} own={own} />
            <PasswordField state={state} name="confirmed_password" label={text.confirm} />
          </>
        )}
      </AccountForm>
      <DoneLine isDone={reply?.isDone} words={text.passwordDone} />
    </>
  );
}

/** A member's password. Members with passkeys or mailed links only may not have one. */
export function OwnPassword({ password }: { password: Loaded }) {
  return (
    <section className={styles.section} id="password">
      <SectionHeading>{text.password}</SectionHeading>
      {password ? <Change {...password} /> : <p>{text.noPassword}</p>}
    </section>
  );
}
