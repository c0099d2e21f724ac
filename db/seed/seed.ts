import { and, eq } from 'drizzle-orm';
import { tables, type Db, type Tx } from '#db/database.ts';
import { seedContent } from '#db/seed/content.ts';
import { seedReplayPrices } from '#db/seed/replay-prices.ts';
import { seedDemoRentals, seedFilms } from '#db/seed/films.ts';
import { seedDemoHouseAds } from '#db/seed/house-ads.ts';
import { seedDemoLetters } from '#db/seed/letters.ts';
import { seedDemoLiveBlog } from '#db/seed/live-blog.ts';
import { seedDemoMembers } from '#db/seed/members.ts';
import { seedPictures } from '#db/seed/pictures.ts';
import { seedDemoStaff } from '#db/seed/staff.ts';
import { seedStation } from '#db/seed/station.ts';
import { filmFixtures } from '#fixtures/content/films.ts';
import { eventFixtures } from '#fixtures/content/events.ts';
import { campaignFixtures, invitationFixtures } from '#fixtures/campaigns.ts';
import { classicFixtures } from '#fixtures/station/classics.ts';

export interface SeedOptions {
  log: (line: string) => void;
  now?: Date;
  /** Demo only: creates the accounts whose password the README gives. */
  demoMembers?: { hashPassword: (password: string) => Promise<string> };
  /** Demo only: accounts of the desk. `sealTotp` encrypts the secret of an authenticator app. */
  demoStaff?: { sealTotp: (accountId: number, base32: string) => Buffer };
  /** Demo only: generates past broadcasts. Returns how many. */
  demoArchive?: (db: Db, now: Date) => Promise<number>;
  /** Demo only: creates live events: one live, one upcoming, one over. Returns how many. */
  demoEvents?: (db: Db, now: Date, events: typeof eventFixtures) => Promise<number>;
  /** Demo only: adds classics and transcripts to the archive. */
  demoExtras?: (
    db: Db,
    now: Date,
    classics: typeof classicFixtures,
  ) => Promise<{ classics: number; transcripts: number }>;
  /** Demo only: imports its films, each once. Returns how many were imported. */
  demoFilms?: (db: Db, now: Date) => Promise<number>;
  /** Demo only: attaches streams to the films on sale. Returns how many are complete. */
  shelveFilms?: (db: Db, now: Date, films: readonly { id: number; slug: string }[]) => Promise<number>;
  /** Demo only: stores the station's own advertisements. */
  demoHouseAds?: { put: (bytes: Uint8Array) => Promise<string> };
  /** Demo only: campaigns and invitations. */
  demoCampaigns?: (
    tx: Tx,
    now: Date,
    fixtures: { campaigns: typeof campaignFixtures; events: typeof invitationFixtures },
  ) => Promise<{ campaigns: number; invitations: number }>;
}

/**
 * Seeds an empty database with the station and its content, dated back from `now`. A second run finds each step done
 * and changes nothing.
 */
