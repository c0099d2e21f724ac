import { useLoaderData, type MetaFunction } from 'react-router';
import { FormField } from '#app/forms/form-field.tsx';
import { BoxField } from '#app/forms/choice-fields.tsx';
import { paths } from '#app/paths.ts';
import { accountText } from '#app/text/zh-hk/account.ts';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { MEMBER_FORMS } from '#domain/members/members.rules.ts';
import { AccountForm, DoneLine, useAccountForm } from './account-form.tsx';
import { ownMeta } from './own-meta.ts';
import type { loader } from './preferences.server.ts';
import styles from './account.module.css';

export { action, loader } from './preferences.server.ts';

const text = accountText.preferences;
const { save } = accountText.form;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  ownMeta(loaderData, paths.changePreference(), text);

function Marketing({ isOn }: { isOn: boolean }) {
  const { reply } = useAccountForm('marketing');
  return (
    <section className={styles.section}>
      <SectionHeading>{text.marketing}</SectionHeading>
      <AccountForm isSavedAtOnce intent="marketing" submit={save} tone="outline">
        {(state) => (
          <BoxField state={state} name="is_subscribe_edm" isTicked={isOn}>
            {text.marketingWords}
          </BoxField>
        )}
      </AccountForm>
      <p className={styles.lead}>{text.marketingNote}</p>
      <DoneLine isDone={reply?.isDone} words={text.marketingDone(isOn)} />
    </section>
  );
}

function Quality({ value }: { value: number }) {
  const { reply } = useAccountForm('quality');
  return (
    <section className={styles.section}>
      <SectionHeading>{text.quality}</SectionHeading>
      <AccountForm
        isSavedAtOnce
        intent="quality"
        rules={MEMBER_FORMS.mobileDefaultResolution}
        values={{ mobileDefaultResolution: String(value) }}
        submit={save}
        tone="outline"
      >
        {(state) => (
          <FormField state={state} name="mobileDefaultResolution" label={text.qualityLabel}>
            {text.qualities.map(([quality, words]) => (
              <option key={quality} value={quality}>
                {words}
              </option>
            ))}
          </FormField>
        )}
      </AccountForm>
      <DoneLine isDone={reply?.isDone} words={text.qualityDone} />
    </section>
  );
}

function Display({ isText }: { isText: boolean }) {
  const { reply } = useAccountForm('display');
  return (
    <section className={styles.section}>
      <SectionHeading>{text.display}</SectionHeading>
      <AccountForm isSavedAtOnce intent="display" submit={save} tone="outline">
        {(state) => (
          <BoxField state={state} name="timetable_text" isTicked={isText}>
            {text.displayWords}
          </BoxField>
        )}
      </AccountForm>
      <p className={styles.lead}>{text.displayNote}</p>
      <DoneLine isDone={reply?.isDone} words={text.displayDone} />
    </section>
  );
}

export default function Preferences() {
  const me = useLoaderData<typeof loader>();
  return (
    <>
      <h1>{text.title}</h1>
      <Marketing isOn={me.isSubscribeEdm} />
      <Quality value={me.resolution} />
      <Display isText={me.isTextTimetable} />
    </>
  );
}
