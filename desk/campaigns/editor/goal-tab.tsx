import { campaignEditText } from '#app/text/zh-hk/desk-campaign-edit.ts';
import { campaignsText } from '#app/text/zh-hk/desk-campaigns.ts';
import { actionText } from '#app/text/zh-hk/desk-names.ts';
import { valueText } from '#app/text/zh-hk/desk-fields.ts';
import { MAX_DAYS, MAX_STOCK } from '#domain/campaigns/editing/campaign-edit.rules.ts';
import { RecordEditor } from '../../directory/record-editor.tsx';
import { TimeField } from '../../directory/time-field.tsx';
import { useRecord } from '../../directory/use-record.ts';
import { ChoiceField, Field } from '../../words/field.tsx';
import { AmountField, CountField } from './amount-field.tsx';
import type { EditedCampaign, GoalFields } from './editor-types.ts';
import styles from '../../directory/directory.module.css';

const { goal: text, saving } = campaignEditText;
const KINDS = (['pledge', 'sale'] as const).map((kind) => [kind, campaignsText.kinds[kind]] as const);

/** What a campaign collects, its period, and its limits. */
export function GoalTab({ edited }: { edited: EditedCampaign }) {
  const { campaign, goal, is_ordered: isOrdered, is_ended: isEnded, is_public: isPublic } = edited;
  const record = useRecord<GoalFields>(goal, {
    action: 'campaigns.edit',
    words: actionText('campaigns.edit'),
    input: (fields, base) => ({ campaign, base, fields }),
  });
  const { fields, edit, faulty } = record;
  const common = (name: keyof GoalFields) => ({ label: text.fields[name]!, isFaulty: faulty.includes(name) });
  const editTime = (name: 'opensTs' | 'closesTs') => (seconds: number | null) => edit({ [name]: seconds ?? 0 });
  const shown = (name: string, value: unknown) => (value === null ? '' : valueText(name, value));
  return (
    <RecordEditor
      record={record}
      title={text.title}
      names={text.fields}
      shown={shown}
      isNew={false}
      mayEdit={!isEnded}
      saving={isPublic ? saving.live : saving.draft}
    >
      {isOrdered && <p className={styles.quiet}>{text.kept}</p>}
      <ChoiceField
        label={text.fields['kind']!}
        value={fields.kind}
        choices={isOrdered ? KINDS.filter(([kind]) => kind === fields.kind) : KINDS}
        onChange={(kind) =>
          kind && edit({ kind, targetCents: kind === 'pledge' ? (fields.targetCents ?? 10_000_000) : null })
        }
      />
      {fields.kind === 'pledge' && (
        <AmountField
          {...common('targetCents')}
          required
          readOnly={isOrdered}
          value={fields.targetCents}
          onChange={(targetCents) => edit({ targetCents })}
        />
      )}
      <TimeField {...common('opensTs')} value={fields.opensTs || null} onChange={editTime('opensTs')} />
      <TimeField {...common('closesTs')} value={fields.closesTs || null} onChange={editTime('closesTs')} />
      <CountField
        {...common('maxPerBuyer')}
        hint={text.unlimited}
        most={MAX_STOCK}
        value={fields.maxPerBuyer}
        onChange={(maxPerBuyer) => edit({ maxPerBuyer })}
      />
      <Field label={text.fields['firstDay']!} hint={text.daysHint}>
        {(control) => (
          <input
            {...control}
            type="date"
            readOnly={isOrdered}
            value={fields.firstDay ?? ''}
            onChange={({ target }) => edit({ firstDay: target.value || null })}
          />
        )}
      </Field>
      <CountField
        {...common('days')}
        most={MAX_DAYS}
        readOnly={isOrdered}
        value={fields.days}
        onChange={(days) => edit({ days })}
      />
    </RecordEditor>
  );
}
