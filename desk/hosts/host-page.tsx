import { Link, useLoaderData, useNavigate, type LoaderFunctionArgs } from 'react-router';
import { directoryText } from '#app/text/zh-hk/desk-directory.ts';
import { actionText } from '#app/text/zh-hk/desk-names.ts';
import { call } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { ChannelField, channelText } from '../directory/channel-field.tsx';
import { ListingFields } from '../directory/listing-fields.tsx';
import { RecordEditor } from '../directory/record-editor.tsx';
import { StatePanel } from '../directory/state-panel.tsx';
import { LineField } from '../directory/text-field.tsx';
import { useRecord } from '../directory/use-record.ts';
import { Panel, RoomHead } from '../frame/panel.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import { ChoiceField } from '../words/field.tsx';
import type { HostFields, OpenHost } from './host-types.ts';
import styles from '../directory/directory.module.css';

const text = directoryText.hosts;
const { fields: names } = text;
const KINDS = (['regular', 'guest'] as const).map((kind) => [kind, text.kinds[kind]!] as const);

interface Loaded {
  /** Null: one to be added. */
  host: OpenHost | null;
  nextPosition: number;
}

export async function loader({ params, request }: LoaderFunctionArgs): Promise<Loaded> {
  const { hostId } = params;
  if (hostId !== undefined) {
    const path = `/api/staff/hosts/${encodeURIComponent(hostId)}`;
    return { host: await call<OpenHost>(path, undefined, request.signal), nextPosition: 0 };
  }
  const { next_position: nextPosition } = await call<{ next_position: number }>(
    '/api/staff/hosts',
    undefined,
    request.signal,
  );
  return { host: null, nextPosition };
}

const emptyFields = (position: number): HostFields => ({
  name: '',
  nameEng: '',
  slug: '',
  isGuest: false,
  channelBitwise: 1,
  tagline: '',
  bio: '',
  picture: '',
  position,
});

function Programs({ programs }: Pick<OpenHost, 'programs'>) {
  return (
    <Panel title={text.programs}>
      <div className={styles.form}>
        {programs.length === 0 && <p>{text.noPrograms}</p>}
        <ul className={styles.links}>
          {programs.map(({ id, title }) => (
            <li key={id}>
              <Link to={deskPaths.program(id)}>{title}</Link>
            </li>
          ))}
        </ul>
        <p className={styles.quiet}>{text.programsHint}</p>
      </div>
    </Panel>
  );
}

function Editor({ host, nextPosition }: Loaded) {
  const navigate = useNavigate();
  const action = host ? 'hosts.save' : 'hosts.create';
  const record = useRecord<HostFields>(host ?? { fields: emptyFields(nextPosition), revision: '' }, {
    action,
    words: actionText(action),
    input: (fields, base) => (host ? { host_id: host.host_id, base, fields } : { fields }),
    ...(!host && { onAdded: ({ host_id: id }) => void navigate(deskPaths.host(Number(id)), { replace: true }) }),
  });
  const { fields, edit, faulty } = record;
  const common = (name: keyof HostFields) => ({ label: names[name]!, isFaulty: faulty.includes(name) });
  const kindOf = (isGuest: unknown) => (isGuest === true ? 'guest' : 'regular');
  const shown = (name: keyof HostFields, value: unknown): string => {
    if (name === 'isGuest') return text.kinds[kindOf(value)]!;
    return name === 'channelBitwise' ? channelText(Number(value)) : String(value);
  };
  return (
    <RecordEditor
      record={record}
      title={fields.name || text.addTitle}
      names={names}
      shown={shown}
      isNew={host === null}
      mayEdit={host?.may_edit ?? true}
      side={
        host && (
          <>
            <StatePanel
              isActive={host.is_active}
              mayEdit={host.may_edit}
              module="hosts"
              input={{ host_id: host.host_id }}
              words={text}
              changedBy={host.changed_by}
              changedTs={host.changed_ts}
              publicUrl={host.public_url}
            />
            <Programs programs={host.programs} />
          </>
        )
      }
    >
      <LineField {...common('name')} required maxLength={60} value={fields.name} onChange={(name) => edit({ name })} />
      <LineField
        {...common('nameEng')}
        hint={names['nameEngHint']}
        maxLength={60}
        value={fields.nameEng}
        onChange={(nameEng) => edit({ nameEng })}
      />
      <ChoiceField
        label={directoryText.filters.kind}
        value={kindOf(fields.isGuest)}
        choices={KINDS}
        onChange={(kind) => edit({ isGuest: kind === 'guest' })}
      />
      <LineField
        {...common('tagline')}
        maxLength={200}
        value={fields.tagline}
        onChange={(tagline) => edit({ tagline })}
      />
      <LineField {...common('bio')} rows={6} maxLength={5_000} value={fields.bio} onChange={(bio) => edit({ bio })} />
      <ChannelField value={fields.channelBitwise} onChange={(channelBitwise) => edit({ channelBitwise })} />
      <ListingFields
        labels={names}
        faulty={faulty}
        picture={{ name: 'picture', value: fields.picture, crop: '1x1', onChange: (picture) => edit({ picture }) }}
        value={fields}
        onChange={edit}
      />
    </RecordEditor>
  );
}

/** One host, or one to be added. */
export function Component() {
  const { host, nextPosition } = useLoaderData<Loaded>();
  const title = host ? text.edit : text.addTitle;
  usePageTitle(host?.fields.name ?? title);
  return (
    <>
      <RoomHead title={title}>
        <Link to={deskPaths.hosts()}>{directoryText.editor.back}</Link>
      </RoomHead>
      <Editor key={host?.host_id ?? 'new'} host={host} nextPosition={nextPosition} />
    </>
  );
}
