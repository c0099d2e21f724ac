import { useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { deskMembersText as text } from '#app/text/zh-hk/desk-members.ts';
import { call } from '../call.ts';
import { RoomHead } from '../frame/panel.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import { LookUpForm } from './look-up-form.tsx';
import { MemberActs } from './member-acts.tsx';
import { MemberCard } from './member-card.tsx';
import { MemberMerges } from './member-merges.tsx';
import { MemberDevices, MemberFamily, MemberHolds, MemberOrders } from './member-panels.tsx';
import { Timeline } from './timeline.tsx';
import type { Member, TimelineItem } from './member.types.ts';
import styles from './member-page.module.css';

interface Loaded {
  member: Member;
  timeline: { items: TimelineItem[]; next_before: string | null };
  show: string | null;
  before: string | null;
}

/** The part and position of the timeline are in the address. */
export async function loadMember({ request, params }: LoaderFunctionArgs): Promise<Loaded> {
  const given = new URL(request.url).searchParams;
  const [show, before] = [given.get('show'), given.get('before')];
  const path = `/api/staff/members/${params['id'] ?? ''}`;
  // The first call opens the member to the caller, which is counted and recorded once.
  const member = await call<Member>(path, undefined, request.signal);
  const query = new URLSearchParams({ ...(show && { show }), ...(before && { before }) });
  const timeline = await call<Loaded['timeline']>(`${path}/timeline?${query}`, undefined, request.signal);
  return { member, timeline, show, before };
}

/** Everything about a member that helps them. */
export function MemberPage() {
  const { member, timeline, show, before } = useLoaderData<Loaded>();
  usePageTitle(text.title);
  const { member_id: id } = member;
  return (
    <>
      <RoomHead title={text.title}>
        <LookUpForm />
      </RoomHead>
      <MemberCard key={id} member={member} />
      <div className={styles.columns}>
        <div className={styles.main}>
          <div className={styles.pair}>
            <MemberHolds member={member} />
            <MemberDevices member={member} />
          </div>
          <MemberFamily member={member} />
          <MemberOrders orders={member.orders} />
        </div>
        <div>
          <MemberActs key={id} member={member} />
          <MemberMerges key={`merges-${id}`} member={member} />
          <Timeline memberId={id} {...timeline} show={show} before={before} />
        </div>
      </div>
    </>
  );
}
