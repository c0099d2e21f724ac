import { useLoaderData, type MetaFunction } from 'react-router';
import { EmailField } from '#app/forms/email-field.tsx';
import { FormField } from '#app/forms/form-field.tsx';
import { ChoiceField } from '#app/forms/choice-fields.tsx';
import { paths } from '#app/paths.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { accountText } from '#app/text/zh-hk/account.ts';
import { verifyPhoneText } from '#app/text/zh-hk/verify-phone.ts';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { MEMBER_FORMS } from '#domain/members/members.rules.ts';
import { VerificationPurpose } from '#shared/enums.ts';
import { AccountForm, DoneLine, useAccountForm } from './account-form.tsx';
import type { loader } from './account.server.ts';
import { EditRow } from './edit-row.tsx';
import { ownMeta } from './own-meta.ts';
import { PendingAddress, PendingPhone } from './pending-changes.tsx';
import { StateTag } from './state-tag.tsx';
import styles from './account.module.css';

export { action, loader } from './account.server.ts';

const text = accountText.account;
const { labels, hints, done } = text;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => ownMeta(loaderData, paths.userInfo(), text);

/** Requests a verification mail. */
function UnverifiedEmail({ email }: { email: string }) {
  const { reply } = useAccountForm('verifyEmail');
  return (
    <div className={styles.boxed}>
      <h2>{text.verifyTitle}</h2>
      <p className={styles.lead}>{text.verifyLead(email)}</p>
      <AccountForm intent="verifyEmail" submit={text.verify} />
      <DoneLine isDone={reply?.isDone} words={done.verifyEmail} />
    </div>
  );
}

export default function Account() {
  const me = useLoaderData<typeof loader>();
  const fullDob = me.dob === null ? text.empty : `${timeText.year(me.dob.slice(0, 4))}${timeText.date(me.dob)}`;
  return (
    <>
      <h1>{text.title}</h1>
      {!me.isEmailVerified && <UnverifiedEmail email={me.email} />}
      <PendingAddress pending={me.pendingEmail} />
      <PendingPhone pending={me.pendingPhone} />
      <section className={styles.section}>
        <SectionHeading>{text.personal}</SectionHeading>
        <div className={styles.rows}>
          <EditRow
            intent="displayName"
            rules={MEMBER_FORMS.updateDisplayName}
            label={labels.display_name}
            value={me.displayName || text.empty}
            values={{ display_name: me.displayName }}
            done={done.displayName}
          >
            {(state) => (
              <FormField
                state={state}
                name="display_name"
                label={labels.display_name}
                hint={hints.display_name}
                isCounted
              />
            )}
          </EditRow>
          <EditRow
            intent="realName"
            rules={MEMBER_FORMS.updateRealName}
            label={labels.real_name}
            value={`${me.surname}${me.givenName}` || text.empty}
            values={{ surname: me.surname, given_name: me.givenName }}
            done={done.realName}
          >
            {(state) => (
              <>
                <FormField state={state} name="surname" label={labels.surname} isCounted />
                <FormField state={state} name="given_name" label={labels.given_name} isCounted />
              </>
            )}
          </EditRow>
          <EditRow
            intent="email"
            rules={MEMBER_FORMS.sendVerifyEmail}
            label={labels.email}
            value={
              <>
                {me.email} <StateTag isGood={me.isEmailVerified} words={[text.verified, text.unverified]} />
              </>
            }
            submit={text.sendLink}
            proof={me.proof}
            done={done.email}
          >
            {(state) => (
              <>
                {/* Validated here by the rules of the call, which requires a purpose. */}
                <input type="hidden" name="type" value={VerificationPurpose.CHANGE_USER_LOGIN_EMAIL} readOnly />
                <EmailField state={state} label={labels.new_email} hint={hints.new_email} />
              </>
            )}
          </EditRow>
          <div>
            <div className={styles.summary}>
              <span>{labels.phone}</span>
              <span className={styles.value}>
                {me.phoneNo === null ? text.empty : verifyPhoneText.number(me.phoneNoCountry ?? 0, me.phoneNo)}{' '}
                {me.phoneNo !== null && (
                  <StateTag isGood={me.isPhoneVerified} words={[text.verified, text.unverified]} />
                )}
              </span>
              <a className={styles.act} href={paths.verifyPhone()}>
                {me.isPhoneVerified || me.phoneNo === null ? text.changePhone : text.verifyPhone}
                <span className="vh">{labels.phone}</span>
              </a>
            </div>
          </div>
          <EditRow
            intent="gender"
            rules={MEMBER_FORMS.updateGender}
            label={labels.gender}
            value={me.gender === null ? text.empty : text.genders[me.gender]}
            values={{ gender: me.gender ?? '' }}
            done={done.gender}
          >
            {(state) => (
              <ChoiceField
                state={state}
                name="gender"
                label={labels.gender}
                choices={[
                  ['F', text.genders.F],
                  ['M', text.genders.M],
                ]}
              />
            )}
          </EditRow>
          <EditRow
            intent="dob"
            rules={MEMBER_FORMS.updateDob}
            label={labels.dob}
            value={fullDob}
            values={{ dob: me.dob ?? '' }}
            done={done.dob}
          >
            {(state) => <FormField state={state} name="dob" label={labels.dob} hint={hints.dob} />}
          </EditRow>
          <div className={styles.summary}>
            <span>{labels.password}</span>
            <span className={styles.value}>{me.hasPassword ? text.passwordSet : text.empty}</span>
            <a className={styles.act} href={`${paths.memberSecurity()}#password`}>
              {text.changePhone}
              <span className="vh">{labels.password}</span>
            </a>
          </div>
        </div>
      </section>
    </>
  );
}
