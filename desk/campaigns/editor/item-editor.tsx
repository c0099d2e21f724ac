import { campaignEditText } from '#app/text/zh-hk/desk-campaign-edit.ts';
import { campaignsText } from '#app/text/zh-hk/desk-campaigns.ts';
import { valueText } from '#app/text/zh-hk/desk-fields.ts';
import { actionText } from '#app/text/zh-hk/desk-names.ts';
import { MAX_AN_ORDER, MAX_STOCK } from '#domain/campaigns/editing/campaign-edit.rules.ts';
import { RecordEditor } from '../../directory/record-editor.tsx';
import { LineField } from '../../directory/text-field.tsx';
import { useRecord } from '../../directory/use-record.ts';
import { PictureField } from '../../pictures/picture-field.tsx';
import { ChoiceField } from '../../words/field.tsx';
import { AmountField, CountField } from './amount-field.tsx';
import type { EditedCampaign, EditedItem, ItemFields } from './editor-types.ts';
import styles from '../../directory/directory.module.css';

const { items: text, reaches, saving } = campaignEditText;
const { fields: names } = text;
const KINDS = (['tier', 'goods', 'delivery', 'extra'] as const).map(
  (kind) => [kind, campaignsText.page.itemKinds[kind]] as const,
);
const REACHES = (['here', 'locker', 'abroad', 'fetched'] as const).map((reach) => [reach, reaches[reach]!] as const);

const EMPTY: ItemFields = {
  kind: 'tier',
  name: '',
  description: '',
  picture: '',
  pictureAlt: '',
  cents: 10_000,
  total: null,
  maxQuantity: 1,
  choosesDay: false,
  isSent: false,
  reach: null,
};

/** Properties of a kind. */
const ofKind = (kind: ItemFields['kind']): Partial<ItemFields> => ({
  kind,
  choosesDay: false,
  isSent: kind === 'goods',
  reach: kind === 'delivery' ? 'here' : null,
});

/** One thing that a campaign offers, or one to be added. */
export function ItemEditor({
  edited,
  item,
  onAdded,
}: {
  edited: EditedCampaign;
  item: EditedItem | null;
  onAdded: () => void;
}) {
  const { campaign, is_public: isPublic, is_ended: isEnded, goal } = edited;
  const action = item ? 'campaigns.save-item' : 'campaigns.add-item';
  const record = useRecord<ItemFields>(item ?? { fields: EMPTY, revision: '' }, {
    action,
    words: actionText(action),
    input: (fields, base) => (item ? { item_id: item.item_id, base, fields } : { campaign, fields }),
    ...(!item && { onAdded }),
  });
  const { fields, edit, faulty } = record;
  const isKept = item?.is_ordered ?? false;
  const common = (name: keyof ItemFields) => ({ label: names[name]!, isFaulty: faulty.includes(name) });
  const shown = (name: string, value: unknown) => (value === null ? '' : valueText(name, value));
  const isChosen = fields.kind === 'tier' || fields.kind === 'goods';
  return (
    <RecordEditor
      record={record}
      title={fields.name || text.adding}
      names={names}
      shown={shown}
      isNew={item === null}
      mayEdit={!isEnded}
      saving={{ ...(isPublic ? saving.live : saving.draft), ...(!item && { button: saving.add }) }}
    >
      {isKept && <p className={styles.quiet}>{text.kept}</p>}
      {isPublic && <p className={styles.quiet}>{text.second}</p>}
      <ChoiceField
        label={names['kind']!}
        value={fields.kind}
        choices={isKept ? KINDS.filter(([kind]) => kind === fields.kind) : KINDS}
        onChange={(kind) => kind && edit(ofKind(kind))}
      />
      <LineField {...common('name')} required maxLength={60} value={fields.name} onChange={(name) => edit({ name })} />
      <LineField
        {...common('description')}
        maxLength={200}
        value={fields.description}
        onChange={(description) => edit({ description })}
      />
      <AmountField
        {...common('cents')}
        required
        readOnly={isKept}
        value={Number.isNaN(fields.cents) ? null : fields.cents}
        onChange={(cents) => edit({ cents: cents ?? Number.NaN })}
      />
      <CountField
        {...common('total')}
        hint={text.totalHint}
        most={MAX_STOCK}
        value={fields.total}
        onChange={(total) => edit({ total })}
      />
      {fields.kind === 'delivery' && (
        <ChoiceField
          label={names['reach']!}
          value={fields.reach}
          choices={isKept ? REACHES.filter(([reach]) => reach === fields.reach) : REACHES}
          onChange={(reach) => edit({ reach })}
        />
      )}
      {fields.kind !== 'delivery' && !fields.choosesDay && (
        <CountField
          {...common('maxQuantity')}
          required
          most={MAX_AN_ORDER}
          value={Number.isNaN(fields.maxQuantity) ? null : fields.maxQuantity}
          onChange={(maxQuantity) => edit({ maxQuantity: maxQuantity ?? Number.NaN })}
        />
      )}
      {fields.kind === 'tier' && (
        <>
          {(goal.fields.days !== null || fields.choosesDay) && (
            <label className={styles.choose}>
              <input
                type="checkbox"
                disabled={isKept}
                checked={fields.choosesDay}
                onChange={({ target }) =>
                  edit({ choosesDay: target.checked, ...(target.checked && { maxQuantity: 1 }) })
                }
              />
              {names['choosesDay']}
            </label>
          )}
          <label className={styles.choose}>
            <input
              type="checkbox"
              disabled={isKept}
              checked={fields.isSent}
              onChange={({ target }) => edit({ isSent: target.checked })}
            />
            {names['isSent']}
          </label>
        </>
      )}
      {isChosen && (
        <>
          <PictureField
            label={names['picture']!}
            hint={text.pictureHint}
            crop="16x9"
            value={fields.picture}
            onChange={(picture, chosen) => edit({ picture, ...(chosen?.alt && { pictureAlt: chosen.alt }) })}
          />
          <LineField
            {...common('pictureAlt')}
            maxLength={300}
            value={fields.pictureAlt}
            onChange={(pictureAlt) => edit({ pictureAlt })}
          />
        </>
      )}
    </RecordEditor>
  );
}
