// npm run trace -- someone@mail.example (or a number): lists stored data about mail to an address, or texts and calls
// to a number. Uses the running station's database and changes nothing.
import { openDatabase } from '#db/database.ts';
import { waitingWebhooks } from '#domain/webhooks/webhooks.ts';
import { traceDelivery } from '#domain/delivery-trace/delivery-trace.ts';
import { readConfig } from '#server/config.ts';
import { secretKeyOf } from '#server/services/secret-key.ts';
import { runningDatabaseUrl } from './running-database.ts';
import { explain, StartError } from './start-errors.ts';

try {
  const [asked = ''] = process.argv.slice(2);
  if (!/@|^[+\d\s-]{8,}$/.test(asked)) throw new StartError('An e-mail address or a phone number is required.');
  const config = readConfig(process.env);
  const database = openDatabase(runningDatabaseUrl(config), { max: 1 });
  try {
    const { db } = database;
    const parts = [
      ...(await traceDelivery({ db, secretKey: secretKeyOf(config) }, asked)),
      { title: 'unprocessed webhooks of all recipients', rows: await waitingWebhooks({ db }) },
    ];
    for (const { title, rows } of parts) {
      console.log(`\n${title}: ${rows.length === 0 ? 'none' : ''}`);
      if (rows.length > 0) console.table(rows);
    }
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
