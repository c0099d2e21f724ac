import { useActionData, useLoaderData, type MetaFunction } from 'react-router';
import { ChoiceField } from '#app/forms/choice-fields.tsx';
import { FormField } from '#app/forms/form-field.tsx';
import { Form } from '#app/forms/form.tsx';
import type { FormReply } from '#app/forms/form.types.ts';
import { paths } from '#app/paths.ts';
import { faultWords, problemWords } from '#app/text/zh-hk/forms.ts';
import { invitationText as text } from '#app/text/zh-hk/invitations.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { walletTicketText as ticketText } from '#app/text/zh-hk/wallet-ticket.ts';
import { WalletTicket } from '#app/components/ticket/wallet-ticket.tsx';
import { Icon } from '#app/ui/icon.tsx';
import type { FieldFault } from '#domain/forms/fields.rules.ts';
import { HELP_CHOICES, namesOf, REPLY_FORM } from '#domain/invitations/invitations.rules.ts';
import type { loader } from './reply.server.ts';
import styles from './reply.module.css';

export { action, headers, loader } from './reply.server.ts';

/** Its URL appears nowhere: the link identifies the invited person. */
export const meta: MetaFunction<typeof loader> = () => [
  { title: text.meta },
  { name: 'description', content: text.description },
  { name: 'robots', content: 'noindex, nofollow' },
  { name: 'referrer', content: 'same-origin' },
];

type Invitation = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['invitation']>;

/** Their reply, if any. */
function State({ invitation }: { invitation: Invitation }) {
  const { state, seats, position, offerEndsAtMs } = invitation;
  if (state === 'open') return null;
  const said =
    state === 'yes'
      ? text.state.yes(seats)
      : state === 'waiting'
        ? text.state.waiting(position ?? 1)
        : state === 'offered'
          ? text.state.offered(text.until(offerEndsAtMs ?? 0))
          : text.state[state];
  return (
    <div className={styles.state} role="status" data-state={state}>
      <h2>
        {state === 'yes' && <Icon name="check" />}
        {said.title}
      </h2>
      <p>{said.words}</p>
    </div>
  );
}

function Ticket({
  ticket: { code, qr },
  invitation: { seats, event },
}: {
  ticket: NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['ticket']>;
  invitation: Invitation;
}) {
  return (
    <WalletTicket
      kind={text.ticket.kind}
      title={<h2>{event.title}</h2>}
      facts={[
        [ticketText.day, timeText.fullDate(event.day)],
        [ticketText.time, text.times(event.doors, event.starts)],
        [ticketText.venue, event.venue],
        [ticketText.seats, ticketText.seatsOf(seats)],
      ]}
      qr={qr}
      qrName={text.ticket.qr}
    >
      <p>{text.ticket.words}</p>
      <p>
        {text.ticket.code}
        <code translate="no">{code}</code>
      </p>
    </WalletTicket>
  );
}

function Answer({ invitation }: { invitation: Invitation }) {
  const reply = useActionData<FormReply>();
  const { state, seats, maxSeats, guests, food, help, event } = invitation;
  const friends = namesOf(reply?.values['guests'] ?? '').length;
  const replyFaultText = (fault: FieldFault): string => {
    if (fault.field === 'guests' && friends >= maxSeats) return text.tooManyFriends(maxSeats - 1);
    return fault.field === 'seats' && friends > 0 ? text.tooFewSeats(friends) : faultWords(fault);
  };
  const form = (
    <Form
      id="answer"
      look="wide"
      tone="cta"
      rules={REPLY_FORM}
      reply={reply}
      labels={text.labels}
      faultText={replyFaultText}
      values={{
        answer: state === 'no' ? 'no' : 'yes',
        seats: String(Math.max(1, seats)),
        guests: guests.join('\n'),
        food: food ?? '',
        help,
      }}
      submit={text.send}
      sending={text.sending}
      problemWords={({ problem, retryAfterSeconds }) =>
        problem && (text.problems[problem] ?? problemWords(problem, retryAfterSeconds))
      }
    >
      {(fields) => (
        <>
          <ChoiceField
            name="answer"
            state={fields}
            label={text.question}
            choices={[
              ['yes', text.yes],
              ['no', text.no],
            ]}
          />
          <FormField state={fields} name="seats" label={text.seats(maxSeats)}>
            {Array.from({ length: maxSeats }, (_, i) => i + 1).map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </FormField>
          {maxSeats > 1 && (
            <FormField state={fields} name="guests" rows={maxSeats - 1} label={text.guests} hint={text.guestsHint} />
          )}
          <FormField state={fields} name="food" label={text.food} hint={text.foodHint} />
          <FormField state={fields} name="help" label={text.help}>
            {HELP_CHOICES.map((kind) => (
              <option key={kind} value={kind}>
                {text.helps[kind]}
              </option>
            ))}
          </FormField>
          <p className={styles.quiet}>{text.canChange(event.replyByMs)}</p>
        </>
      )}
    </Form>
  );
  // Asks for a reply, or offers to change it.
  return state === 'open' ? (
    form
  ) : (
    <details open={state === 'offered' || state === 'lapsed' || reply !== undefined}>
      <summary>{text.change}</summary>
      {form}
    </details>
  );
}

function Closed({ invitation }: { invitation: Invitation }) {
  const { phase, event } = invitation;
  const said =
    phase === 'cancelled' ? text.cancelled(event.cancelledWhy ?? '') : phase === 'past' ? text.past : text.over;
  return (
    <div className={styles.state} role="status">
      <h2>{said.title}</h2>
      <p>{said.words}</p>
      <p>
        <a href={paths.contactUs()}>{text.contact}</a>
      </p>
    </div>
  );
}

/** An envelope with the station's text, and the reply beside it. */
export default function Reply() {
  const { invitation, ticket, isTooMany } = useLoaderData<typeof loader>();
  if (invitation === null)
    return (
      <div className={`wrap ${styles.page}`}>
        <div className={styles.answer}>
          <h1>{text.gone.title}</h1>
          <p role="status">{isTooMany ? text.tooMany : text.gone.words}</p>
          <p>
            <a href={paths.contactUs()}>{text.contact}</a>
          </p>
        </div>
      </div>
    );
  const { id, givenName, event, phase, state } = invitation;
  const mayAnswer = phase === 'open' || (phase === 'over' && state === 'offered');
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.two}>
        <article className={styles.letter}>
          <p className={styles.quiet}>{text.number(id)}</p>
          <h1>
            <span>{text.greeting(givenName)}</span>
            <span>{event.title}</span>
          </h1>
          <p>{event.lead}</p>
          <dl>
            <div>
              <dt>{text.date}</dt>
              <dd>{timeText.fullDate(event.day)}</dd>
            </div>
            <div>
              <dt>{text.time}</dt>
              <dd>{text.times(event.doors, event.starts)}</dd>
            </div>
            <div>
              <dt>{text.venue}</dt>
              <dd>{event.venue}</dd>
            </div>
            <div>
              <dt>{text.replyBy}</dt>
              <dd>{text.until(event.replyByMs)}</dd>
            </div>
          </dl>
        </article>
        <div className={styles.answer}>
          {phase !== 'cancelled' && <State invitation={invitation} />}
          {ticket && <Ticket ticket={ticket} invitation={invitation} />}
          {mayAnswer ? <Answer invitation={invitation} /> : <Closed invitation={invitation} />}
        </div>
      </div>
    </div>
  );
}
