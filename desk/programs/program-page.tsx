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
import { RoomHead } from '../frame/panel.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import { ChoiceField } from '../words/field.tsx';
import { Billing } from './billing.tsx';
import type { OpenProgram, ProgramChoices, ProgramFields } from './program-types.ts';

const text = directoryText.programs;
const { fields: names } = text;

interface Loaded {
  /** Null: one to be added. */
  program: OpenProgram | null;
  choices: ProgramChoices;
}

export async function loader({ params, request }: LoaderFunctionArgs): Promise<Loaded> {
  const { programId } = params;
  const [program, choices] = await Promise.all([
    programId === undefined
      ? null
      : call<OpenProgram>(`/api/staff/programs/${encodeURIComponent(programId)}`, undefined, request.signal),
    call<ProgramChoices>('/api/staff/programs/choices', undefined, request.signal),
  ]);
  return { program, choices };
}

const emptyFields = ({ categories, next_position: position }: ProgramChoices): ProgramFields => ({
  title: '',
  titleChi: '',
  slug: '',
  tagline: '',
  description: '',
  categoryId: categories[0]?.id ?? 0,
  parentProgramId: null,
  channelBitwise: 1,
  keyart: '',
  position,
  hostIds: [],
});

function Editor({ program, choices }: Loaded) {
  const navigate = useNavigate();
  const action = program ? 'programs.save' : 'programs.create';
  const record = useRecord<ProgramFields>(program ?? { fields: emptyFields(choices), revision: '' }, {
    action,
    words: actionText(action),
    input: (fields, base) => (program ? { program_id: program.program_id, base, fields } : { fields }),
    ...(!program && {
      onAdded: ({ program_id: id }) => void navigate(deskPaths.program(Number(id)), { replace: true }),
    }),
  });
  const { fields, edit, faulty } = record;
  const common = (name: keyof ProgramFields) => ({ label: names[name]!, isFaulty: faulty.includes(name) });
  const nameIn = (list: readonly { id: number; name: string }[], id: unknown) =>
    list.find((one) => one.id === id)?.name ?? '';
  const shown = (name: keyof ProgramFields, value: unknown): string => {
    if (name === 'categoryId') return nameIn(choices.categories, value);
    if (name === 'parentProgramId') return nameIn(choices.programs, value);
    if (name === 'channelBitwise') return channelText(Number(value));
    if (name === 'hostIds') return (value as number[]).map((id) => nameIn(choices.hosts, id)).join('、');
    return String(value);
  };
  const mains = choices.programs.filter(({ id }) => id !== program?.program_id);
  return (
    <RecordEditor
      record={record}
      title={fields.title || text.addTitle}
      names={names}
      shown={shown}
      isNew={program === null}
      mayEdit={program?.may_edit ?? true}
      side={
        program && (
          <StatePanel
            isActive={program.is_active}
            mayEdit={program.may_edit}
            module="programs"
            input={{ program_id: program.program_id }}
            words={text}
            changedBy={program.changed_by}
            changedTs={program.changed_ts}
            publicUrl={program.public_url}
          />
        )
      }
    >
      <LineField
        {...common('title')}
        required
        maxLength={80}
        value={fields.title}
        onChange={(title) => edit({ title })}
      />
      <LineField
        {...common('titleChi')}
        hint={names['titleChiHint']}
        maxLength={80}
        value={fields.titleChi}
        onChange={(titleChi) => edit({ titleChi })}
      />
      <LineField
        {...common('tagline')}
        maxLength={200}
        value={fields.tagline}
        onChange={(tagline) => edit({ tagline })}
      />
      <LineField
        {...common('description')}
        rows={6}
        maxLength={5_000}
        value={fields.description}
        onChange={(description) => edit({ description })}
      />
      <Billing value={fields.hostIds} hosts={choices.hosts} onChange={(hostIds) => edit({ hostIds })} />
      <ChannelField value={fields.channelBitwise} onChange={(channelBitwise) => edit({ channelBitwise })} />
      <ChoiceField
        label={names['categoryId']!}
        value={fields.categoryId}
        choices={choices.categories.map(({ id, name }) => [id, name] as const)}
        onChange={(categoryId) => categoryId !== null && edit({ categoryId })}
      />
      <ChoiceField
        label={names['parentProgramId']!}
        hint={faulty.includes('parentProgramId') ? directoryText.editor.refused : undefined}
        none={directoryText.editor.none}
        value={fields.parentProgramId}
        choices={mains.map(({ id, name }) => [id, name] as const)}
        onChange={(parentProgramId) => edit({ parentProgramId })}
      />
      <ListingFields
        labels={names}
        faulty={faulty}
        picture={{ name: 'keyart', value: fields.keyart, crop: '16x9', onChange: (keyart) => edit({ keyart }) }}
        value={fields}
        onChange={edit}
      />
    </RecordEditor>
  );
}

/** One programme, or one to be added. */
export function Component() {
  const { program, choices } = useLoaderData<Loaded>();
  const title = program ? text.edit : text.addTitle;
  usePageTitle(program?.fields.title ?? title);
  return (
    <>
      <RoomHead title={title}>
        <Link to={deskPaths.programs()}>{directoryText.editor.back}</Link>
      </RoomHead>
      <Editor key={program?.program_id ?? 'new'} program={program} choices={choices} />
    </>
  );
}
