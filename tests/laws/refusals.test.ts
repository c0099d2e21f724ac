import { expect, it } from 'vitest';
import { files, read, withoutComments } from './source.ts';

// An editor who is refused something reads why in Cantonese. Conflicts are made by `refused`, whose codes are a type for
// which the desk has words (shared/staff/refusals.ts); the type check ensures that each code has them.

const MAKER = 'shared/staff/refusals.ts';
const sources = files(/^(domain|server|shared)\/.*\.ts$/).filter(
  (file) => !file.endsWith('.test.ts') && file !== MAKER,
);

/** Number, by file, of conflicts met only by visitors, gateways, captioners, workers and the studio's screen. */
const OF_OTHERS: Record<string, number> = {
  'domain/archive/captions/captions.ts': 1,
  'domain/campaigns/details.ts': 1,
  'domain/campaigns/campaign-fulfilment.ts': 1,
  'domain/campaigns/campaign-product.ts': 2,
  'domain/events/events.api.ts': 1,
  'domain/events/reminders.ts': 1,
  'domain/events/tickets.ts': 2,
  'domain/families/families.ts': 4,
  'domain/film-making/film-making.ts': 1,
  'domain/invitations/invitations.ts': 1,
  'domain/ledger/seals.ts': 2,
  'domain/members/profile/profile.ts': 1,
  'domain/offline-applications/offline-applications.ts': 2,
  'domain/passkeys/passkeys.ts': 3,
  'domain/payments/attempts/attempts.ts': 2,
  'domain/payments/orders/open-order.ts': 1,
  'domain/playback/positions.ts': 1,
  'domain/podcasts/podcasts.ts': 1,
  'domain/quotas/quotas.ts': 1,
  'domain/renewals/renewal-fulfilment.ts': 4,
  'domain/replay-gifts/replay-gifts.ts': 1,
  'domain/sales/sale-fulfilment.ts': 1,
  'domain/sales/selling.ts': 1,
  'domain/studio/studio-marks.ts': 2,
  'domain/subscriptions/credit.ts': 1,
};

it('tells staff of each conflict by a code that the desk has words for', () => {
  const made = sources.flatMap((file) => {
    const text = withoutComments(read(file));
    const count = [...text.matchAll(/new DomainError\(([^,;]*)/g)].filter(([, name = '']) =>
      name.includes("'conflict'"),
    );
    return count.length > 0 ? [[file, count.length] as const] : [];
  });
  expect(Object.fromEntries(made)).toEqual(OF_OTHERS);
});

it('has no words for a refusal that nothing makes', () => {
  const codes = [...read(MAKER).matchAll(/^ {2}'?([a-z-]+)'?: /gm)].map(([, code = '']) => code);
  expect(codes.length).toBeGreaterThan(150);
  const text = sources.map((file) => withoutComments(read(file))).join('\n');
  const isMade = (code: string) =>
    text.includes(`'${code}'`) || (code.startsWith('needs-') && text.includes('`needs-${'));
  expect(codes.filter((code) => !isMade(code))).toEqual([]);
});

it('gives staff no English sentence for an input that an action or a call of theirs refuses', () => {
  const doors = sources.filter((file) => /\.(actions|staff\.api)\.ts$/.test(file));
  expect(doors.length).toBeGreaterThan(40);
  const bare = (file: string) => /new DomainError\('invalidParam',\s*['"`]/.test(withoutComments(read(file)));
  // Headers that the desk's own code sends.
  expect(doors.filter(bare)).toEqual(['domain/uploads/uploads.staff.api.ts']);
});
