import type { Tx } from '#db/database.ts';
import type { PostFields } from '#domain/campaigns/posts/posts.schema.ts';
import { addPost } from '#domain/campaigns/posts/posts.ts';
import { makeCampaign, type NewCampaign } from '#domain/campaigns/station.ts';
import { invite, makeEvent } from '#domain/invitations/invitations.ts';
import type { Config } from '#server/config.ts';
import { runActs, type DemoAct } from '#server/demo/demo-acts.ts';
import { supportDemo, type Supporters } from '#server/demo/demo-supporters.ts';
import { addDaysHk, dayHkOf, instantHk } from '#shared/hk-time.ts';

/** Days count from the demo's first. */
interface DemoCampaign extends Omit<NewCampaign, 'opensAt' | 'closesAt' | 'firstDay' | 'days'> {
  openedDaysAgo: number;
  closesInDays: number;
  /** Days for supporters to choose from; the first is this long after the campaign's end. */
  year: { days: number; beginsDaysAfter: number } | null;
  supporters: Supporters;
  posts: readonly (PostFields & { daysAgo: number })[];
}

interface DemoEvent {
  title: string;
  lead: string;
  venue: string;
  inDays: number;
  replyInDays: number;
  seats: number;
  cancelledWhy: string | null;
  invited: readonly { givenName: string; email: string; maxSeats: number; code: string }[];
}

const DAY_MS = 86_400_000;
const DOORS_MINUTE = 19 * 60 + 30;
const START_MINUTE = 20 * 60;
const END_MINUTE = 22 * 60;

/** Creates the demo's campaigns, sales and invitations with the station's own functions. Returns their numbers. */
export async function makeDemoCampaigns(
  tx: Tx,
  { config, now }: { config: Config; now: Date },
  { campaigns, events }: { campaigns: readonly DemoCampaign[]; events: readonly DemoEvent[] },
): Promise<{ campaigns: number; invitations: number }> {
  const today = dayHkOf(now);
  const acts: DemoAct[] = [];
  for (const { openedDaysAgo, closesInDays, year, supporters, posts, ...campaign } of campaigns) {
    const closesOn = addDaysHk(today, closesInDays);
    await makeCampaign(tx, {
      ...campaign,
      opensAt: new Date(now.getTime() - openedDaysAgo * DAY_MS),
      closesAt: instantHk(closesOn, 1_439),
      firstDay: year && addDaysHk(closesOn, year.beginsDaysAfter),
      days: year && year.days,
    });
    acts.push(...(await supportDemo(tx, { config, now }, campaign.name, supporters)));
    for (const { daysAgo, ...fields } of posts) {
      const at = new Date(now.getTime() - daysAgo * DAY_MS);
      const call = { hand: { who: 'demo', why: 'news of the demo' }, now: at };
      acts.push({ at, run: () => addPost(tx, call, { name: campaign.name, fields }) });
    }
  }
  await runActs(acts);
  // No mail is sent, because these codes are public.
  const services = { db: tx, siteUrl: '' };
  for (const { inDays, replyInDays, invited, cancelledWhy, ...event } of events) {
    const day = addDaysHk(today, inDays);
    const eventId = await makeEvent(tx, {
      ...event,
      doorsAt: instantHk(day, DOORS_MINUTE),
      startsAt: instantHk(day, START_MINUTE),
      endsAt: instantHk(day, END_MINUTE),
      replyBy: instantHk(addDaysHk(today, replyInDays), 1_439),
      cancelledAt: cancelledWhy === null ? null : now,
      cancelledWhy,
    });
    for (const one of invited) await invite(tx, services, { eventId, ...one });
  }
  return { campaigns: campaigns.length, invitations: events.reduce((sum, { invited }) => sum + invited.length, 0) };
}
