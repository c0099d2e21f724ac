import { Link, useLoaderData, useNavigate, type LoaderFunctionArgs } from 'react-router';
import { directoryText } from '#app/text/zh-hk/desk-directory.ts';
import { invitationsText } from '#app/text/zh-hk/desk-invitations.ts';
import { actionText } from '#app/text/zh-hk/desk-names.ts';
import type { GuestEventFields } from '#domain/invitations/guest-events.schema.ts';
import { call } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { RecordEditor } from '../directory/record-editor.tsx';
import { LineField, NumberField } from '../directory/text-field.tsx';
import { TimeField } from '../directory/time-field.tsx';
import { useRecord } from '../directory/use-record.ts';
import { RoomHead } from '../frame/panel.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import { inputOfSeconds } from '../words/hk-input.ts';
import type { OpenGuestEvent } from './guest-event-types.ts';

const { editor: text } = invitationsText;
const { names } = text;

interface Loaded {
  /** Null: one to be added. */
  event: OpenGuestEvent | null;
  nowTs: number;
}

export async function loader({ params, request: { signal } }: LoaderFunctionArgs): Promise<Loaded> {
  const { eventId } = params;
  const event =
    eventId === undefined
      ? null
      : await call<OpenGuestEvent>(`/api/staff/guest-events/${encodeURIComponent(eventId)}`, undefined, signal);
  return { event, nowTs: Math.floor(Date.now() / 1000) };
}

const DAY_SECONDS = 86_400;
const MINUTE_SECONDS = 60;

/** In thirty days, on a whole minute. */
function emptyFields(nowTs: number): GuestEventFields {
  const startsTs = Math.ceil(nowTs / MINUTE_SECONDS) * MINUTE_SECONDS + 30 * DAY_SECONDS;
  return {
    title: '',
    lead: '',
    venue: '',
    doorsTs: startsTs - 30 * MINUTE_SECONDS,
    startsTs,
    endsTs: startsTs + 120 * MINUTE_SECONDS,
    replyByTs: startsTs - 3 * DAY_SECONDS,
    seats: 50,
    acceptHours: 24,
  };
}

function Editor({ event, nowTs }: Loaded) {
  const navigate = useNavigate();
  const action = event ? 'invitations.save-event' : 'invitations.add-event';
  const record = useRecord<GuestEventFields>(event ?? { fields: emptyFields(nowTs), revision: '' }, {
    action,
    words: actionText(action),
    input: (fields, base) => (event ? { event_id: event.event_id, base, fields } : { fields }),
    ...(!event && {
      onAdded: ({ event_id: id }) => void navigate(deskPaths.guestEvent(Number(id)), { replace: true }),
    }),
  });
  const { fields, edit, faulty } = record;
  const common = (name: keyof GuestEventFields) => ({ label: names[name]!, isFaulty: faulty.includes(name) });
  const shown = (name: keyof GuestEventFields, value: unknown): string =>
    name.endsWith('Ts') ? inputOfSeconds(value as number) : String(value);
  const time = (name: 'doorsTs' | 'startsTs' | 'endsTs' | 'replyByTs', hint?: string) => (
    <TimeField
      {...common(name)}
      hint={hint}
      value={fields[name]}
      onChange={(value) => value !== null && edit({ [name]: value })}
    />
  );
  return (
    <RecordEditor
      record={record}
      title={fields.title || text.addTitle}
      names={names}
      shown={shown}
      isNew={event === null}
      mayEdit
    >
      {event !== null && event.replies.length > 0 && <p>{text.promised}</p>}
      <LineField
        {...common('title')}
        required
        maxLength={80}
        value={fields.title}
        onChange={(title) => edit({ title })}
      />
      <LineField {...common('lead')} rows={3} maxLength={500} value={fields.lead} onChange={(lead) => edit({ lead })} />
      <LineField
        {...common('venue')}
        required
        maxLength={120}
        value={fields.venue}
        onChange={(venue) => edit({ venue })}
      />
      {time('doorsTs', text.timesHint)}
      {time('startsTs')}
      {time('endsTs')}
      {time('replyByTs')}
      <NumberField
        {...common('seats')}
        hint={text.seatsHint}
        value={fields.seats}
        onChange={(seats) => edit({ seats })}
      />
      <NumberField
        {...common('acceptHours')}
        value={fields.acceptHours}
        onChange={(acceptHours) => edit({ acceptHours })}
      />
    </RecordEditor>
  );
}

/** An event to which people are invited, or one to be added. */
export function Component() {
  const { event, nowTs } = useLoaderData<Loaded>();
  const title = event ? text.editTitle : text.addTitle;
  usePageTitle(title);
  return (
    <>
      <RoomHead title={title}>
        <Link to={event ? deskPaths.guestEvent(event.event_id) : deskPaths.invitations()}>
          {directoryText.editor.back}
        </Link>
      </RoomHead>
      <Editor key={event?.event_id ?? 'new'} event={event} nowTs={nowTs} />
    </>
  );
}
