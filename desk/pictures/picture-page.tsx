import { Link, useLoaderData, useNavigate, type LoaderFunctionArgs } from 'react-router';
import { actionText } from '#app/text/zh-hk/desk-names.ts';
import { picturesText } from '#app/text/zh-hk/desk-pictures.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { call } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { RecordEditor } from '../directory/record-editor.tsx';
import { LineField } from '../directory/text-field.tsx';
import { useRecord } from '../directory/use-record.ts';
import { Panel, RoomHead } from '../frame/panel.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import { Field } from '../words/field.tsx';
import { CropFields, FocalField } from './crop-fields.tsx';
import type { OpenPicture, PictureFields } from './picture-types.ts';
import directory from '../directory/directory.module.css';

const text = picturesText.editor;
const { fields: names } = text;

export function loader({ params, request }: LoaderFunctionArgs): Promise<OpenPicture> {
  const id = encodeURIComponent(params['pictureId'] ?? '');
  return call<OpenPicture>(`/api/staff/pictures/${id}`, undefined, request.signal);
}

/** The room in which something is edited; null if it has none. */
function roomOf(table: string, key: string): string | null {
  const id = Number(key);
  if (table === 'articles') return deskPaths.article(id);
  if (table === 'article_drafts') return deskPaths.draft(id);
  if (table === 'programs') return deskPaths.program(id);
  return table === 'hosts' ? deskPaths.host(id) : null;
}

function Uses({ picture }: { picture: OpenPicture }) {
  const navigate = useNavigate();
  const { picture_id: id, uses } = picture;
  return (
    <Panel title={text.usedIn}>
      <div className={directory.form}>
        <ul className={directory.links}>
          {uses.map(({ table, key, title }) => {
            const room = roomOf(table, key);
            const words = `${text.tables[table] ?? table}：${title || key}`;
            return <li key={`${table}/${key}`}>{room ? <Link to={room}>{words}</Link> : words}</li>;
          })}
        </ul>
        <p className={directory.quiet}>{uses.length === 0 ? text.unused : text.inUse}</p>
        {uses.length === 0 && (
          <p>
            <ActionButton
              action="pictures.delete"
              input={{ picture_id: id }}
              words={text.delete}
              tone="danger"
              onDone={() => void navigate(deskPaths.pictures(), { replace: true })}
            />
          </p>
        )}
      </div>
    </Panel>
  );
}

function Editor({ picture }: { picture: OpenPicture }) {
  const record = useRecord<PictureFields>(picture, {
    action: 'pictures.save',
    words: actionText('pictures.save'),
    input: (fields, base) => ({ picture_id: picture.picture_id, base, fields }),
  });
  const { fields, edit, faulty } = record;
  const common = (name: keyof PictureFields) => ({
    label: names[name]!,
    hint: names[`${name}Hint`],
    isFaulty: faulty.includes(name),
  });
  return (
    <>
      {picture.is_over && <p className={directory.notice}>{text.overNote}</p>}
      <RecordEditor
        record={record}
        title={picturesText.number(picture.picture_id)}
        names={names}
        shown={(_name, value) => (typeof value === 'string' ? value : JSON.stringify(value ?? ''))}
        isNew={false}
        mayEdit
        side={
          <>
            <Uses picture={picture} />
            <Panel title={names['crops']!}>
              <div className={directory.form}>
                <CropFields picture={picture} fields={fields} edit={edit} />
              </div>
            </Panel>
          </>
        }
      >
        <p className={directory.quiet}>{picturesText.size(picture.width, picture.height)}</p>
        <FocalField picture={picture} fields={fields} edit={edit} />
        <LineField {...common('alt')} required maxLength={300} value={fields.alt} onChange={(alt) => edit({ alt })} />
        <LineField
          {...common('source')}
          required
          maxLength={120}
          value={fields.source}
          onChange={(source) => edit({ source })}
        />
        <LineField
          {...common('licence')}
          required
          maxLength={200}
          value={fields.licence}
          onChange={(licence) => edit({ licence })}
        />
        <Field label={names['rightsUntil']!} hint={names['rightsHint']}>
          {(control) => (
            <input
              {...control}
              type="date"
              value={fields.rightsUntil ?? ''}
              onChange={({ target }) => edit({ rightsUntil: target.value || null })}
            />
          )}
        </Field>
      </RecordEditor>
    </>
  );
}

/** One picture of the library. */
export function Component() {
  const picture = useLoaderData<OpenPicture>();
  usePageTitle(picturesText.number(picture.picture_id));
  return (
    <>
      <RoomHead title={text.title}>
        <Link to={deskPaths.pictures()}>{text.back}</Link>
      </RoomHead>
      <Editor key={picture.picture_id} picture={picture} />
    </>
  );
}
