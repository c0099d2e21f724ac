import { useState } from 'react';
import { useNavigate } from 'react-router';
import { campaignEditText } from '#app/text/zh-hk/desk-campaign-edit.ts';
import { Button } from '#app/ui/button.tsx';
import { ActionButton } from '../../actions/action-button.tsx';
import { call } from '../../call.ts';
import { deskPaths } from '../../desk-paths.ts';
import { Panel } from '../../frame/panel.tsx';
import type { EditedCampaign } from './editor-types.ts';
import styles from '../../directory/directory.module.css';

const { publish: text } = campaignEditText;

function PreviewButton({ campaign }: { campaign: string }) {
  const [hasFailed, setFailed] = useState(false);
  const open = async () => {
    // Opened by the press itself: a browser blocks a window that comes after a call.
    const tab = window.open('about:blank', '_blank');
    try {
      const { url } = await call<{ url: string }>(`/api/staff/campaigns/${campaign}/preview`, {});
      setFailed(tab === null);
      if (tab) {
        tab.opener = null;
        tab.location.replace(url);
      }
    } catch {
      tab?.close();
      setFailed(true);
    }
  };
  return (
    <>
      <p>
        <Button tone="outline" onClick={() => void open()}>
          {text.preview}
        </Button>
      </p>
      <p role="alert" className={styles.fault}>
        {hasFailed && text.previewFailed}
      </p>
    </>
  );
}

/** The page as it will be, what blocks its publication, and the publication. */
export function PublishTab({ edited }: { edited: EditedCampaign }) {
  const navigate = useNavigate();
  const { campaign, blocks, is_public: isPublic } = edited;
  return (
    <div className={styles.editor}>
      <Panel title={text.ready}>
        <div className={styles.form}>
          {isPublic ? (
            <p>{text.isPublic}</p>
          ) : (
            <>
              {blocks.length > 0 && (
                <div>
                  <p>{text.blocked}</p>
                  <ul>
                    {blocks.map((block) => (
                      <li key={block}>・{text.blocks[block]}</li>
                    ))}
                  </ul>
                </div>
              )}
              <p className={styles.tags}>
                <ActionButton
                  action="campaigns.publish"
                  input={{ campaign }}
                  words={text.publish}
                  disabled={blocks.length > 0}
                />
                <ActionButton
                  action="campaigns.delete"
                  input={{ campaign }}
                  words={text.delete}
                  tone="danger"
                  onDone={() => void navigate(deskPaths.campaigns(), { replace: true })}
                />
              </p>
              <p className={styles.quiet}>{text.note}</p>
            </>
          )}
        </div>
      </Panel>
      <Panel title={text.title}>
        <div className={styles.form}>
          <PreviewButton campaign={campaign} />
          <p className={styles.quiet}>{text.previewNote}</p>
        </div>
      </Panel>
    </div>
  );
}
