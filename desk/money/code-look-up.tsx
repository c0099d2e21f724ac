import { useState, type SubmitEvent } from 'react';
import { Link, useRouteLoaderData } from 'react-router';
import { codesText } from '#app/text/zh-hk/desk-codes.ts';
import { moneyText } from '#app/text/zh-hk/desk-money.ts';
import { Button } from '#app/ui/button.tsx';
import { dateTimeHk } from '#shared/hk-time.ts';
import { faultText } from '../actions/fault-text.ts';
import { call } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { pressed } from '../entry/log-in-again.ts';
import { formText } from '../form-text.ts';
import { Panel } from '../frame/panel.tsx';
import type { Session } from '../session.ts';
import { spanText, worthText, type CodeTerms } from './code-text.ts';
import styles from './money.module.css';

const text = codesText.lookUp;

interface FoundCode extends CodeTerms {
  code: string;
  batch_id: number;
  kind: string;
  name: string;
  standing: keyof typeof text.standings;
  used: number;
  max_uses: number;
  owner_id: number | null;
  bought_by_order_id: number | null;
  uses: { member_id: number | null; order_id: number | null; state: string; at_ts: number }[];
}

const TONE: Partial<Record<FoundCode['standing'], string>> = { free: 'good', waiting: 'wait', held: 'wait' };

function MemberLink({ id }: { id: number }) {
  const session = useRouteLoaderData<Session>('desk');
  const words = moneyText.member(id);
  return session?.permissions.includes('members.see') ? <Link to={deskPaths.member(id)}>{words}</Link> : words;
}

function OrderLink({ id }: { id: number }) {
  const session = useRouteLoaderData<Session>('desk');
  const words = moneyText.order(id);
  return session?.permissions.includes('money.see') ? <Link to={deskPaths.order(id)}>{words}</Link> : words;
}

/** Who used it, and when. */
function Use({ use }: { use: FoundCode['uses'][number] }) {
  const { member_id: member, order_id: order, state, at_ts: at } = use;
  return (
    <li>
      <span>
        {member === null ? text.unknownUser : <MemberLink id={member} />}　
        {order === null ? text.redeemed : <OrderLink id={order} />}
      </span>
      <span>{`${text.useStates[state] ?? state}　${dateTimeHk(new Date(at * 1000))}`}</span>
    </li>
  );
}

function FoundPanel({ found }: { found: FoundCode }) {
  const { code, batch_id: batch, standing, used, max_uses: most, owner_id: owner, uses } = found;
  const bought = found.bought_by_order_id;
  return (
    <>
      <dl className={styles.facts}>
        <dt>{text.code}</dt>
        <dd>
          <code>{code}</code>
        </dd>
        <dt>{codesText.state}</dt>
        <dd>
          <span className={styles.state} data-tone={TONE[standing] ?? 'bad'}>
            {text.standings[standing]}
          </span>
          {'　'}
          {codesText.usedOf(used, most)}
        </dd>
        <dt>{codesText.batches}</dt>
        <dd>{`${found.name}　#${batch}　${codesText.kinds[found.kind] ?? found.kind}`}</dd>
        <dt>{codesText.worth}</dt>
        <dd>{worthText(found)}</dd>
        <dt>{codesText.span}</dt>
        <dd>{spanText(found)}</dd>
        {owner !== null && (
          <>
            <dt>{text.owner}</dt>
            <dd>
              <MemberLink id={owner} />
            </dd>
          </>
        )}
        {bought !== null && (
          <>
            <dt>{text.bought}</dt>
            <dd>
              <OrderLink id={bought} />
            </dd>
          </>
        )}
      </dl>
      {uses.length > 0 && (
        <ul className={styles.list} aria-label={text.uses}>
          {uses.map((use, i) => (
            <Use key={i} use={use} />
          ))}
        </ul>
      )}
    </>
  );
}

/** What became of one code. It is not in the address, which others see. */
export function CodeLookUp() {
  const [result, setResult] = useState<{ asked: string; found: FoundCode | null } | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const find = async (asked: string) => {
    setBusy(true);
    setFault(null);
    setResult(null);
    try {
      const send = () => call<{ found: FoundCode | null }>('/api/staff/money/codes/look-up', { code: asked });
      setResult({ asked, ...(await pressed(send)) });
    } catch (error) {
      setFault(faultText(error));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const asked = formText(event.currentTarget, 'code');
    if (asked !== '' && !isBusy) void find(asked);
  };
  return (
    <Panel title={text.title}>
      <form role="search" className={styles.panelForm} aria-label={text.title} onSubmit={submit}>
        <label>
          {text.code}
          <input
            name="code"
            required
            maxLength={60}
            placeholder={text.hint}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
        </label>
        <Button type="submit" aria-busy={isBusy}>
          {text.find}
        </Button>
      </form>
      <p role="alert" className={`${styles.fault} ${styles.words}`}>
        {fault}
      </p>
      <div role="status">
        {result !== null && result.found === null && <p className={styles.words}>{text.none(result.asked)}</p>}
        {result?.found && <FoundPanel found={result.found} />}
      </div>
    </Panel>
  );
}
