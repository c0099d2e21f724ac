import { campaignEditText } from '#app/text/zh-hk/desk-campaign-edit.ts';
import { actionText } from '#app/text/zh-hk/desk-names.ts';
import { MAX_CLAUSE_CHARS, MAX_CLAUSES } from '#domain/campaigns/editing/campaign-edit.rules.ts';
import { ActionButton } from '../../actions/action-button.tsx';
import { RecordEditor } from '../../directory/record-editor.tsx';
import { LineField } from '../../directory/text-field.tsx';
import { useRecord } from '../../directory/use-record.ts';
import { Panel } from '../../frame/panel.tsx';
import type { EditedCampaign, TermsFields } from './editor-types.ts';
import styles from '../../directory/directory.module.css';

const { terms: text } = campaignEditText;

const linesOf = (typed: string): string[] => typed.split('\n');

/** The terms being written, and the versions that buyers accepted. */
export function TermsTab({ edited }: { edited: EditedCampaign }) {
  const { campaign, terms, is_public: isPublic, is_ended: isEnded } = edited;
  const record = useRecord<TermsFields>(terms, {
    action: 'campaigns.save-terms',
    words: actionText('campaigns.save-terms'),
    input: (fields, base) => ({
      campaign,
      base,
      fields: { clauses: fields.clauses.map((clause) => clause.trim()).filter(Boolean) },
    }),
  });
  const { fields, edit } = record;
  return (
    <RecordEditor
      record={record}
      title={text.title(terms.version)}
      names={text.fields}
      shown={(_name, value) => (value as string[]).join('\n')}
      isNew={false}
      mayEdit={!isEnded}
      saving={campaignEditText.saving.terms}
      side={
        <>
          {isPublic && terms.is_draft && !record.isChanged && (
            <Panel title={text.publish(terms.version)}>
              <div className={styles.form}>
                <p>
                  <ActionButton
                    action="campaigns.publish-terms"
                    input={{ campaign }}
                    words={text.publish(terms.version)}
                  />
                </p>
                <p className={styles.quiet}>{text.publishNote}</p>
              </div>
            </Panel>
          )}
          <Panel title={text.published}>
            <div className={styles.form}>
              {!isPublic && <p className={styles.quiet}>{text.draftNote}</p>}
              {terms.published.length === 0 && <p>{text.none}</p>}
              {terms.published.map(({ version, since, clauses }) => (
                <details key={version}>
                  <summary>{text.since(version, since)}</summary>
                  <ol>
                    {clauses.map((clause) => (
                      <li key={clause}>{clause}</li>
                    ))}
                  </ol>
                </details>
              ))}
            </div>
          </Panel>
        </>
      }
    >
      <LineField
        label={text.fields['clauses']!}
        hint={text.hint}
        rows={14}
        maxLength={MAX_CLAUSES * MAX_CLAUSE_CHARS}
        value={fields.clauses.join('\n')}
        onChange={(typed) => edit({ clauses: typed === '' ? [] : linesOf(typed) })}
      />
    </RecordEditor>
  );
}
