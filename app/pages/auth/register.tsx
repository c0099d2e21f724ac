import { useEffect, useState } from 'react';
import { useActionData, useLoaderData, type MetaFunction } from 'react-router';
import { EmailField } from '#app/forms/email-field.tsx';
import { FormField } from '#app/forms/form-field.tsx';
import { BoxField, ChoiceField } from '#app/forms/member-fields.tsx';
import { MemberForm, type MemberReply } from '#app/forms/member-form.tsx';
import { seo } from '#app/components/seo/seo.ts';
import type { FieldState } from '#app/forms/visitor-form.tsx';
import { paths } from '#app/paths.ts';
import { authText } from '#app/text/zh-hk/auth.ts';
import { isUnder18, MEMBER_LIMITS } from '#domain/members/members.rules.ts';
import { normalizeInput } from '#domain/forms/normalize-input.rules.ts';
import { isDayHk } from '#shared/hk-time.ts';
import { Agreement, JoinPage } from './join-page.tsx';
import styles from './join.module.css';
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
  const { guard } = useLoaderData<typeof loader>();
  const reply = useActionData<MemberReply>();
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
      <MemberForm form="register" reply={reply} labels={labels} submit={text.submit} guard={guard}>
        {(state) => <Fields state={state} />}
      </MemberForm>
    </JoinPage>
  );
}

function Fields({ state }: { state: FieldState }) {
  const shared = { form: 'register', state };
  const [dob, setDob] = useState(state.values['dob'] ?? '');
  useEffect(() => {
    // Written before the scripts were there, or put back by the browser.
    setDob(normalizeInput('dob', document.querySelector<HTMLInputElement>('#register-dob')?.value ?? '', {}));
  }, []);
  const asksGuardian = isMinor(dob) || state.faultOf('under_18_terms') !== undefined;
  return (
    <>
      <EmailField {...shared} label={labels.email} hint={text.emailHint} />
      <div className={styles.pair}>
        <FormField
          {...shared}
          name="surname"
          label={labels.surname}
          autoComplete="family-name"
          limit={MEMBER_LIMITS.short}
          required
        />
        <FormField
          {...shared}
          name="given_name"
          label={labels.given_name}
          autoComplete="given-name"
          limit={MEMBER_LIMITS.short}
          required
        />
      </div>
      <FormField
        {...shared}
        name="dispaly_name"
        label={labels.dispaly_name}
        hint={text.displayNameHint}
        autoComplete="nickname"
        limit={MEMBER_LIMITS.displayName}
      />
      <div className={styles.phone}>
        <FormField
          {...shared}
          name="phone_no_country"
          type="choice"
          label={labels.phone_no_country}
          autoComplete="tel-country-code"
          required
        >
          {text.countries.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </FormField>
        <FormField
          {...shared}
          name="phone_no"
          type="tel"
          label={labels.phone_no}
          autoComplete="tel-national"
          required
        />
      </div>
      <ChoiceField {...shared} name="gender" label={labels.gender} choices={text.genders} />
      <FormField
        {...shared}
        name="dob"
        label={labels.dob}
        hint={text.dobHint}
        autoComplete="bday"
        inputMode="numeric"
        maxLength={12}
        onChange={(typed) => setDob(normalizeInput('dob', typed, {}))}
        required
      />
      <div className={styles.terms}>
        <div className={styles.guardian} data-shown={asksGuardian || undefined} aria-live="polite">
          <BoxField {...shared} name="under_18_terms">
            {text.under18}
          </BoxField>
        </div>
        <BoxField {...shared} name="terms">
          <Agreement {...text.terms} />
        </BoxField>
        <BoxField {...shared} name="is_subscribe_edm">
          {text.edm}
        </BoxField>
      </div>
    </>
  );
}
