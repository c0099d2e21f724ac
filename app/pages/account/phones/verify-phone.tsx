import { useState } from 'react';
import { useActionData, useLoaderData, type MetaFunction } from 'react-router';
import { FormField } from '#app/forms/form-field.tsx';
import { useFocusOn } from '#app/components/hooks/use-focus-on.ts';
import { paths } from '#app/paths.ts';
import { verifyPhoneText } from '#app/text/zh-hk/verify-phone.ts';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { PHONE_FORMS } from '#domain/phones/phone-forms.rules.ts';
import { DoneLine, type AccountReply } from '#app/pages/account/account-form.tsx';
import { EditRow } from '#app/pages/account/edit-row.tsx';
import { ownMeta } from '#app/pages/account/own-meta.ts';
import { PhoneByCall } from './phone-by-call.tsx';
import { PhoneByText } from './phone-by-text.tsx';
import { StateTag } from '#app/pages/account/state-tag.tsx';
import look from './phone-check.module.css';
import styles from '#app/pages/account/account.module.css';
import type { loader } from './verify-phone.server.ts';

export { action, loader } from './verify-phone.server.ts';

const text = verifyPhoneText;
/** Actions that may verify a number. */
const PROOFS = ['verifySms', 'verifyVoice', 'check'];
type Loaded = Awaited<ReturnType<typeof loader>>;

/** A refused attempt counts, or reports an end: reload the data after it too. */
export const shouldRevalidate = () => true;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => ownMeta(loaderData, paths.verifyPhone(), text);

function Numbers({ present, wish, mode, proof }: Pick<Loaded, 'present' | 'wish' | 'mode' | 'proof'>) {
  const isOff = mode === 'disabled';
  return (
    <div className={styles.rows}>
      <EditRow
        intent="number"
        rules={PHONE_FORMS.updatePhoneNo}
        label={text.present}
        value={
          present ? (
            <>
              {text.number(present.phoneNoCountry, present.phoneNo)}{' '}
              <StateTag isGood={present.isVerified} words={[text.verified, text.unverified]} />
            </>
          ) : (
            text.none
          )
        }
        act={text.change}
        values={{ phone_no_country: '852' }}
        proof={proof}
        submit={isOff ? text.saveNumber : text.next}
        done={isOff ? text.changedAtOnce : wish ? text.changed : ''}
        before={<p>{isOff ? text.changeLeadAtOnce : text.changeLead}</p>}
      >
        {(state) => (
          <>
            <FormField state={state} name="phone_no_country" label={text.country}>
              {text.countries.map(([code, words]) => (
                <option key={code} value={code}>
                  {words}
                </option>
              ))}
            </FormField>
            <FormField state={state} name="phone_no" label={text.phone} hint={text.phoneHint} />
          </>
        )}
      </EditRow>
      {wish && (
        <div className={styles.summary}>
          <span>{text.wish}</span>
          <span className={styles.value}>
            {text.number(wish.phoneNoCountry, wish.phoneNo)} <StateTag isGood={false} words={['', text.waiting]} />
          </span>
        </div>
      )}
    </div>
  );
}

function Proof({ mode, wanted, isVerifiable, guard, request, sms, ended, isSmsOnly, qr, isDemo }: Loaded) {
  if (mode === 'disabled') return <p className={styles.lead}>{text.off}</p>;
  if (wanted === null) return null;
  if (!isVerifiable) return <p className={styles.lead}>{text.useless}</p>;
  const number = text.number(wanted.phoneNoCountry, wanted.phoneNo);
  const dialled = `+${wanted.phoneNoCountry}${wanted.phoneNo}`;
  const toUs = request ? { to: request.station_phone_no, text: request.text_code } : {};
  return (
    <section className={styles.section}>
      <SectionHeading>{text.verify(number)}</SectionHeading>
      {mode === 'a2p' ? (
        <PhoneByText sms={sms} phoneNo={wanted.phoneNo} guard={guard} />
      ) : (
        <PhoneByCall {...{ request, ended, isSmsOnly, number, qr, guard }} />
      )}
      {isDemo && (
        <p className={look.demo}>
          {text.demo}
          <a href={paths.demoPhones({ number: dialled, ...toUs })} data-document="">
            {text.demoPhone}
          </a>
        </p>
      )}
    </section>
  );
}

export default function VerifyPhone() {
  const loaded = useLoaderData<typeof loader>();
  const isProved = loaded.present?.isVerified === true && loaded.wish === null;
  // Verified by a call that arrived while the page was open, or, without scripts, in this reply.
  const posted = useActionData<AccountReply>();
  const [wasProved, setWasProved] = useState(isProved);
  const [isNews, setNews] = useState(false);
  if (isProved !== wasProved) {
    setWasProved(isProved);
    setNews(isProved);
  }
  const isJustProved = isProved && (isNews || (posted?.isDone === true && PROOFS.includes(posted.intent)));
  // The focused element is gone after verification.
  useFocusOn(isJustProved, { to: '#phone-proved' });
  return (
    <>
      <h1>{text.title}</h1>
      <div id="phone-proved" tabIndex={-1}>
        <DoneLine isDone={isJustProved} words={text.verifiedDone} />
      </div>
      <section className={styles.section}>
        <Numbers {...loaded} />
        {isProved && !isJustProved && <p className={styles.lead}>{text.allDone}</p>}
      </section>
      <Proof {...loaded} />
    </>
  );
}
