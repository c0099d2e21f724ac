import { wordsText } from '#app/text/zh-hk/desk-words.ts';
import { CHANNEL_IDS, ChannelBit } from '#shared/enums.ts';
import type { ChangedFields, Choices, DraftFields, Fault } from './article-types.ts';
import { PictureField } from '../pictures/picture-field.tsx';
import { ChoiceField, TextField } from './field.tsx';
import styles from './editor.module.css';

const text = wordsText.editor;
const NEWS_SECTIONS = ['local', 'greaterchina', 'international', 'finance', 'sports'] as const;
const LAYOUTS = ([1, 2, 3] as const).map((layout) => [layout, text.layouts[layout]!] as const);
const SEVERITIES = ([1, 2, 3] as const).map((severity) => [severity, text.severities[severity]!] as const);
const KINDS = ([301, 302, 303, 304, 305, 306, 307, 308] as const).map(
  (kind) => [kind, wordsText.kinds[kind]!] as const,
);

/** The section that a kind has by itself. */
const sectionOf = (kind: number) => (kind === 305 ? 'editorial' : kind === 306 ? 'traffic' : null);

interface Props {
  fields: DraftFields;
  faultsOf: (field: string) => Fault[];
  choices: Choices;
  edit: (change: ChangedFields) => void;
}

/** What an article is, beside its words. */
export function ArticleFields({ fields, faultsOf, choices, edit }: Props) {
  const { contentType: kind } = fields;
  const named = (list: readonly { id: number; name: string }[]) => list.map(({ id, name }) => [id, name] as const);
  const common = (name: keyof DraftFields) => ({ label: text.fields[name]!, faults: faultsOf(name) });
  const categories = choices.categories.filter(({ content_type: of }) => of === kind);
  return (
    <div className={styles.details}>
      <ChoiceField
        {...common('contentType')}
        value={kind}
        choices={KINDS}
        onChange={(contentType) => {
          if (contentType !== null)
            edit({
              contentType,
              section: sectionOf(contentType),
              categoryId: null,
              ...(contentType !== 306 && { isRoadCoop: false, severity: null }),
            });
        }}
      />
      {kind === 304 && (
        <ChoiceField
          {...common('section')}
          none={text.none}
          value={fields.section}
          choices={NEWS_SECTIONS.map((section) => [section, text.sections[section]!] as const)}
          onChange={(section) => edit({ section })}
        />
      )}
      {categories.length > 0 && (
        <ChoiceField
          {...common('categoryId')}
          none={text.none}
          value={fields.categoryId}
          choices={named(categories)}
          onChange={(categoryId) => edit({ categoryId })}
        />
      )}
      <ChoiceField
        {...common('columnId')}
        none={text.none}
        value={fields.columnId}
        choices={named(choices.columns)}
        onChange={(columnId) => edit({ columnId })}
      />
      <ChoiceField
        {...common('programId')}
        none={text.none}
        value={fields.programId}
        choices={named(choices.programs)}
        onChange={(programId) => edit({ programId })}
      />
      <fieldset className={styles.checks}>
        <legend>{text.fields['channelBitwise']}</legend>
        {CHANNEL_IDS.map((channel) => (
          <label key={channel}>
            <input
              type="checkbox"
              checked={(fields.channelBitwise & ChannelBit[channel]) !== 0}
              onChange={() => edit({ channelBitwise: fields.channelBitwise ^ ChannelBit[channel] })}
            />
            {channel}
          </label>
        ))}
      </fieldset>
      <TextField {...common('byline')} value={fields.byline} onChange={(byline) => edit({ byline })} />
      <PictureField
        {...common('keyart')}
        hint={text.blocks.pictureHint}
        crop="16x9"
        value={fields.keyart}
        onChange={(keyart, picture) =>
          edit({ keyart, ...(picture && fields.keyartCredit === '' && { keyartCredit: picture.source.slice(0, 100) }) })
        }
      />
      <TextField
        {...common('keyartCredit')}
        value={fields.keyartCredit}
        onChange={(keyartCredit) => edit({ keyartCredit })}
      />
      <ChoiceField
        {...common('layoutTemplate')}
        value={fields.layoutTemplate}
        choices={LAYOUTS}
        onChange={(layoutTemplate) => layoutTemplate !== null && edit({ layoutTemplate })}
      />
      <TextField
        {...common('slug')}
        hint={text.fields['slugHint']}
        value={fields.slug}
        onChange={(slug) => edit({ slug })}
      />
      <TextField
        {...common('previewContent')}
        hint={text.fields['previewHint']}
        rows={2}
        value={fields.previewContent}
        onChange={(previewContent) => edit({ previewContent })}
      />
      <fieldset className={styles.checks}>
        <legend>{text.details}</legend>
        <label>
          <input type="checkbox" checked={fields.isHot} onChange={() => edit({ isHot: !fields.isHot })} />
          {text.fields['isHot']}
        </label>
        {kind === 306 && (
          <label>
            <input
              type="checkbox"
              checked={fields.isRoadCoop}
              onChange={() => edit({ isRoadCoop: !fields.isRoadCoop })}
            />
            {text.fields['isRoadCoop']}
          </label>
        )}
      </fieldset>
      {kind === 306 && (
        <ChoiceField
          {...common('severity')}
          none={text.none}
          value={fields.severity}
          choices={SEVERITIES}
          onChange={(severity) => edit({ severity })}
        />
      )}
    </div>
  );
}
