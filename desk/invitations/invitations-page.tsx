import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { invitationsText } from '#app/text/zh-hk/desk-invitations.ts';
import { buttonClasses } from '#app/ui/button-classes.ts';
import { call } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { Panel, RoomHead } from '../frame/panel.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import { takenOf, type GuestEvent } from './guest-event-types.ts';
import styles from '../money/money.module.css';

const { list: text } = invitationsText;

export const loadInvitations = ({ request }: LoaderFunctionArgs) =>
  call<{ items: GuestEvent[] }>('/api/staff/guest-events', undefined, request.signal);

/** Events that people are invited to, with their replies. */
export function InvitationsPage() {
  const { items } = useLoaderData<typeof loadInvitations>();
  usePageTitle(invitationsText.title);
  return (
    <>
      <RoomHead title={invitationsText.title}>
        <Link to={deskPaths.newGuestEvent()} className={buttonClasses({})}>
          {invitationsText.add}
        </Link>
      </RoomHead>
      <Panel title={invitationsText.title}>
        {items.length === 0 ? (
          <p className={styles.empty}>{text.empty}</p>
        ) : (
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{text.event}</th>
                <th scope="col">{text.when}</th>
                <th scope="col">{text.replyBy}</th>
                <th scope="col">{text.seats}</th>
                <th scope="col">{text.replies}</th>
              </tr>
            </thead>
            <tbody>
              {items.map((event) => (
                <tr key={event.event_id}>
                  <th scope="row" data-label={text.event}>
                    <span>
                      <Link to={deskPaths.guestEvent(event.event_id)}>{event.title}</Link>{' '}
                      <span className={styles.small}>{event.venue}</span>
                    </span>
                  </th>
                  <td data-label={text.when}>{invitationsText.at(event.starts_ts)}</td>
                  <td data-label={text.replyBy}>
                    <span>
                      {invitationsText.at(event.reply_by_ts)}{' '}
                      <span className={styles.state} data-tone={event.phase === 'cancelled' ? 'bad' : undefined}>
                        {invitationsText.phases[event.phase]}
                      </span>
                    </span>
                  </td>
                  <td data-label={text.seats}>{text.taken(takenOf(event), event.seats)}</td>
                  <td data-label={text.replies}>
                    {event.replies
                      .map(({ state, invitations }) => `${invitationsText.states[state]} ${invitations}`)
                      .join('、') || '—'}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Panel>
    </>
  );
}
