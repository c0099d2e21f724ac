import { desc, eq } from 'drizzle-orm';
import { mails } from '#db/tables/mail.ts';
import { authTasks } from '#domain/auth/auth.jobs.ts';
import { memberTasks } from '#domain/members/members.jobs.ts';
import { registrationTasks } from '#domain/registration/registration.jobs.ts';
import { newcomerMailer } from '#domain/registration/welcome-mails.ts';
import { type MemberServices } from '#domain/members/members.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';
import type { JobHelpers } from 'graphile-worker';

/** Runs pending account jobs like the worker, each once. Returns how many. */
export async function workOffAccountJobs(
  { pool }: TestDatabase,
  services: Pick<MemberServices, 'db' | 'siteUrl'>,
  now: Date,
): Promise<number> {
  const clock = () => now;
  const tasks = {
    ...authTasks({ services: { ...services, mailNewcomer: newcomerMailer(services) }, clock }),
    ...memberTasks({ services, clock }),
    ...registrationTasks({ services, clock }),
  };
  const { rows } = await pool.query<{ id: string; identifier: string; payload: unknown }>(
    `delete from graphile_worker._private_jobs as jobs using graphile_worker._private_tasks as tasks
      where tasks.id = jobs.task_id and tasks.identifier = any($1)
      returning jobs.id, tasks.identifier, jobs.payload`,
    [Object.keys(tasks)],
  );
  for (const { identifier, payload } of rows.toSorted((a, b) => Number(a.id) - Number(b.id)))
    await tasks[identifier]?.(payload, {} as JobHelpers);
  return rows.length;
}

export interface Written {
  template: string;
  text: string;
  /** Code of the link, if the mail has one. */
  code: string;
}

/** Mails to an address, newest first. */
export async function mailsTo({ db }: TestDatabase, recipient: string): Promise<Written[]> {
  const rows = await db.select().from(mails).where(eq(mails.recipient, recipient)).orderBy(desc(mails.id));
  return rows.map(({ template, textBody }) => ({
    template,
    text: textBody,
    code: /\?code=([\w-]+)/.exec(textBody)?.[1] ?? '',
  }));
}
