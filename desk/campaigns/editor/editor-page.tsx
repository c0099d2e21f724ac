import { Link, NavLink, useLoaderData, useParams, type LoaderFunctionArgs } from 'react-router';
import { campaignEditText as text } from '#app/text/zh-hk/desk-campaign-edit.ts';
import { campaignsText } from '#app/text/zh-hk/desk-campaigns.ts';
import { call } from '../../call.ts';
import { deskPaths } from '../../desk-paths.ts';
import { RoomHead } from '../../frame/panel.tsx';
import { Tabs } from '../../frame/tabs.tsx';
import { usePageTitle } from '../../frame/use-page-title.ts';
import type { EditedCampaign } from './editor-types.ts';
import { GoalTab } from './goal-tab.tsx';
import { ItemsTab } from './items-tab.tsx';
import { PageTab } from './page-tab.tsx';
import { PostsTab } from './posts-tab.tsx';
import { PublishTab } from './publish-tab.tsx';
import { TermsTab } from './terms-tab.tsx';
import directory from '../../directory/directory.module.css';

export const loader = ({ params, request }: LoaderFunctionArgs) =>
  call<EditedCampaign>(
    `/api/staff/campaigns/${encodeURIComponent(params['name'] ?? '')}/editor`,
    undefined,
    request.signal,
  );

const TABS = {
  goal: GoalTab,
  items: ItemsTab,
  page: PageTab,
  posts: PostsTab,
  terms: TermsTab,
  publish: PublishTab,
} as const;
type Tab = keyof typeof TABS;
/** Tabs of a campaign whose texts are in the site's code. */
const CODED: readonly Tab[] = ['goal', 'items', 'posts'];

/** A campaign in steps: what it collects, offers, says and demands, and its publication. */
export function Component() {
  const edited = useLoaderData<typeof loader>();
  const { part } = useParams();
  const { campaign: name, page, is_public: isPublic, is_ended: isEnded } = edited;
  const tabs = page === null ? CODED : (Object.keys(TABS) as Tab[]);
  const tab = tabs.find((one) => one === part) ?? 'goal';
  const Tab = TABS[tab];
  const title = page?.fields.title || name;
  usePageTitle(`${text.tabs[tab]} ${title}`);
  return (
    <>
      <RoomHead title={title} note={isPublic ? text.tabs[tab] : `${text.draft}　${text.tabs[tab]}`}>
        <Link to={deskPaths.campaigns()}>{campaignsText.page.back}</Link>
        {isPublic && <Link to={deskPaths.campaign(name)}>{text.standing}</Link>}
      </RoomHead>
      <Tabs label={text.tabsLabel}>
        {tabs.map((one) => (
          <NavLink key={one} to={deskPaths.editCampaign(name, one)}>
            {text.tabs[one]}
          </NavLink>
        ))}
      </Tabs>
      {isEnded && tab !== 'posts' && <p className={directory.notice}>{text.ended}</p>}
      {page === null && <p className={directory.notice}>{text.coded(name)}</p>}
      <Tab key={name} edited={edited} />
    </>
  );
}
