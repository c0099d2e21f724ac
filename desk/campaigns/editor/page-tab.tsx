import { campaignEditText } from '#app/text/zh-hk/desk-campaign-edit.ts';
import { valueText } from '#app/text/zh-hk/desk-fields.ts';
import { actionText } from '#app/text/zh-hk/desk-names.ts';
import { Button } from '#app/ui/button.tsx';
import { MAX_BODY_CHARS, MAX_SECTIONS } from '#domain/campaigns/editing/campaign-edit.rules.ts';
import { RecordEditor } from '../../directory/record-editor.tsx';
import { LineField } from '../../directory/text-field.tsx';
import { useRecord, type Revised } from '../../directory/use-record.ts';
import { PictureField } from '../../pictures/picture-field.tsx';
import type { EditedCampaign, PageFields } from './editor-types.ts';
import styles from '../../directory/directory.module.css';

const { page: text, saving } = campaignEditText;
const { fields: names } = text;

type Section = PageFields['sections'][number];
const EMPTY: Section = { heading: '', body: '', picture: '', pictureAlt: '' };

function SectionFields({
  section,
  number,
  onChange,
}: {
  section: Section;
  number: number;
  onChange: (change: Partial<Section>) => void;
}) {
  return (
    <>
      <LineField
        label={`${text.section(number)} ${text.heading}`}
        maxLength={60}
        value={section.heading}
        onChange={(heading) => onChange({ heading })}
      />
      <LineField
        label={`${text.section(number)} ${text.body}`}
        rows={6}
        maxLength={MAX_BODY_CHARS}
        value={section.body}
        onChange={(body) => onChange({ body })}
      />
      <PictureField
        label={`${text.section(number)} ${text.sectionPicture}`}
        crop="16x9"
        value={section.picture}
        onChange={(picture, chosen) => onChange({ picture, ...(chosen?.alt && { pictureAlt: chosen.alt }) })}
      />
      <LineField
        label={`${text.section(number)} ${text.sectionAlt}`}
        maxLength={300}
        value={section.pictureAlt}
        onChange={(pictureAlt) => onChange({ pictureAlt })}
      />
    </>
  );
}

function Editor({ edited, page }: { edited: EditedCampaign; page: Revised<PageFields> }) {
  const { campaign, is_public: isPublic, is_ended: isEnded } = edited;
  const record = useRecord<PageFields>(page, {
    action: 'campaigns.save-page',
    words: actionText('campaigns.save-page'),
    input: (fields, base) => ({ campaign, base, fields }),
  });
  const { fields, edit, faulty } = record;
  const { sections } = fields;
  const line = (name: Exclude<keyof PageFields, 'sections'>, maxLength: number, hint?: string) => (
    <LineField
      label={names[name]!}
      hint={hint}
      isFaulty={faulty.includes(name)}
      maxLength={maxLength}
      value={fields[name]}
      onChange={(value) => edit({ [name]: value })}
    />
  );
  return (
    <RecordEditor
      record={record}
      title={text.title}
      names={names}
      shown={valueText}
      isNew={false}
      mayEdit={!isEnded}
      saving={isPublic ? saving.live : saving.draft}
    >
      {line('title', 40)}
      {line('lead', 300)}
      <PictureField
        label={names['picture']!}
        crop="16x9"
        value={fields.picture}
        onChange={(picture, chosen) => edit({ picture, ...(chosen?.alt && { pictureAlt: chosen.alt }) })}
      />
      {line('pictureAlt', 300)}
      {sections.map((section, at) => (
        <fieldset key={at} className={styles.form}>
          <legend>{text.section(at + 1)}</legend>
          <SectionFields
            section={section}
            number={at + 1}
            onChange={(change) => edit({ sections: sections.with(at, { ...section, ...change }) })}
          />
          <p className={styles.tags}>
            {at > 0 && (
              <Button
                size="small"
                tone="outline"
                onClick={() => edit({ sections: sections.toSpliced(at - 1, 2, section, sections[at - 1]!) })}
              >
                {text.upSection(at + 1)}
              </Button>
            )}
            <Button size="small" tone="outline" onClick={() => edit({ sections: sections.toSpliced(at, 1) })}>
              {text.removeSection(at + 1)}
            </Button>
          </p>
        </fieldset>
      ))}
      {sections.length < MAX_SECTIONS && (
        <p>
          <Button tone="outline" onClick={() => edit({ sections: [...sections, EMPTY] })}>
            {text.addSection}
          </Button>
        </p>
      )}
      {line('thanks', 60, text.usual)}
      {line('failure', 60, text.usual)}
      {line('shareText', 120, text.shareHint)}
    </RecordEditor>
  );
}

/** What the pages of a campaign say and show. */
export const PageTab = ({ edited }: { edited: EditedCampaign }) =>
  edited.page && <Editor edited={edited} page={edited.page} />;
