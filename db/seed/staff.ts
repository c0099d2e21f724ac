import { sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { staffAccounts, staffRoleGrants, staffTotps } from '#db/tables/staff.ts';
import { staffFixtures } from '#fixtures/staff.ts';

/** Demo only: accounts of the desk, with the authenticator codes that its log-in page shows. Returns how many. */
export async function seedDemoStaff(
  tx: Tx,
  now: Date,
  { sealTotp }: { sealTotp: (accountId: number, base32: string) => Buffer },
): Promise<number> {
  await tx.insert(staffAccounts).values(
    staffFixtures.map(({ id, email, name }) => ({
      id,
      email,
      name,
      state: 'active' as const,
      createdAt: now,
      activatedAt: now,
    })),
  );
  await tx
    .insert(staffRoleGrants)
    .values(staffFixtures.map(({ id, role }) => ({ accountId: id, role, grantedBy: 'demo', createdAt: now })));
  await tx.insert(staffTotps).values(
    staffFixtures.map(({ id, totpSecret }) => ({
      accountId: id,
      sealedSecret: sealTotp(id, totpSecret),
      confirmedAt: now,
    })),
  );
  await tx.execute(sql`select setval(pg_get_serial_sequence('staff_accounts', 'id'), 100)`);
  return staffFixtures.length;
}
