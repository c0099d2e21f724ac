import { useState } from 'react';
import { Link, useLoaderData, useNavigate } from 'react-router';
import { campaignEditText } from '#app/text/zh-hk/desk-campaign-edit.ts';
import { campaignsText } from '#app/text/zh-hk/desk-campaigns.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { deskPaths } from '../desk-paths.ts';
import { LineField } from '../directory/text-field.tsx';
import { Panel, RoomHead } from '../frame/panel.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import { ChoiceField } from '../words/field.tsx';
import { loadCampaigns } from './campaigns-page.tsx';
import styles from '../directory/directory.module.css';

const { create: text } = campaignEditText;
const KINDS = (['pledge', 'sale'] as const).map((kind) => [kind, campaignsText.kinds[kind]] as const);
const NAME = /^[a-z0-9_]{3,40}$/;

export const loader = loadCampaigns;

/** A draft, empty or from another campaign. */
export function Component() {
  const { items } = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [kind, setKind] = useState<'pledge' | 'sale'>('pledge');
  const [copyOf, setCopyOf] = useState<string | null>(null);
  usePageTitle(text.title);
  const kindShown = items.find((one) => one.name === copyOf)?.kind ?? kind;
  return (
    <>
      <RoomHead title={text.title}>
        <Link to={deskPaths.campaigns()}>{campaignsText.page.back}</Link>
      </RoomHead>
      <Panel title={text.title}>
        <div className={styles.form}>
          <LineField
            label={text.name}
            hint={text.nameHint}
            isFaulty={name !== '' && !NAME.test(name)}
            maxLength={40}
            value={name}
            onChange={setName}
          />
          <ChoiceField
            label={text.copy}
            hint={text.copyHint}
            value={copyOf}
            none={text.noCopy}
            choices={items.map((one) => [one.name, one.name] as const)}
            onChange={setCopyOf}
          />
          <ChoiceField
            label={text.kind}
            value={kindShown}
            choices={copyOf === null ? KINDS : KINDS.filter(([one]) => one === kindShown)}
            onChange={(one) => one && setKind(one)}
          />
          <p className={styles.tags}>
            <ActionButton
              action="campaigns.create"
              input={{ campaign: name, kind: kindShown, copy_of: copyOf }}
              words={text.make}
              disabled={!NAME.test(name)}
              onDone={() => void navigate(deskPaths.editCampaign(name), { replace: true })}
            />
            <span>{text.note}</span>
          </p>
        </div>
      </Panel>
    </>
  );
}