export async function seedDatabase(
  db: Db,
  {
    log,
    now = new Date(),
    demoMembers,
    demoStaff,
    demoArchive,
    demoEvents,
    demoExtras,
    demoFilms,
    shelveFilms,
    demoHouseAds,
    demoCampaigns,
  }: SeedOptions,
): Promise<void> {
  if (await seedStation(db)) log('Seeded programmes, hosts and weekly schedules.');
  const articles = await seedContent(db, now);
  if (articles > 0) log(`Seeded ${articles} articles, the chart, directories and permanent pages.`);
  const announced = await seedFilms(db, now);
  if (announced > 0) log(`Seeded ${announced} films.`);
  const pictures = await seedPictures(db);
  if (pictures > 0) log(`Linked ${pictures} pictures to their current versions.`);
  if (demoMembers) {
    const accounts = await seedDemoMembers(db, { now, ...demoMembers });
    if (accounts > 0) log(`Seeded ${accounts} demo accounts; the README names them.`);
    const rentals = await seedDemoRentals(db, now);
    if (rentals > 0) log(`Gave ${rentals} film rentals to demo accounts.`);
  }
  if (demoStaff && !(await isDone(db, DEMO_STAFF)))
    await db.transaction(async (tx) => {
      const accounts = await seedDemoStaff(tx, now, demoStaff);
      await tx.insert(tables.seedSteps).values(DEMO_STAFF);
      log(`Seeded ${accounts} demo accounts of the desk; its log-in page shows their codes.`);
    });
  if (demoStaff && !(await isDone(db, DEMO_LETTERS)))
    await db.transaction(async (tx) => {
      const letters = await seedDemoLetters(tx, now);
      await tx.insert(tables.seedSteps).values(DEMO_LETTERS);
      log(`Seeded ${letters} letters of listeners.`);
    });
  if (demoStaff && !(await isDone(db, DEMO_LIVE_BLOG)))
    await db.transaction(async (tx) => {
      const entries = await seedDemoLiveBlog(tx, now);
      await tx.insert(tables.seedSteps).values(DEMO_LIVE_BLOG);
      log(`Wrote ${entries} entries of a live blog.`);
    });
  if (demoHouseAds && !(await isDone(db, DEMO_HOUSE_ADS)))
    await db.transaction(async (tx) => {
      const ads = await seedDemoHouseAds(tx, now, demoHouseAds);
      await tx.insert(tables.seedSteps).values(DEMO_HOUSE_ADS);
      log(`Booked ${ads} advertisements of the station.`);
    });
  if (demoArchive && !(await isDone(db, DEMO_ARCHIVE))) {
    const broadcasts = await demoArchive(db, now);
    // Recorded last: an interrupted start repeats the step, which skips existing rows.
    await db.insert(tables.seedSteps).values(DEMO_ARCHIVE).onConflictDoNothing();
    log(`Cut ${broadcasts} broadcasts of the last 30 days.`);
  }
  if (demoArchive && !(await isDone(db, DEMO_REPLAY_PRICES)))
    await db.transaction(async (tx) => {
      const prices = await seedReplayPrices(tx);
      await tx.insert(tables.seedSteps).values(DEMO_REPLAY_PRICES);
      log(`Priced the replays of ${prices} programmes.`);
    });
  // Before the events: what was done for campaigns was done before the last of them ended, and the audit has it in order.
  if (demoCampaigns && !(await isDone(db, DEMO_CAMPAIGNS)))
    await db.transaction(async (tx) => {
      const fixtures = { campaigns: campaignFixtures, events: invitationFixtures };
      const { campaigns, invitations } = await demoCampaigns(tx, now, fixtures);
      await tx.insert(tables.seedSteps).values(DEMO_CAMPAIGNS);
      log(`Opened ${campaigns} campaigns and sent ${invitations} invitations.`);
    });
  if (demoEvents && !(await isDone(db, DEMO_EVENTS)))
    await db.transaction(async (tx) => {
      const events = await demoEvents(tx, now, eventFixtures);
      // The events were added after the pictures were linked.
      await seedPictures(tx);
      await tx.insert(tables.seedSteps).values(DEMO_EVENTS);
      log(`Created ${events} live events.`);
    });
  if (demoExtras && !(await isDone(db, DEMO_EXTRAS)))
    await db.transaction(async (tx) => {
      const { classics, transcripts } = await demoExtras(tx, now, classicFixtures);
      await tx.insert(tables.seedSteps).values(DEMO_EXTRAS);
      log(`Added ${classics} classics and ${transcripts} transcripts.`);
    });
  const films = (await demoFilms?.(db, now)) ?? 0;
  if (films > 0) log(`Added ${films} films and trailers.`);
  const shelved = (await shelveFilms?.(db, now, filmFixtures)) ?? 0;
  if (shelved > 0) log(`Put ${shelved} films on sale.`);
}

const DEMO_STAFF = { name: 'demo-staff', version: '1' };
const DEMO_LIVE_BLOG = { name: 'demo-live-blog', version: '1' };
const DEMO_LETTERS = { name: 'demo-letters', version: '1' };
const DEMO_HOUSE_ADS = { name: 'demo-house-ads', version: '1' };
const DEMO_ARCHIVE = { name: 'demo-archive', version: '1' };
const DEMO_REPLAY_PRICES = { name: 'demo-replay-prices', version: '1' };
const DEMO_EVENTS = { name: 'demo-events', version: '1' };
const DEMO_EXTRAS = { name: 'demo-archive-extras', version: '1' };
const DEMO_CAMPAIGNS = { name: 'demo-campaigns', version: '1' };

async function isDone(db: Db, { name, version }: typeof DEMO_ARCHIVE): Promise<boolean> {
  const { name: names, version: versions } = tables.seedSteps;
  const steps = await db
    .select()
    .from(tables.seedSteps)
    .where(and(eq(names, name), eq(versions, version)));
  return steps.length > 0;
}
