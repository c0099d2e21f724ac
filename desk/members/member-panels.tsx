import { Link } from 'react-router';
import { deskMembersText as text } from '#app/text/zh-hk/desk-members.ts';
import { exactHk } from '#shared/money.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { Panel } from '../frame/panel.tsx';
import type { Member, Order } from './member.types.ts';
import { deskPaths } from '../desk-paths.ts';
import { dayOf, momentOf } from './moment.ts';
import styles from './member-page.module.css';

const whenOf = ({ state, starts_ts: starts, ends_ts: ends }: Member['times'][number]): string =>
  state === 'pending'
    ? text.from(dayOf(starts))
    : state === 'running'
      ? text.until(dayOf(ends))
      : text.over(dayOf(ends));

function renewalOf({
  state,
  renews_on: day,
  grace_until_ts: grace,
  is_card_expiring: expires,
}: NonNullable<Member['profile']>) {
  return [
    text.profileState[state] ?? state,
    day !== null && state === 'active' ? text.renewsOn(day) : '',
    grace === null ? '' : text.grace(momentOf(grace)),
    expires ? text.cardExpiring : '',
  ]
    .filter(Boolean)
    .join('，');
}

/** Plans, rentals and tickets. */
export function MemberHolds({ member: { member_id: memberId, times, profile, rentals, tickets } }: { member: Member }) {
  const rows: [what: string, until: string, filmId?: number][] = [
    ...times.map((time): [string, string] => [time.name, whenOf(time)]),
    ...(profile ? [[text.renews(profile.name), renewalOf(profile)] satisfies [string, string]] : []),
    ...rentals.map(({ film_id: film, title, ends_ts: ends }): [string, string, number] => [
      title,
      text.until(momentOf(ends)),
      film,
    ]),
    ...tickets.map(({ event_id: event, entered_ts: entered }): [string, string] => [
      text.ticket(event),
      entered === null ? text.notEntered : text.entered,
    ]),
  ];
  return (
    <Panel title={text.holds}>
      {rows.length === 0 && <p className={styles.empty}>{text.holdsNothing}</p>}
      <ul className={styles.list}>
        {rows.map(([what, until, film], i) => (
          <li key={i}>
            <span>{what}</span>
            <b>{until}</b>
            {film !== undefined && (
              <ActionButton
                action="rentals.end"
                input={{ member_id: memberId, film_id: film }}
                words={text.endFilm}
                size="small"
                tone="outline"
              />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The people of a family plan; nothing for a member who is in none. */
export function MemberFamily({ member: { member_id: id, family } }: { member: Member }) {
  if (family === null) return null;
  const isPayer = family.payer_id === id;
  return (
    <Panel
      title={text.family}
      aside={
        <ActionButton
          action="members.leave-family"
          input={{ member_id: id }}
          words={isPayer ? text.endFamily : text.leaveFamily}
          size="small"
          tone="outline"
        />
      }
    >
      <ul className={styles.list}>
        {family.people.map(({ member_id: person, name, joined_ts: joined }) => (
          <li key={person}>
            <span>
              {person === id ? text.thisMember(name) : <Link to={deskPaths.member(person)}>{name || person}</Link>}
            </span>
            <b>{person === family.payer_id ? text.familyPayer : text.from(dayOf(joined))}</b>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Browsers that are logged in, and devices that play paid content. */
export function MemberDevices({ member }: { member: Member }) {
  const { member_id: id, sessions, devices, playing, device_list_locked_until_ts: lockedUntil } = member;
  return (
    <Panel
      title={text.devices}
      aside={
        <>
          <ActionButton
            action="members.end-devices"
            input={{ member_id: id }}
            words={text.endDevices}
            size="small"
            tone="outline"
          />
          {sessions.length > 0 && (
            <ActionButton
              action="members.end-sessions"
              input={{ member_id: id }}
              words={text.endSessions}
              size="small"
              tone="outline"
            />
          )}
        </>
      }
    >
      {sessions.length + devices.length === 0 && <p className={styles.empty}>{text.noDevices}</p>}
      {lockedUntil !== null && <p className={styles.hint}>{text.devicesLocked(momentOf(lockedUntil))}</p>}
      <ul className={styles.devices}>
        {playing.map(({ device, stream, began_ts: began, is_paused: isPaused }, i) => (
          <li key={`playing-${i}`}>
            <b>{device || text.unknownDevice}</b>
            <span>{text.plays(stream, momentOf(began), isPaused)}</span>
          </li>
        ))}
        {sessions.map(({ device, began_ts: began, seen_ts: seen }, i) => (
          <li key={`session-${i}`}>
            <b>{device || text.unknownDevice}</b>
            <span>{text.session(momentOf(began), momentOf(seen))}</span>
          </li>
        ))}
        {devices.map(({ name, used_ts: used }, i) => (
          <li key={`device-${i}`}>
            <b>{name || text.unknownDevice}</b>
            <span>{text.device(momentOf(used))}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const TONES: Record<string, string> = {
  paid: 'good',
  open: 'warn',
  review: 'bad',
  refunded: 'info',
  part_refunded: 'info',
};

/** Orders, newest first; a table that becomes a list on a phone. */
export function MemberOrders({ orders }: { orders: Order[] }) {
  const { columns } = text;
  return (
    <Panel title={text.orders}>
      {orders.length === 0 ? (
        <p className={styles.empty}>{text.noOrders}</p>
      ) : (
        <table className={styles.orders}>
          <thead>
            <tr>
              <th scope="col">{columns.item}</th>
              <th scope="col">{columns.date}</th>
              <th scope="col">{columns.method}</th>
              <th scope="col">{columns.amount}</th>
              <th scope="col">{columns.state}</th>
              <th scope="col">{columns.receipt}</th>
            </tr>
          </thead>
          <tbody>
            {orders.map((order) => (
              <tr key={order.order_id}>
                <th scope="row">
                  {order.items.join('、')} <small>{text.order(order.order_id)}</small>
                </th>
                <td data-label={columns.date}>{momentOf(order.created_ts)}</td>
                <td data-label={columns.method}>
                  {order.method === null ? text.noMethod : (text.method[order.method] ?? order.method)}
                </td>
                <td data-label={columns.amount}>{exactHk(order.total_cents)}</td>
                <td data-label={columns.state}>
                  <span className={styles.badge} data-tone={TONES[order.state]}>
                    {text.orderState[order.state] ?? order.state}
                  </span>
                </td>
                <td data-label={columns.receipt}>
                  {order.receipts.map((receipt) => (
                    <ActionButton
                      key={receipt}
                      action="receipts.resend"
                      input={{ number: receipt }}
                      words={text.resend(receipt)}
                      size="small"
                      tone="quiet"
                    />
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}
