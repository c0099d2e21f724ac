import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { DomainError } from '#shared/domain-error.ts';
import { csvDownload } from '#shared/http/csv-download.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { MAX_ID } from '#shared/ids.ts';
import { staffOf, staffOnly } from '#shared/staff/staff-actor.ts';
import { csvLine } from '#shared/text/csv.ts';
import { admittedOf } from './entrance.rules.ts';
import { listComers, presentScan } from './entrance.ts';
import { noteListTaken } from './guest-events.ts';
import { HELP_CHOICES } from './invitations.rules.ts';
import { findGuestEvent } from './invitations.ts';

const id = z.coerce.number().int().min(1).max(MAX_ID);
const count = z.number().int();
const seconds = z.number().describe('Unix seconds');

export const shownScanSchema = z.object({
  id: z.string(),
  door: z.string(),
  seats: count.describe('People let in; of a correction, minus those of the scan that it corrects'),
  corrects: z.string().nullable(),
  at_ts: seconds.describe('By the clock of the phone'),
});

/** The list of the door, which phones keep to work without a network. */
export async function entranceStaffApi(
  app: FastifyInstance,
  { db, clock }: { db: Db; clock: () => Date },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['invitations'];
  const refused = refusals('notAuthenticated', 'forbidden', 'invalidParam', 'dataNotFound');
  const guard = staffOnly('invitations.send');
  api.get(
    '/api/staff/guest-events/:id/door',
    {
      schema: {
        tags,
        summary: 'Those who come, by name, for the door, with what the doors let in',
        params: z.object({ id }),
        response: {
          200: wrapped(
            z.object({
              event_id: z.number().int(),
              title: z.string(),
              starts_ts: seconds,
              ends_ts: seconds,
              items: z.array(
                z.object({
                  invitation_id: z.number().int(),
                  given_name: z.string(),
                  seats: count,
                  guests: z.array(z.string()),
                  food: z.string().nullable(),
                  help: z.enum(HELP_CHOICES),
                  code_hashes: z.array(z.string()).describe('SHA-256 of the codes of its tickets, base64url'),
                  scans: z.array(shownScanSchema).describe('In the order of the clocks of the phones'),
                }),
              ),
            }),
          ),
          ...refused,
        },
      },
      ...guard,
    },
    async ({ params }) => {
      const event = await findGuestEvent(db, params.id);
      if (event === null) throw new DomainError('dataNotFound');
      return ok({
        event_id: event.id,
        title: event.title,
        starts_ts: unixSeconds(event.startsAt),
        ends_ts: unixSeconds(event.endsAt),
        items: (await listComers(db, event.id)).map(({ invitation, scans, codeHashes }) => ({
          invitation_id: invitation.id,
          given_name: invitation.givenName,
          seats: invitation.seats,
          guests: invitation.guests,
          food: invitation.food,
          help: invitation.help,
          code_hashes: codeHashes.map((codeHash) => codeHash.toString('base64url')),
          scans: scans.map(presentScan),
        })),
      });
    },
  );
  api.get(
    '/api/staff/guest-events/:id/door.csv',
    {
      schema: {
        tags,
        summary: 'The same list as CSV, which is in the audit',
        params: z.object({ id }),
        response: refused,
      },
      ...guard,
    },
    async (request, reply) => {
      const event = await findGuestEvent(db, request.params.id);
      if (event === null) throw new DomainError('dataNotFound');
      const { name, accountId } = await staffOf(request);
      const hand = { who: name, why: 'invitations.list', accountId };
      await noteListTaken(db, { hand, now: clock() }, event.id);
      const lines = (await listComers(db, event.id)).map(
        ({ invitation: { givenName, seats, guests, food, help }, scans }) =>
          csvLine([givenName, seats, guests.join('、'), food, help, admittedOf(scans)]),
      );
      const head = csvLine(['name', 'seats', 'guests', 'food', 'help', 'arrived']);
      return csvDownload(reply, `door-${event.id}.csv`).send(head + lines.join(''));
    },
  );
}
