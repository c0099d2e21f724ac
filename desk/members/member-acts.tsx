import { useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import { deskMembersText as text } from '#app/text/zh-hk/desk-members.ts';
import { DAYS_ALONE, MAX_DAYS_GIVEN } from '#domain/buying/by-hand.rules.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { Panel } from '../frame/panel.tsx';
import type { Session } from '../session.ts';
import type { Member } from './member.types.ts';
import styles from './member-page.module.css';

function GiveDays({ member: { member_id: id, plans, times } }: { member: Member }) {
  const running = times.find(({ state }) => state === 'running');
  const known = new Map([...(running ? [running] : []), ...plans].map(({ plan_id: plan, name }) => [plan, name]));
  const [plan, setPlan] = useState([...known.keys()][0] ?? 0);
  const [days, setDays] = useState('7');
  const count = Number(days);
  const isGood = Number.isInteger(count) && count >= 1 && count <= MAX_DAYS_GIVEN;
  if (known.size === 0) return <p className={styles.hint}>{text.noPlans}</p>;
  return (
    <fieldset className={styles.give}>
      <legend>{text.give}</legend>
      <label>
        {text.plan}
        <select value={plan} onChange={(event) => setPlan(Number(event.target.value))}>
          {[...known].map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        {text.days}
        <input
          inputMode="numeric"
          value={days}
          aria-invalid={!isGood}
          onChange={(event) => setDays(event.target.value.trim())}
        />
      </label>
      {isGood && count > DAYS_ALONE && <p className={styles.second}>{text.secondPerson}</p>}
      <ActionButton
        action="subscriptions.give"
        input={{ member_ids: [id], plan_id: plan, days: count }}
        words={text.giveDays(isGood ? count : 0)}
        disabled={!isGood}
      />
    </fieldset>
  );
}

function GiveFilm({ member: { member_id: id, films, rentals } }: { member: Member }) {
  const held = new Set(rentals.map(({ film_id: film }) => film));
  const choices = films.filter(({ film_id: film }) => !held.has(film));
  const [chosen, setChosen] = useState(0);
  const film = choices.find(({ film_id: one }) => one === chosen) ?? choices[0];
  if (!film) return null;
  return (
    <fieldset className={styles.give}>
      <legend>{text.giveFilm}</legend>
      <label>
        {text.film}
        <select value={film.film_id} onChange={(event) => setChosen(Number(event.target.value))}>
          {choices.map(({ film_id: value, title }) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <ActionButton action="rentals.give" input={{ member_id: id, film_id: film.film_id }} words={text.giveThisFilm} />
    </fieldset>
  );
}

/** What the caller may do for a member. */
export function MemberActs({ member }: { member: Member }) {
  const session = useRouteLoaderData<Session>('desk');
  const { member_id: id, state } = member;
  if (state === 'erased') return null;
  const may = (action: string): boolean => session?.actions.includes(action) ?? false;
  const input = { member_id: id };
  const isUnverified = member.email_verified_ts === null;
  const hasAny = ['subscriptions.give', 'members.resend-verification', 'members.erase', 'members.export'].some(may);
  return (
    <Panel title={text.acts}>
      {!hasAny && <p className={styles.empty}>{text.noActs}</p>}
      {may('subscriptions.give') && <GiveDays member={member} />}
      {may('rentals.give') && <GiveFilm member={member} />}
      <div className={styles.acts}>
        {isUnverified && (
          <ActionButton action="members.resend-verification" input={input} words={text.verifyAgain} tone="outline" />
        )}
        {member.profile?.state === 'stopped' && (
          <ActionButton action="subscriptions.resume" input={input} words={text.resume} tone="outline" />
        )}
        {member.profile?.state === 'stopping' && (
          <ActionButton action="subscriptions.confirm-stop" input={input} words={text.confirmStop} tone="outline" />
        )}
        <ActionButton action="members.export" input={input} words={text.export} tone="outline" />
        {may('members.export') && (
          <a href={`/api/staff/members/${id}/export`} download>
            {text.fetchExport}
          </a>
        )}
        {state === 'active' && <ActionButton action="members.erase" input={input} words={text.erase} tone="danger" />}
      </div>
    </Panel>
  );
}
