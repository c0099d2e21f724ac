import type { Tx } from '#db/database.ts';
import { submissionAnswers, submissions } from '#db/tables/contact.ts';
import { letterFixtures } from '#fixtures/content/letters.ts';

/** Demo only: letters of listeners, for the desk. Needs its accounts. Returns how many. */
export async function seedDemoLetters(tx: Tx, now: Date): Promise<number> {
  const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  for (const [index, { form, fields, hoursAgo, answer }] of letterFixtures.toReversed().entries()) {
    const [row] = await tx
      .insert(submissions)
      .values({
        form,
        fields,
        idempotencyKey: `demo-letter-${index}`,
        mailedAt: ago(hoursAgo),
        createdAt: ago(hoursAgo),
        ...(answer && { version: 1, closedAt: ago(answer.hoursAgo), closedBy: answer.accountId, outcome: 'answered' }),
      })
      .returning({ id: submissions.id });
    if (answer) {
      const at = ago(answer.hoursAgo);
      const { accountId, text } = answer;
      await tx
        .insert(submissionAnswers)
        .values({ submissionId: row!.id, accountId, text, mailedAt: at, createdAt: at });
    }
  }
  return letterFixtures.length;
}
