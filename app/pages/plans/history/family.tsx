import { EmailField } from '#app/forms/email-field.tsx';
import { AccountForm, DoneLine, useAccountForm, useTakenAway } from '#app/pages/account/account-form.tsx';
import account from '#app/pages/account/account.module.css';
import { moneyPaths } from '#app/money-paths.ts';
import { paths } from '#app/paths.ts';
import { familiesText as text } from '#app/text/zh-hk/families.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { FAMILY_FORM } from '#domain/families/families.rules.ts';
import type { loader } from './history.server.ts';

type Family = Awaited<ReturnType<typeof loader>>['family'];
type Row = Family['people'][number];

const memberName = ({ name }: Row): string => name || text.unnamed;

/** An invitation whose link was opened. */
function Opened({ family: { opened, hasOwnPlan } }: { family: Family & { opened: NonNullable<Family['opened']> } }) {
  const { reply } = useAccountForm('family-join', opened.code);
  if (reply?.isDone)
    return (
      <div className={`${account.boxed} ${account.spaced}`} role="status">
        <p>{text.opened.joined}</p>
        <p>
          <ButtonLink href={paths.archives()}>{text.opened.listen}</ButtonLink>
        </p>
      </div>
    );
  if (opened.state !== 'waiting') return <p className={account.note}>{text.opened[opened.state]}</p>;
  return (
    <div className={`${account.boxed} ${account.spaced}`}>
      <b>{text.opened.title}</b>
      <p>{text.opened.words(opened.payerEmail ?? '')}</p>
      {hasOwnPlan && <OwnPlan />}
      <AccountForm intent="family-join" thing={opened.code} submit={text.opened.join} />
    </div>
  );
}

/** Joining stops no payment. */
function OwnPlan() {
  return (
    <p>
      {text.member.own}{' '}
      <a className={account.quiet} href={moneyPaths.stopRecurring()}>
        {text.member.stop}
      </a>
    </p>
  );
}

function People({ people, onRemoved }: { people: readonly Row[]; onRemoved?: () => void }) {
  return (
    <ul className={account.rows} aria-label={text.people}>
      {people.map((person) => (
        <li key={person.id} className={account.item}>
          <div>
            <b>{memberName(person)}</b>
            <p className={account.meta}>
              {person.isSelf && <span>{text.you}</span>}
              {person.isPayer ? <span>{text.payer}</span> : <span>{text.joined(person.joinedAtMs)}</span>}
            </p>
          </div>
          {onRemoved && !person.isPayer && (
            <AccountForm
              intent="family-remove"
              thing={String(person.id)}
              tone="outline"
              submit={text.remove}
              label={text.removeOf(memberName(person))}
              onDone={onRemoved}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

function Invitations({
  invitations,
  isRunning,
  onWithdrawn,
}: Pick<Family, 'invitations' | 'isRunning'> & { onWithdrawn: () => void }) {
  return (
    <ul className={account.rows} aria-label={text.waiting}>
      {invitations.map(({ id, email, isLapsed, expiresAtMs }) => (
        <li key={id} className={account.item}>
          <div>
            <b>{email}</b>
            <p className={account.meta}>
              <span>{isLapsed ? text.lapsed : text.waiting}</span>
              {!isLapsed && <span>{text.invited(expiresAtMs)}</span>}
            </p>
          </div>
          <div className={account.presses}>
            {isRunning && (
              <AccountForm
                intent="family-again"
                thing={String(id)}
                tone="outline"
                submit={text.invite.again}
                label={text.invite.againTo(email)}
              />
            )}
            <AccountForm
              intent="family-withdraw"
              thing={String(id)}
              tone="outline"
              submit={text.invite.withdraw}
              label={text.invite.withdrawOf(email)}
              onDone={onWithdrawn}
            />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Invites another person, or says why none can be invited now. */
function Invite({ family: { isVerified, free, freeFromMs, isFull } }: { family: Family }) {
  const { reply } = useAccountForm('family-invite');
  if (!isVerified)
    return (
      <p>
        {text.invite.unverified}{' '}
        <a className={account.quiet} href={paths.userInfo()}>
          {text.invite.verify}
        </a>
      </p>
    );
  return (
    <>
      <DoneLine isDone={reply?.isDone} words={text.invite.done} />
      {free > 0 ? (
        <AccountForm intent="family-invite" rules={FAMILY_FORM} submit={text.invite.submit}>
          {(state) => <EmailField state={state} label={text.invite.label} hint={text.invite.hint} />}
        </AccountForm>
      ) : (
        <p>{isFull ? text.full : freeFromMs === null ? text.allInvited : text.changesUsed(freeFromMs)}</p>
      )}
    </>
  );
}

function OfPayer({ family }: { family: Family }) {
  const removed = useTakenAway('family-remove');
  const withdrawn = useTakenAway('family-withdraw');
  const { people, invitations, isRunning, maxDevices } = family;
  return (
    <>
      <p>{isRunning ? text.lead(maxDevices) : text.ended}</p>
      <DoneLine isDone={removed.isTaken} words={text.removed} />
      <DoneLine isDone={withdrawn.isTaken} words={text.invite.withdrawn} />
      {people.length + invitations.length === 0 && <p>{text.none}</p>}
      {people.length > 0 && <People people={people} onRemoved={removed.take} />}
      {invitations.length > 0 && (
        <Invitations invitations={invitations} isRunning={isRunning} onWithdrawn={withdrawn.take} />
      )}
      {isRunning && <Invite family={family} />}
    </>
  );
}

function OfMember({ family: { people, isRunning, hasOwnPlan }, onLeft }: { family: Family; onLeft: () => void }) {
  const payer = people.find(({ isPayer }) => isPayer);
  const name = payer ? memberName(payer) : text.unnamed;
  return (
    <>
      <p>{isRunning ? text.member.words(name) : text.member.lapsed(name)}</p>
      {hasOwnPlan && <OwnPlan />}
      <People people={people} />
      <AccountForm intent="family-leave" tone="outline" submit={text.member.leave} onDone={onLeft} />
    </>
  );
}

/** The family plan, for its payer, its members and those invited. Others see nothing. */
export function FamilyPart({ family }: { family: Family }) {
  const left = useTakenAway('family-leave');
  const { role, opened } = family;
  if (role === null && opened === null && !left.isTaken) return null;
  return (
    <section className={account.section} id="family">
      <SectionHeading>{text.title}</SectionHeading>
      <div className={account.spaced}>
        {opened && <Opened family={{ ...family, opened }} />}
        <DoneLine isDone={left.isTaken} words={text.member.left} />
        {role === 'payer' && <OfPayer family={family} />}
        {role === 'member' && <OfMember family={family} onLeft={left.take} />}
      </div>
    </section>
  );
}
