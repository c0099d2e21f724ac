import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { campaignEditText } from '#app/text/zh-hk/desk-campaign-edit.ts';
import { valueText } from '#app/text/zh-hk/desk-fields.ts';
import { actionText } from '#app/text/zh-hk/desk-names.ts';
import { Button } from '#app/ui/button.tsx';
import { MAX_POST_CHARS } from '#domain/campaigns/posts/posts.rules.ts';
import { dateTimeHk } from '#shared/hk-time.ts';
import { DirectButton } from '../../actions/direct-button.tsx';
import { RecordEditor } from '../../directory/record-editor.tsx';
import { LineField } from '../../directory/text-field.tsx';
import { useRecord } from '../../directory/use-record.ts';
import { Panel } from '../../frame/panel.tsx';
import { PictureField } from '../../pictures/picture-field.tsx';
import { ChoiceField } from '../../words/field.tsx';
import type { EditedCampaign, EditedPost, PostFields } from './editor-types.ts';
import styles from '../../directory/directory.module.css';
import money from '../../money/money.module.css';

const { posts: text, saving } = campaignEditText;
const { fields: names } = text;
const KINDS = (['update', 'question'] as const).map((kind) => [kind, text.kinds[kind]] as const);

const EMPTY: PostFields = { kind: 'update', title: '', body: '', picture: '', pictureAlt: '' };

/** A post, or one to be added. */
function PostEditor({
  edited: { campaign, is_public: isPublic },
  post,
  onAdded,
}: {
  edited: EditedCampaign;
  post: EditedPost | null;
  onAdded: () => void;
}) {
  const action = post ? 'campaigns.save-post' : 'campaigns.post';
  const record = useRecord<PostFields>(post ?? { fields: EMPTY, revision: '' }, {
    action,
    words: actionText(action),
    input: (fields, base) => (post ? { post_id: post.post_id, base, fields } : { campaign, fields }),
    ...(!post && { onAdded }),
  });
  const { fields, edit, faulty } = record;
  const common = (name: keyof PostFields) => ({ label: names[name]!, isFaulty: faulty.includes(name) });
  return (
    <RecordEditor
      record={record}
      title={fields.title || text.adding}
      names={names}
      shown={(name, value) => (name === 'kind' ? text.kinds[value as PostFields['kind']] : valueText(name, value))}
      isNew={post === null}
      mayEdit
      saving={{ ...(isPublic ? saving.live : saving.draft), ...(!post && { button: text.publish }) }}
    >
      <ChoiceField
        label={names['kind']!}
        value={fields.kind}
        choices={KINDS}
        onChange={(kind) => kind && edit({ kind })}
      />
      <LineField
        {...common('title')}
        required
        hint={text.titleHint}
        maxLength={100}
        value={fields.title}
        onChange={(title) => edit({ title })}
      />
      <LineField
        {...common('body')}
        required
        rows={8}
        maxLength={MAX_POST_CHARS}
        value={fields.body}
        onChange={(body) => edit({ body })}
      />
      <PictureField
        label={names['picture']!}
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
    </RecordEditor>
  );
}

/** News of a campaign and answers to questions, also of one in code and of one that has ended. */
export function PostsTab({ edited }: { edited: EditedCampaign }) {
  const { posts } = edited;
  const { revalidate } = useRevalidator();
  const [open, setOpen] = useState<number | 'new' | null>(null);
  const post = posts.find(({ post_id: id }) => id === open) ?? null;
  return (
    <>
      <Panel
        title={text.title}
        aside={
          <Button size="small" onClick={() => setOpen('new')}>
            {text.add}
          </Button>
        }
      >
        {posts.length === 0 && <p className={money.empty}>{text.none}</p>}
        <ul>
          {posts.map(({ post_id: id, fields, posted_ts: posted, is_withdrawn: isWithdrawn }) => (
            <li key={id} className={styles.row}>
              <span>
                <b>{fields.title}</b>
              </span>
              <span className={styles.tags}>
                <span>{text.kinds[fields.kind]}</span>
                <span>{dateTimeHk(new Date(posted * 1000)).slice(0, 16)}</span>
                {isWithdrawn && (
                  <span className={styles.tag} data-state="retired">
                    {text.withdrawn}
                  </span>
                )}
              </span>
              <span className={styles.tags}>
                <Button size="small" tone="outline" aria-label={text.edit(fields.title)} onClick={() => setOpen(id)}>
                  {campaignEditText.edit}
                </Button>
                <DirectButton
                  action={isWithdrawn ? 'campaigns.restore-post' : 'campaigns.withdraw-post'}
                  input={{ post_id: id }}
                  words={isWithdrawn ? text.restore : text.withdraw}
                  aria-label={`${isWithdrawn ? text.restore : text.withdraw} ${fields.title}`}
                  size="small"
                  tone="outline"
                />
              </span>
            </li>
          ))}
        </ul>
      </Panel>
      {open !== null && (
        <>
          <p className={styles.tags}>
            <Button size="small" tone="outline" onClick={() => setOpen(null)}>
              {campaignEditText.items.close}
            </Button>
          </p>
          <PostEditor
            key={open}
            edited={edited}
            post={post}
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
