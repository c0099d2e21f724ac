import type { FastifyReply } from 'fastify';

/** Headers of a CSV file that the browser saves and no cache keeps. */
export const csvDownload = (reply: FastifyReply, name: string): FastifyReply =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store');
