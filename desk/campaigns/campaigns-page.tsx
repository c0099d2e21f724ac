import { Link, useLoaderData, useOutletContext, type LoaderFunctionArgs } from 'react-router';
import { campaignEditText } from '#app/text/zh-hk/desk-campaign-edit.ts';
import { campaignsText } from '#app/text/zh-hk/desk-campaigns.ts';
import { buttonClasses } from '#app/ui/button-classes.ts';
import { exactHk } from '#shared/money.ts';
import { call } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { Panel, RoomHead } from '../frame/panel.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import type { Session } from '../session.ts';
import { TONE_OF_CAMPAIGN, type ListedCampaign } from './campaign-types.ts';
import directory from '../directory/directory.module.css';
import styles from '../money/money.module.css';

const { list: text } = campaignsText;

export const loadCampaigns = ({ request }: LoaderFunctionArgs) =>
  call<{ items: ListedCampaign[] }>('/api/staff/campaigns', undefined, request.signal);

/** Campaigns that the visitor may see, the newest first. */
export function CampaignsPage() {
  const { items } = useLoaderData<typeof loadCampaigns>();
  const { actions } = useOutletContext<Session>();
  usePageTitle(campaignsText.title);
  return (
    <>
      <RoomHead title={campaignsText.title} note={campaignsText.note}>
        {actions.includes('campaigns.create') && (
          <Link to={deskPaths.newCampaign()} className={buttonClasses({}, directory.add)}>
            {campaignEditText.create.open}
          </Link>
        )}
      </RoomHead>
      <Panel title={campaignsText.title}>
        {items.length === 0 ? (
          <p className={styles.empty}>{text.empty}</p>
        ) : (
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{text.name}</th>
                <th scope="col">{text.state}</th>
                <th scope="col">{text.times}</th>
                <th scope="col">{text.collected}</th>
                <th scope="col">{text.supporters}</th>
              </tr>
            </thead>
            <tbody>
              {items.map((campaign) => (
                <tr key={campaign.name}>
                  <th scope="row" data-label={text.name}>
                    <span>
                      <Link
                        to={
                          campaign.state === 'draft'
                            ? deskPaths.editCampaign(campaign.name)
                            : deskPaths.campaign(campaign.name)
                        }
                      >
                        {campaign.name}
                      </Link>{' '}
                      <span className={styles.small}>{campaignsText.kinds[campaign.kind]}</span>
                    </span>
                  </th>
                  <td data-label={text.state}>
                    <span className={styles.state} data-tone={TONE_OF_CAMPAIGN[campaign.state]}>
                      {campaignsText.states[campaign.state]}
                    </span>
                  </td>
                  <td data-label={text.times}>
                    {`${campaignsText.at(campaign.opens_ts)} – ${campaignsText.at(campaign.closes_ts)}`}
                  </td>
                  <td data-label={text.collected}>
                    {text.of(
                      exactHk(campaign.collected_cents),
                      campaign.target_cents === null ? null : exactHk(campaign.target_cents),
                    )}
                  </td>
                  <td data-label={text.supporters}>{text.people(campaign.supporters)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Panel>
    </>
  );
}
