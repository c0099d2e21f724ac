import { useState } from 'react';
import { useOutletContext } from 'react-router';
import { eventsText } from '#app/text/zh-hk/desk-events.ts';
import { exactHk } from '#shared/money.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { Panel } from '../frame/panel.tsx';
import { deskOnAirText as onAir } from '#app/text/zh-hk/desk-on-air.ts';
import { CaptionerList } from '../on-air/captioner-list.tsx';
import type { Captioner } from '../on-air/on-air.types.ts';
import { TokenForm } from '../on-air/token-form.tsx';
import type { Session } from '../session.ts';
import type { OpenEvent } from './event-types.ts';
import styles from '../money/money.module.css';

const { page: text } = eventsText;

interface Props {
  event: OpenEvent;
}

/** Times, price and sale. */
export function AboutPanel({ event: { fields, sale, ended_ts: ended } }: Props) {
  const { early_price_cents: early, early_until_ts: until, replay_until_ts: replay } = fields;
  return (
    <Panel title={text.about}>
      <dl className={styles.facts}>
        <dt>{text.doors}</dt>
        <dd>{eventsText.at(fields.doors_ts)}</dd>
        <dt>{text.starts}</dt>
        <dd>{eventsText.at(fields.starts_ts)}</dd>
        <dt>{ended === null ? text.endsPlanned : text.ends}</dt>
        <dd>{eventsText.at(ended ?? fields.ends_ts)}</dd>
        <dt>{text.replay}</dt>
        <dd>{replay === null ? text.noReplay : eventsText.at(replay)}</dd>
        <dt>{text.sale}</dt>
        <dd>
          {`${text.sales[sale]}　${eventsText.at(fields.sells_from_ts)} – ${eventsText.at(fields.sells_until_ts)}`}
        </dd>
        <dt>{text.price}</dt>
        <dd>
          {exactHk(fields.price_cents)}
          {early !== null && until !== null && <br />}
          {early !== null && until !== null && text.early(exactHk(early), until)}
        </dd>
      </dl>
    </Panel>
  );
}

/** Use of the quota, valid tickets, and giving one. */
export function TicketsPanel({ event: { event_id: id, tickets } }: Props) {
  const { actions } = useOutletContext<Session>();
  const [member, setMember] = useState('');
  const memberId = /^[1-9]\d{0,8}$/.test(member.trim()) ? Number(member) : null;
  const facts: [string, number][] = [
    [text.total, tickets.total],
    [text.sold, tickets.sold],
    [text.held, tickets.held],
    [text.left, tickets.total - tickets.sold - tickets.held],
    [text.byOrder, tickets.by_order],
    [text.byCode, tickets.by_code],
    [text.byHand, tickets.by_hand],
  ];
  return (
    <Panel title={text.tickets}>
      <dl className={styles.facts}>
        {facts.map(([name, count]) => [<dt key={name}>{name}</dt>, <dd key={`${name}-count`}>{count}</dd>])}
      </dl>
      {actions.includes('events.give-ticket') && (
        <div className={styles.panelForm}>
          <label>
            {text.member}
            <input
              value={member}
              inputMode="numeric"
              maxLength={9}
              onChange={({ target }) => setMember(target.value)}
            />
          </label>
          <ActionButton
            action="events.give-ticket"
            input={{ event_id: id, member_id: memberId ?? 0 }}
            words={text.give}
            tone="outline"
            disabled={memberId === null}
            onDone={() => setMember('')}
          />
        </div>
      )}
    </Panel>
  );
}

/** The stream and the encoders that may push to it. */
export function StreamPanel({
  event: { stream_id: stream, encoders },
  captioners,
}: Props & { captioners: readonly Captioner[] | null }) {
  return (
    <Panel title={text.stream} aside={<span>{`${text.streamId} ${stream}`}</span>}>
      {encoders.length === 0 && <p className={styles.empty}>{text.noEncoder}</p>}
      <ul className={styles.list}>
        {encoders.map(({ name, is_active: isActive, placed_ts: placed }) => (
          <li key={name}>
            <b>{name}</b>
            <span className={styles.state} data-tone={isActive && placed !== null ? 'good' : 'wait'}>
              {isActive ? (placed === null ? text.notPushed : text.pushed(placed)) : text.withdrawn}
            </span>
            {isActive && (
              <ActionButton
                action="encoders.withdraw"
                input={{ name }}
                words={text.withdrawToken(name)}
                size="small"
                tone="outline"
              />
            )}
          </li>
        ))}
      </ul>
      <TokenForm
        action="encoders.register"
        input={{ stream_id: stream }}
        label={onAir.encoderName}
        words={onAir.issue}
      />
      {captioners !== null && (
        <CaptionerList streamId={stream} captioners={captioners.filter((one) => one.stream_id === stream)} />
      )}
    </Panel>
  );
}
