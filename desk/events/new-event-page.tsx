import { useRef, useState } from 'react';
import { Link, useLoaderData, useNavigate, type LoaderFunctionArgs } from 'react-router';
import { eventsText } from '#app/text/zh-hk/desk-events.ts';
import { Button } from '#app/ui/button.tsx';
import { faultsOfPlan } from '#domain/events/events.rules.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { call } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { useLeaveGuard } from '../directory/use-leave-guard.ts';
import { Panel, RoomHead } from '../frame/panel.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import { PictureField } from '../pictures/picture-field.tsx';
import { TextField } from '../words/field.tsx';
import type { OpenEvent } from './event-types.ts';
import { emptyFields, fieldsOf, inputOf, missingOf, type NewFields } from './new-event-fields.ts';
import money from '../money/money.module.css';
import styles from './events.module.css';

const { create: text } = eventsText;

interface Loaded {
  copied: OpenEvent | null;
  nowMs: number;
}

export async function loader({ request }: LoaderFunctionArgs): Promise<Loaded> {
  const copy = Number(new URL(request.url).searchParams.get('copy') ?? 0);
  const copied = copy > 0 ? await call<OpenEvent>(`/api/staff/events/${copy}`, undefined, request.signal) : null;
  return { copied, nowMs: Date.now() };
}

type Name = Exclude<keyof NewFields, 'items'>;

const TEXTS: Name[] = ['title', 'lead', 'venue', 'features'];
const TIMES: Name[] = ['doorsAt', 'startsAt', 'endsAt', 'replayUntil'];
const SALE: Name[] = ['sellsFrom', 'sellsUntil', 'price', 'earlyPrice', 'earlyUntil', 'tickets', 'maxTickets'];
const ENTRY: Name[] = ['perSecond', 'testSeconds'];
const isTime = (name: Name) => /(At|Until|From)$/.test(name);
const isAmount = (name: Name) => name === 'price' || name === 'earlyPrice' || name === 'perSecond';

function Items({ items, onChange }: { items: NewFields['items']; onChange: (items: NewFields['items']) => void }) {
  const set = (at: number, change: Partial<NewFields['items'][number]>) =>
    onChange(items.map((item, i) => (i === at ? { ...item, ...change } : item)));
  return (
    <Panel title={text.items}>
      <div className={styles.fields}>
        {items.map((item, i) => (
          <div key={item.key} className={`${styles.item} ${money.panelForm}`}>
            <label>
              {text.itemTitle}
              <input value={item.title} maxLength={60} onChange={({ target }) => set(i, { title: target.value })} />
            </label>
            <label>
              {text.itemAt}
              <input type="datetime-local" value={item.at} onChange={({ target }) => set(i, { at: target.value })} />
            </label>
            <Button
              tone="outline"
              aria-label={text.removeItem(item.title)}
              onClick={() => onChange(items.filter((one) => one !== item))}
            >
              ×
            </Button>
          </div>
        ))}
        {items.length < 100 && (
          <p>
            <Button
              tone="outline"
              onClick={() => onChange([...items, { key: crypto.randomUUID(), title: '', at: items.at(-1)?.at ?? '' }])}
            >
              {text.addItem}
            </Button>
          </p>
        )}
      </div>
    </Panel>
  );
}

function Editor({ copied, nowMs }: Loaded) {
  const navigate = useNavigate();
  const [first] = useState(() => (copied ? fieldsOf(copied, nowMs) : emptyFields()));
  const [fields, setFields] = useState(first);
  const isMade = useRef(false);
  useLeaveGuard(fields !== first, isMade);
  const input = inputOf(fields);
  const missing = missingOf(fields);
  const faults = input ? faultsOfPlan(input) : [];
  const edit = (change: Partial<NewFields>) => setFields({ ...fields, ...change });
  const line = (name: Name) => (
    <label key={name}>
      {text.fields[name]}
      <input
        value={fields[name]}
        type={isTime(name) ? 'datetime-local' : 'text'}
        aria-invalid={fields[name].trim() !== '' && missing.includes(name)}
        maxLength={name === 'lead' ? 120 : 60}
        inputMode={isAmount(name) ? 'decimal' : SALE.includes(name) || ENTRY.includes(name) ? 'numeric' : undefined}
        onChange={({ target }) => edit({ [name]: target.value })}
      />
    </label>
  );
  return (
    <>
      {copied && <p className={money.small}>{text.copied(copied.fields.title)}</p>}
      <Panel title={text.texts}>
        <div className={money.panelForm}>{TEXTS.map(line)}</div>
        <div className={styles.fields}>
          <TextField
            label={text.fields.description}
            rows={4}
            value={fields.description}
            onChange={(description) => edit({ description: description.slice(0, 4_000) })}
          />
          <PictureField
            label={text.fields.keyart}
            crop="16x9"
            value={fields.keyart}
            onChange={(keyart) => edit({ keyart })}
          />
        </div>
      </Panel>
      <Panel title={text.times}>
        <div className={money.panelForm}>{TIMES.map(line)}</div>
      </Panel>
      <Panel title={text.tickets}>
        <div className={money.panelForm}>
          {SALE.map(line)}
          {ENTRY.map(line)}
        </div>
      </Panel>
      <Items items={fields.items} onChange={(items) => edit({ items })} />
      <Panel title={text.make}>
        <div role="status">
          <ul className={money.list}>
            {missing.length > 0 && (
              <li>{text.missing(missing.map((name) => (name === 'items' ? text.items : text.fields[name])))}</li>
            )}
            {faults.map(({ field }) => (
              <li key={field} className={money.fault}>
                {text.faults[field]}
              </li>
            ))}
          </ul>
        </div>
        <div className={money.panelForm}>
          <ActionButton
            action="events.create"
            input={input ?? {}}
            words={text.make}
            disabled={input === null || faults.length > 0}
            onDone={({ event_id: id }) => {
              isMade.current = true;
              void navigate(deskPaths.event(Number(id)), { replace: true });
            }}
          />
          <p className={`${money.wide} ${money.small}`}>{text.after}</p>
        </div>
      </Panel>
    </>
  );
}

/** A new event, empty or from an earlier one. */
export function Component() {
  const loaded = useLoaderData<Loaded>();
  usePageTitle(text.title);
  return (
    <>
      <RoomHead title={text.title}>
        <p className={styles.links}>
          <Link to={deskPaths.events()}>{eventsText.page.back}</Link>
        </p>
      </RoomHead>
      <Editor key={loaded.copied?.event_id ?? 'new'} {...loaded} />
    </>
  );
}
