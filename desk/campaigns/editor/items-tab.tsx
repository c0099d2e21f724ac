import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { campaignEditText } from '#app/text/zh-hk/desk-campaign-edit.ts';
import { campaignsText } from '#app/text/zh-hk/desk-campaigns.ts';
import { Button } from '#app/ui/button.tsx';
import { exactHk } from '#shared/money.ts';
import { DirectButton } from '../../actions/direct-button.tsx';
import { Panel } from '../../frame/panel.tsx';
import type { EditedCampaign } from './editor-types.ts';
import { ItemEditor } from './item-editor.tsx';
import styles from '../../directory/directory.module.css';
import money from '../../money/money.module.css';

const { items: text } = campaignEditText;

/** The order with one item a place earlier. */
const raised = (ids: readonly number[], at: number): number[] => ids.toSpliced(at - 1, 2, ids[at]!, ids[at - 1]!);

/** What a campaign offers, in its order, and the form of one of them. */
export function ItemsTab({ edited }: { edited: EditedCampaign }) {
  const { campaign, items, is_ended: isEnded } = edited;
  const { revalidate } = useRevalidator();
  const [open, setOpen] = useState<number | 'new' | null>(null);
  const ids = items.map(({ item_id: id }) => id);
  const item = items.find(({ item_id: id }) => id === open) ?? null;
  return (
    <>
      <Panel
        title={text.title}
        aside={
          !isEnded && (
            <Button size="small" onClick={() => setOpen('new')}>
              {text.add}
            </Button>
          )
        }
      >
        {items.length === 0 && <p className={money.empty}>{text.none}</p>}
        <ul>
          {items.map(({ item_id: id, fields, sold, held, is_retired: isRetired }, at) => (
            <li key={id} className={styles.row}>
              <span>
                <b>{fields.name}</b> {exactHk(fields.cents)}
              </span>
              <span className={styles.tags}>
                <span>{campaignsText.page.itemKinds[fields.kind]}</span>
                {isRetired && (
                  <span className={styles.tag} data-state="retired">
                    {text.retired}
                  </span>
                )}
                <span>{text.stock(sold, held, fields.total)}</span>
              </span>
              <span className={styles.tags}>
                <Button size="small" tone="outline" aria-label={text.edit(fields.name)} onClick={() => setOpen(id)}>
                  {campaignEditText.edit}
                </Button>
                {!isEnded && (
                  <>
                    <DirectButton
                      action={isRetired ? 'campaigns.restore-item' : 'campaigns.retire-item'}
                      input={{ item_id: id }}
                      words={isRetired ? text.restore : text.retire}
                      aria-label={`${isRetired ? text.restore : text.retire} ${fields.name}`}
                      size="small"
                      tone="outline"
                    />
                    {at > 0 && (
                      <DirectButton
                        action="campaigns.order-items"
                        input={{ campaign, item_ids: raised(ids, at) }}
                        words="↑"
                        aria-label={text.up(fields.name)}
                        size="small"
                        tone="outline"
                      />
                    )}
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      </Panel>
      {open !== null && (
        <>
          <p className={styles.tags}>
            <Button size="small" tone="outline" onClick={() => setOpen(null)}>
              {text.close}
            </Button>
          </p>
          <ItemEditor
            key={open}
            edited={edited}
            item={item}
            onAdded={() => {
              setOpen(null);
              void revalidate();
            }}
          />
        </>
      )}
    </>
  );
}
