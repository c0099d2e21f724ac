import { useState } from 'react';
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { invitationsText } from '#app/text/zh-hk/desk-invitations.ts';
import { MAX_REASON_CHARS, MAX_SEATS } from '#domain/invitations/invitations.rules.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { call } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { AuditLines } from '../events/audit-lines.tsx';
import { Panel, RoomHead } from '../frame/panel.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import { FilterForm, type FilterField } from '../lists/filter-form.tsx';
import { filterOf } from '../lists/filter-of.ts';
import { DoublesList } from './doubles-list.tsx';
import { takenOf, type OpenGuestEvent } from './guest-event-types.ts';
import { ImportPanel } from './import-panel.tsx';
import archive from '../archive/archive.module.css';
import styles from '../money/money.module.css';
import events from '../events/events.module.css';

const { page: text, list } = invitationsText;
const FILTERS = ['state', 'after_id'] as const;
const FIELDS: readonly FilterField[] = [
  { name: 'state', label: text.state, kind: 'choice', choices: Object.entries(invitationsText.states) },
];
const SEATS = Array.from({ length: MAX_SEATS }, (_, i) => i + 1);

export function loadGuestEvent({ params, request }: LoaderFunctionArgs) {
  const filter = filterOf(request.url, FILTERS);
  const path = `/api/staff/guest-events/${Number(params['eventId'])}?${new URLSearchParams(filter)}`;
  return call<OpenGuestEvent>(path, undefined, request.signal).then((event) => ({ ...event, filter }));
}

function InviteForm({ eventId }: { eventId: number }) {
  const [fields, setFields] = useState({ name: '', email: '', seats: '2' });
  const field = (of: keyof typeof fields) => ({
    value: fields[of],
    onChange: ({ target }: { target: { value: string } }) => setFields({ ...fields, [of]: target.value }),
  });
  const isRight = fields.name.trim() !== '' && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(fields.email.trim());
  return (
    <Panel title={text.invite}>
      <div className={styles.panelForm}>
        <label>
          {text.givenName}
          <input maxLength={60} {...field('name')} />
        </label>
        <label>
          {text.email}
          <input type="email" maxLength={200} {...field('email')} />
        </label>
        <label>
          {text.maxSeats}
          <select {...field('seats')}>
            {SEATS.map((seats) => (
              <option key={seats}>{seats}</option>
            ))}
          </select>
        </label>
        <ActionButton
          action="invitations.create"
          input={{
            event_id: eventId,
            given_name: fields.name.trim(),
            email: fields.email.trim(),
            seats: Number(fields.seats),
          }}
          words={text.send}
          disabled={!isRight}
          onDone={() => setFields({ name: '', email: '', seats: '2' })}
        />
      </div>
    </Panel>
  );
}

function CancelForm({ eventId }: { eventId: number }) {
  const [words, setWords] = useState('');
  return (
    <Panel title={text.cancel}>
      <div className={styles.panelForm}>
        <label className={styles.wide}>
          {text.cancelWords}
          <input value={words} maxLength={MAX_REASON_CHARS} onChange={({ target }) => setWords(target.value)} />
        </label>
        <ActionButton
          action="invitations.cancel-event"
          input={{ event_id: eventId, words: words.trim() }}
          words={text.cancel}
          tone="danger"
          disabled={words.trim() === ''}
        />
        <p className={styles.small}>{text.cancelNote}</p>
      </div>
    </Panel>
  );
}

/** One event: its invitations, a new one, and its cancellation. */
export function GuestEventPage() {
  const event = useLoaderData<typeof loadGuestEvent>();
  const { event_id: id, items, waiting, next_after_id: next, phase, filter } = event;
  usePageTitle(event.title);
  return (
    <>
      <RoomHead title={event.title} note={invitationsText.phases[phase]}>
        <p className={events.links}>
          <Link to={deskPaths.invitations()}>{text.back}</Link>
          <Link to={deskPaths.guestDoor(id)}>{text.door}</Link>
          {phase !== 'cancelled' && <Link to={deskPaths.editGuestEvent(id)}>{text.edit}</Link>}
        </p>
      </RoomHead>
      <div className={styles.columns}>
        <div>
          <FilterForm label={text.filter} fields={FIELDS} filter={filter} />
          <Panel title={text.guests}>
            {items.length === 0 ? (
              <p className={styles.empty}>{text.empty}</p>
            ) : (
              <table className={styles.table}>
                <thead>
                  <tr>
                    <th scope="col">{text.name}</th>
                    <th scope="col">{text.state}</th>
                    <th scope="col">{list.seats}</th>
                    <th scope="col">{text.with}</th>
                    <th scope="col">{text.help}</th>
                    <th scope="col">{text.food}</th>
                  </tr>
                </thead>
                <tbody>
                  {items.map((one) => (
                    <tr key={one.invitation_id}>
                      <th scope="row" data-label={text.name}>
                        {one.given_name}
                      </th>
                      <td data-label={text.state}>
                        <span>
                          {invitationsText.states[one.state]}
                          {one.offer_ends_ts !== null && (
                            <span className={styles.small}> {text.until(one.offer_ends_ts)}</span>
                          )}
                        </span>
                      </td>
                      <td data-label={list.seats}>{text.seatsOf(one.seats, one.max_seats)}</td>
                      <td data-label={text.with}>{one.guests.join('、') || '—'}</td>
                      <td data-label={text.help}>{one.help === 'none' ? '—' : invitationsText.helps[one.help]}</td>
                      <td data-label={text.food}>{one.food ?? '—'}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
            {next !== null && (
              <p className={styles.more}>
                <Link to={deskPaths.guestEvent(id, { ...filter, after_id: String(next) })}>{text.more}</Link>
              </p>
            )}
          </Panel>
          {event.doubles.length > 0 && (
            <Panel title={invitationsText.door.doubles}>
              <DoublesList doubles={event.doubles} />
            </Panel>
          )}
          <Panel title={text.waiting} aside={<span>{text.waitingNote}</span>}>
            {waiting.length === 0 && <p className={styles.empty}>{text.noWaiting}</p>}
            <ol className={archive.list}>
              {waiting.map((one) => (
                <li key={one.invitation_id}>
                  <span>{one.given_name}</span>
                  <span className={archive.quiet}>{text.waitingSeats(one.seats, one.since_ts)}</span>
                </li>
              ))}
            </ol>
          </Panel>
        </div>
        <div>
          <Panel title={text.about}>
            <dl className={styles.facts}>
              <dt>{text.venue}</dt>
              <dd>{event.venue}</dd>
              <dt>{text.doors}</dt>
              <dd>{invitationsText.at(event.doors_ts)}</dd>
              <dt>{list.when}</dt>
              <dd>{`${invitationsText.at(event.starts_ts)} – ${invitationsText.at(event.ends_ts)}`}</dd>
              <dt>{list.replyBy}</dt>
              <dd>{invitationsText.at(event.reply_by_ts)}</dd>
              <dt>{list.seats}</dt>
              <dd>{list.taken(takenOf(event), event.seats)}</dd>
              {event.cancelled_why !== null && <dt>{text.cancelledWhy}</dt>}
              {event.cancelled_why !== null && <dd>{event.cancelled_why}</dd>}
            </dl>
          </Panel>
          {(phase === 'open' || phase === 'over') && (
            <>
              <InviteForm eventId={id} />
              {phase === 'open' && <ImportPanel eventId={id} />}
              <CancelForm eventId={id} />
            </>
          )}
          <AuditLines title={text.audit} empty={text.noAudit} lines={event.audit} />
        </div>
      </div>
    </>
  );
}
