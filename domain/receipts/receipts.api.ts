import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { demandAttempt } from '#domain/attempts/attempts.ts';
import { memberOf, privateCalls } from '#domain/auth/auth.ts';
import { DomainError } from '#shared/domain-error.ts';
import { MEMBER_RATE_LIMITS } from '#shared/limits.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { presentReceipts } from './receipts.present.ts';
import { receiptsReplySchema } from './receipts.schema.ts';
import { listReceipts, ownReceiptPdf, yearSummaryPdf, type ReceiptFile } from './receipts.ts';

const RECEIPT_FILE = /^(\d{1,9})\.pdf$/;
const YEAR_FILE = /^(20\d\d)\.pdf$/;

/** The number in a file name; throws if there is none. */
function numberIn(form: RegExp, file: string): number {
  const [, digits] = form.exec(file) ?? [];
  if (digits === undefined) throw new DomainError('fileNotFound');
  return Number(digits);
}

function send(reply: FastifyReply, file: ReceiptFile | null): FastifyReply {
  if (file === null) throw new DomainError('fileNotFound');
  return reply
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .type('application/pdf')
    .send(file.bytes);
}

/** API for a member's own receipts. */
export async function receiptsApi(app: FastifyInstance, { db, clock }: { db: Db; clock: () => Date }): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  privateCalls(app);
  const tags = ['member info'];
  const params = z.object({ file: z.string().max(40) });

  /** The caller, rate-limited: drawing takes some milliseconds. */
  const demandPaper = async (request: Parameters<typeof memberOf>[0]): Promise<number> => {
    const { memberId } = await memberOf(request);
    await demandAttempt(db, `papers:${memberId}`, { ...MEMBER_RATE_LIMITS.papers, now: clock() });
    return memberId;
  };

  api.get(
    '/api/userinfo/receipts',
    {
      schema: {
        tags,
        summary: 'Receipts and refund notes of the member, newest first',
        response: { 200: wrapped(receiptsReplySchema), ...refusals('notAuthenticated') },
      },
    },
    async (request) => {
      const { memberId } = await memberOf(request);
      return ok(presentReceipts(await listReceipts(db, memberId)));
    },
  );

  api.get(
    '/api/userinfo/receipts/:file',
    { schema: { tags, summary: 'A receipt or refund note as PDF; the path ends in its id and .pdf', params } },
    async (request, reply) => {
      const memberId = await demandPaper(request);
      return send(reply, await ownReceiptPdf(db, memberId, numberIn(RECEIPT_FILE, request.params.file)));
    },
  );

  api.get(
    '/api/userinfo/receiptSummary/:file',
    { schema: { tags, summary: 'Annual statement of payments as PDF; the path ends in the year and .pdf', params } },
    async (request, reply) => {
      const memberId = await demandPaper(request);
      const year = numberIn(YEAR_FILE, request.params.file);
      return send(reply, await yearSummaryPdf({ db, now: clock() }, memberId, year));
    },
  );
}
