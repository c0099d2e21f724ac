import { useEffect, useState } from 'react';
import { deskMembersText as text } from '#app/text/zh-hk/desk-members.ts';
import { Button } from '#app/ui/button.tsx';
import { ActionButton } from '../actions/action-button.tsx';
import { call } from '../call.ts';
import { pressed } from '../entry/log-in-again.ts';
import type { Member } from './member.types.ts';
import { momentOf } from './moment.ts';
import styles from './member-page.module.css';

const SHOWN_MS = 5 * 60_000;

interface Contact {
  email: string | null;
  phone_no_country: number | null;
  phone_no: string | null;
}

/** The member. Address and number are masked until a reason is stated, and again after five minutes. */
export function MemberCard({ member }: { member: Member }) {
  const { member_id: id, name, display_name: displayName, state, email, phone } = member;
  const [contact, setContact] = useState<Contact | null>(null);
  const [isFault, setFault] = useState(false);
  useEffect(() => {
    if (contact === null) return undefined;
    const timer = setTimeout(() => setContact(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [contact]);
  const show = () => {
    setFault(false);
    pressed(() => call<Contact>(`/api/staff/members/${id}/contact`)).then(setContact, () => setFault(true));
  };
  const wholePhone = contact?.phone_no
    ? `${contact.phone_no_country ? `+${contact.phone_no_country} ` : ''}${contact.phone_no}`
    : null;
  return (
    <section className={styles.card}>
      <div className={styles.name}>
        <h2>{name || displayName || text.number(id)}</h2>
        {member.times.some((time) => time.state === 'running') && (
          <span className={styles.badge} data-tone="plan">
            {text.subscriber}
          </span>
        )}
        <span className={styles.badge} data-tone={state === 'active' ? 'good' : 'bad'}>
          {text.state[state]}
        </span>
        <span className={styles.badge}>{text.since(momentOf(member.joined_ts).slice(0, 4))}</span>
        {email !== null && member.email_verified_ts === null && (
          <span className={styles.badge} data-tone="warn">
            {text.unverifiedEmail}
          </span>
        )}
        {phone !== null && member.phone_verified_ts === null && (
          <span className={styles.badge} data-tone="warn">
            {text.unverifiedPhone}
          </span>
        )}
        {member.erase_ts !== null && (
          <span className={styles.badge} data-tone="bad">
            {text.erasesAt(momentOf(member.erase_ts))}
          </span>
        )}
      </div>
      <p className={styles.contact} aria-live="polite">
        <span>{text.number(id)}</span>
        {email !== null && <span>{contact?.email ?? email}</span>}
        <span>{wholePhone ?? phone ?? text.noPhone}</span>
      </p>
      {state !== 'erased' && (
        <div className={styles.reveal}>
          {contact === null ? (
            <ActionButton
              action="members.see-contact"
              input={{ member_id: id }}
              words={text.show}
              onDone={show}
              size="small"
              tone="outline"
            />
          ) : (
            <Button size="small" tone="outline" onClick={() => setContact(null)}>
              {text.hide}
            </Button>
          )}
          <p role={isFault ? 'alert' : undefined}>
            {isFault ? text.notShown : contact === null ? text.whyShow : text.shownUntil}
          </p>
        </div>
      )}
    </section>
  );
}
