import { useState } from 'react';
import { useOutletContext } from 'react-router';
import { eventsText } from '#app/text/zh-hk/desk-events.ts';
import { CHANGES_IN, isOnAir, MAX_WORDS } from '#domain/events/events.rules.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { DirectButton } from '../actions/direct-button.tsx';
import { Panel } from '../frame/panel.tsx';
import type { Session } from '../session.ts';
import type { OpenEvent } from './event-types.ts';
import money from '../money/money.module.css';
import styles from './events.module.css';

const { page: text } = eventsText;

interface Props {
  event: OpenEvent;
}

function HoldForm({ event }: Props) {
  const [words, setWords] = useState('');
  const [minutes, setMinutes] = useState('');
  // Set with the minutes, so that the preview and the run have the same moment.
  const [expected, setExpected] = useState<number | null>(null);
  const count = /^[1-9]\d{0,2}$/.test(minutes.trim()) ? Number(minutes) : null;
  const isRight = words.trim() !== '' && (minutes.trim() === '' || count !== null);
  return (
    <div className={money.panelForm}>
      <label className={money.wide}>
        {text.holdWords}
        <input value={words} maxLength={MAX_WORDS} onChange={({ target }) => setWords(target.value)} />
      </label>
      <label>
        {text.holdMinutes}
        <input
          value={minutes}
          inputMode="numeric"
          maxLength={3}
          onChange={({ target: { value } }) => {
            setMinutes(value);
            setExpected(
              /^[1-9]\d{0,2}$/.test(value.trim()) ? Math.floor(Date.now() / 1000) + Number(value) * 60 : null,
            );
          }}
        />
      </label>
      <p className={money.small}>{text.holdUntil(expected)}</p>
      <ActionButton
        action="events.hold"
        input={{ event_id: event.event_id, words: words.trim(), expected_ts: expected }}
        words={text.hold}
        tone="danger"
        disabled={!isRight}
      />
    </div>
  );
}

/** The state changes that are possible in this phase. */
export function ControlPanel({ event }: Props) {
  const { actions } = useOutletContext<Session>();
  const { phase, event_id: id } = event;
  const isPossible = (change: keyof typeof CHANGES_IN) => CHANGES_IN[change].includes(phase);
  const may = (action: string, change: keyof typeof CHANGES_IN) => actions.includes(action) && isPossible(change);
  const mayAny =
    may('events.open', 'open') ||
    may('events.start', 'live') ||
    may('events.end', 'end') ||
    may('events.cancel', 'cancel');
  const input = { event_id: id };
  return (
    <Panel title={text.control}>
      {!mayAny && <p className={money.empty}>{text.nothing}</p>}
      {mayAny && (
        <div className={styles.acts}>
          {isPossible('open') && <ActionButton action="events.open" input={input} words={text.open} tone="outline" />}
          {isPossible('live') && (
            <ActionButton action="events.start" input={input} words={phase === 'hold' ? text.resume : text.start} />
          )}
          {isPossible('end') && <ActionButton action="events.end" input={input} words={text.end} tone="outline" />}
          {isPossible('cancel') && (
            <ActionButton action="events.cancel" input={input} words={text.cancel} tone="outline" />
          )}
        </div>
      )}
      {phase === 'hold' && event.expected_ts !== null && (
        <p className={money.words}>{text.expected(event.expected_ts)}</p>
      )}
      {may('events.hold', 'hold') && <HoldForm event={event} />}
      {may('events.cancel', 'cancel') && <p className={`${money.words} ${money.small}`}>{text.cancelNote}</p>}
    </Panel>
  );
}

/** What viewers read over the picture. */
export function MessagesPanel({ event }: Props) {
  const { actions } = useOutletContext<Session>();
  const [words, setWords] = useState('');
  return (
    <Panel title={text.messages}>
      {event.messages.length === 0 && <p className={money.empty}>{text.noMessages}</p>}
      <ul className={money.list}>
        {event.messages.map(({ message_id: id, words: shown, at_ts: at }) => (
          <li key={id}>
            <span>
              {shown} <span className={money.small}>{eventsText.clock(at)}</span>
            </span>
            <DirectButton
              action="events.withdraw-message"
              input={{ event_id: event.event_id, message_id: id }}
              words={text.withdraw}
              size="small"
              tone="outline"
            />
          </li>
        ))}
      </ul>
      {actions.includes('events.message') && (
        <div className={money.panelForm}>
          <label className={money.wide}>
            {text.message}
            <input value={words} maxLength={MAX_WORDS} onChange={({ target }) => setWords(target.value)} />
          </label>
          <ActionButton
            action="events.message"
            input={{ event_id: event.event_id, words: words.trim() }}
            words={text.send}
            disabled={words.trim() === ''}
            onDone={() => setWords('')}
          />
        </div>
      )}
    </Panel>
  );
}

/** Numbers waiting and admitted, and the admission rate. */
export function QueuePanel({ event }: Props) {
  const { actions } = useOutletContext<Session>();
  const { per_second: rate, waiting, entered } = event.queue;
  const [typed, setTyped] = useState('');
  const next = /^\d{1,5}(\.\d{1,3})?$/.test(typed.trim()) ? Number(typed) : null;
  const isRight = next !== null && next > 0 && next <= 10_000;
  return (
    <Panel title={text.queue} aside={<span>{text.rateNow(rate)}</span>}>
      <dl className={money.facts}>
        <dt>{text.waiting}</dt>
        <dd>{waiting}</dd>
        <dt>{text.entered}</dt>
        <dd>{entered}</dd>
      </dl>
      <p className={money.words} aria-live="polite">
        {text.effect(waiting, isRight ? next : rate)}
      </p>
      {actions.includes('events.rate') && (
        <div className={money.panelForm}>
          <label>
            {text.rate}
            <input
              value={typed}
              inputMode="decimal"
              maxLength={9}
              placeholder={String(rate)}
              onChange={({ target }) => setTyped(target.value)}
            />
          </label>
          <ActionButton
            action="events.rate"
            input={{ event_id: event.event_id, per_second: next ?? 0 }}
            words={text.setRate}
            disabled={!isRight}
            onDone={() => setTyped('')}
          />
        </div>
      )}
    </Panel>
  );
}

/** The running order. What is set is a chapter for all viewers. */
export function ItemsPanel({ event }: Props) {
  const isLive = isOnAir(event.phase);
  return (
    <Panel
      title={text.items}
      aside={event.items.length > 0 && event.phase === 'before' && <span>{text.itemsNote}</span>}
    >
      {event.items.length === 0 && <p className={money.empty}>{text.noItems}</p>}
      <ol className={money.list}>
        {event.items.map(({ position, title, planned_ts: planned, started_ts: started }) => (
          <li key={position}>
            <span>
              <b>{title}</b>{' '}
              <span className={money.small}>{started === null ? text.planned(planned) : text.started(started)}</span>
            </span>
            {isLive && (
              <DirectButton
                action="events.item"
                input={{ event_id: event.event_id, position, is_started: started === null }}
                words={started === null ? text.set(title) : text.unset(title)}
                size="small"
                tone="outline"
              />
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
