import type { FastifyReply } from 'fastify';

/** Headers of a file that the browser saves and no cache keeps. */
export const download = (reply: FastifyReply, type: string, name: string): FastifyReply =>
  reply.type(type).header('content-disposition', `attachment; filename="${name}"`).header('cache-control', 'no-store');

/** The same for a CSV file. */
export const csvDownload = (reply: FastifyReply, name: string): FastifyReply =>
  download(reply, 'text/csv; charset=utf-8', name);
