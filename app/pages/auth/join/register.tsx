import { useEffect, useState } from 'react';
import { useActionData, useLoaderData, type MetaFunction } from 'react-router';
import { EmailField } from '#app/forms/email-field.tsx';
import { FormNotice } from '#app/components/notice/form-notice.tsx';
import { FormField } from '#app/forms/form-field.tsx';
import { BoxField, ChoiceField } from '#app/forms/choice-fields.tsx';
import { Form } from '#app/forms/form.tsx';
import type { FormReply } from '#app/forms/form.types.ts';
import { seo } from '#app/components/seo/seo.ts';
import type { FieldState } from '#app/forms/form.types.ts';
import { paths } from '#app/paths.ts';
import { authText } from '#app/text/zh-hk/auth.ts';
import { isUnder18 } from '#domain/members/members.rules.ts';
import { REGISTRATION_FORMS } from '#domain/registration/registration.rules.ts';
import { normalizeInput } from '#domain/forms/normalize-input.rules.ts';
import { isDayHk } from '#shared/hk-time.ts';
import { Agreement, JoinPage } from '#app/pages/auth/join-page.tsx';
import styles from '#app/pages/auth/join.module.css';
import type { loader } from './register.server.ts';

export { action, loader } from './register.server.ts';

const text = authText.register;
const { labels } = authText;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  seo({
    siteUrl: loaderData?.siteUrl ?? '',
    path: paths.register(),
    title: text.title,
    description: text.description,
    robots: 'none',
  });

const isMinor = (dob: string) => isDayHk(dob) && isUnder18(dob, new Date());

export default function Register() {
  const { guard, notice } = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  return (
    <JoinPage
      title={text.title}
      lead={
        <>
          {text.haveAccount}
          <a href={paths.login()}>{authText.toLogin}</a>
        </>
      }
    >
      <FormNotice notice={notice} />
      {notice.off === null && (
        <Form
          id="register"
          rules={REGISTRATION_FORMS.register}
          reply={reply}
          labels={labels}
          submit={text.submit}
          guard={guard}
        >
          {(state) => <Fields state={state} />}
        </Form>
      )}
    </JoinPage>
  );
}

function Fields({ state }: { state: FieldState }) {
  const [dob, setDob] = useState(state.values['dob'] ?? '');
  useEffect(() => {
    // Entered before scripts loaded, or restored by the browser.
    setDob(normalizeInput('dob', document.querySelector<HTMLInputElement>('#register-dob')?.value ?? '', {}));
  }, []);
  const asksGuardian = isMinor(dob) || state.faultOf('under_18_terms') !== undefined;
  return (
    <>
      <EmailField state={state} label={labels.email} hint={text.emailHint} />
      <div className={styles.pair}>
        <FormField state={state} name="surname" label={labels.surname} isCounted />
        <FormField state={state} name="given_name" label={labels.given_name} isCounted />
      </div>
      <FormField state={state} name="dispaly_name" label={labels.dispaly_name} hint={text.displayNameHint} isCounted />
      <div className={styles.phone}>
        <FormField state={state} name="phone_no_country" label={labels.phone_no_country}>
          {text.countries.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </FormField>
        <FormField state={state} name="phone_no" label={labels.phone_no} />
      </div>
      <ChoiceField state={state} name="gender" label={labels.gender} choices={text.genders} />
      <FormField
        state={state}
        name="dob"
        label={labels.dob}
        hint={text.dobHint}
        onChange={(typed) => setDob(normalizeInput('dob', typed, {}))}
      />
      <div className={styles.terms}>
        <div className={styles.guardian} data-shown={asksGuardian || undefined} aria-live="polite">
          <BoxField state={state} name="under_18_terms">
            {text.under18}
          </BoxField>
        </div>
        <BoxField state={state} name="terms">
          <Agreement {...text.terms} />
        </BoxField>
        <BoxField state={state} name="is_subscribe_edm">
          {text.edm}
        </BoxField>
      </div>
    </>
  );
}
